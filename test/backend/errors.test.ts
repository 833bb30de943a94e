import { expect } from 'chai';
import {
  ERROR_STATUS,
  type ErrorCode,
  forbidden,
  invalidField,
  MilepostError,
  notFound,
  unauthorized,
  unavailable,
  validationError,
} from '../../backend/errors.ts';

describe('the errors', () => {
  it('are those of the contract, each with its status', () => {
    expect(ERROR_STATUS).to.deep.equal({
      VALIDATION_ERROR: 400,
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      CONFLICT: 409,
      PAYLOAD_TOO_LARGE: 413,
      UNSUPPORTED_MEDIA_TYPE: 415,
      RATE_LIMITED: 429,
      INTERNAL_ERROR: 500,
      UNAVAILABLE: 503,
    });
    for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
      const error = new MilepostError(code, 'why');
      expect(error).to.be.instanceOf(Error);
      expect(error).to.include({ code, status: ERROR_STATUS[code], message: 'why' });
      expect(error).to.deep.include({ details: [], headers: {} });
      expect(error.name).to.equal('MilepostError');
    }
  });

  const MADE: readonly (readonly [MilepostError, object])[] = [
    [
      unauthorized('who?'),
      { code: 'UNAUTHORIZED', message: 'who?', headers: { 'WWW-Authenticate': 'Bearer' } },
    ],
    [forbidden('no'), { code: 'FORBIDDEN', message: 'no', headers: {} }],
    [notFound('gone'), { code: 'NOT_FOUND', message: 'gone', headers: {} }],
    [
      unavailable('full'),
      { code: 'UNAVAILABLE', message: 'full', headers: { 'Retry-After': '2' }, cause: undefined },
    ],
    [
      invalidField('limit', 'is wrong'),
      { code: 'VALIDATION_ERROR', message: 'limit: is wrong', details: [] },
    ],
  ];
  for (const [error, expected] of MADE) {
    it(`carry what their doors need: ${error.code}`, () => {
      expect(error).to.deep.include(expected);
    });
  }

  it('keep the cause for the log and the time for the caller', () => {
    const cause = new Error('disk');
    const error = unavailable('full', cause, 30);
    expect(error).to.deep.include({ cause, headers: { 'Retry-After': '30' } });
    expect(error.message).to.not.include('disk');
  });

  it('name the first of several problems and list all of them', () => {
    const problems = [
      { field: 'type', message: 'is required' },
      { field: 'data.description', message: 'must be a string' },
    ] as const;
    expect(validationError(problems)).to.deep.include({
      message: 'type: is required',
      details: problems,
    });
    expect(validationError([problems[1]])).to.deep.include({
      message: 'data.description: must be a string',
      details: [],
    });
  });
});
