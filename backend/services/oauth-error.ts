/** What OAuth calls an error: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 and its relatives. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type';

/** An error that a client may see. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }

  /** 401 makes clients register anew, which is right for one that is not known any more. */
  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** The only value of a parameter; null without one. OAuth forbids to send one twice. */
export function parameterOf(parameters: URLSearchParams, name: string): string | null {
  const [value = '', ...others] = parameters.getAll(name);
  if (others.length > 0) throw new OAuthError('invalid_request', `${name} is given more than once`);
  return value === '' ? null : value;
}

/** Throws when it is not there. */
export function requiredParameter(parameters: URLSearchParams, name: string): string {
  const value = parameterOf(parameters, name);
  if (value === null) throw new OAuthError('invalid_request', `${name} is required`);
  return value;
}

/** RFC 8707: a token is for one address; without the parameter there is none else to mean. */
export function checkResource(parameters: URLSearchParams, resource: string): void {
  const given = parameters.getAll('resource').filter((one) => one !== '');
  if (given.every((one) => one === resource)) return;
  throw new OAuthError('invalid_target', `resource must be ${resource}`);
}
