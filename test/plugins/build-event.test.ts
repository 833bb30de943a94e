import { expect } from 'chai';
import { EVENT_LIMITS, type JsonObject, type StoredEvent } from '../../backend/model/event.ts';
import { parseEvent } from '../../backend/model/schema.ts';
import { type BuildOptions, buildEvent } from '../../plugins/build-event.ts';
import type { CiContext } from '../../plugins/ci/context.ts';

const CONTEXT: CiContext = {
  source: { value: '//github.com/acme/shop', origin: 'the repository' },
  type: { value: 'deployment', origin: 'push event' },
  version: { value: 'c0ffee2', origin: 'GITHUB_SHA' },
  description: { value: 'Charge the card once', origin: 'the head commit' },
  execution: { prefix: 'gh-1-1', parts: ['github.com', '1'], origin: 'run 1' },
  facts: { provider: 'github' },
};
const NOW = Date.UTC(2026, 10, 20, 10);
const input = (value: string) => ({ value, origin: 'input x' });

function build(over: Partial<BuildOptions> = {}) {
  return buildEvent({
    context: CONTEXT,
    given: {},
    now: NOW,
    newId: () => 'new-id',
    sourceAdvice: 'give --source',
    ...over,
  });
}

function built(over: Partial<BuildOptions> = {}) {
  const result = build(over);
  if (result.kind === 'wrong') throw new Error(result.problems.join(', '));
  return result;
}

describe('buildEvent', () => {
  it('takes what the CI says, and tells where each value comes from', () => {
    const { event, origins, timeIsOurs } = built();
    expect(event).to.deep.include({
      specversion: '1.0',
      type: 'deployment',
      source: '//github.com/acme/shop',
      version: 'c0ffee2',
      time: '2026-11-20T10:00:00.000Z',
      data: { description: 'Charge the card once', ci: { provider: 'github' } },
    });
    expect(event.id).to.match(/^gh-1-1-[0-9a-f]{16}$/);
    expect(timeIsOurs).to.equal(true);
    expect(origins).to.deep.include({
      field: 'version',
      value: 'c0ffee2',
      origin: 'GITHUB_SHA',
    });
    expect(origins.map(({ field }) => field)).to.deep.equal([
      'type',
      'source',
      'version',
      'severity',
      'description',
      'time',
      'id',
    ]);
  });

  it('prefers what its author wrote, field by field', () => {
    const { event, origins } = built({
      given: {
        type: input('rollback'),
        source: input('FE'),
        subject: input('production'),
        version: input('1.3.9'),
        severity: input('major'),
        description: input('back to the last good one'),
        time: input('2026-11-20T12:00:00+02:00'),
        id: input('mine'),
      },
    });
    expect(event).to.deep.equal({
      specversion: '1.0',
      type: 'rollback',
      source: 'FE',
      id: 'mine',
      time: '2026-11-20T10:00:00.000Z',
      subject: 'production',
      severity: 'MAJOR',
      version: '1.3.9',
      data: { description: 'back to the last good one', ci: { provider: 'github' } },
    });
    expect(new Set(origins.map(({ origin }) => origin))).to.deep.equal(new Set(['input x']));
  });

  it('lets the members of data win, strange names included', () => {
    const data = JSON.parse(
      '{"description": "mine", "ci": 1, "__proto__": {"a": 1}}',
    ) as JsonObject;
    const { event, origins } = built({ given: { description: input('other'), data } });
    expect(JSON.stringify(event.data)).to.equal(
      '{"description":"mine","ci":1,"__proto__":{"a":1}}',
    );
    expect(origins).to.deep.include({
      field: 'description',
      value: 'mine',
      origin: 'data.description',
    });
  });

  it('is empty where there is nothing to say', () => {
    const { event } = built({ context: { facts: {} }, given: { source: input('FE') } });
    expect(event).to.deep.equal({
      specversion: '1.0',
      type: 'deployment',
      source: 'FE',
      id: 'new-id',
      time: '2026-11-20T10:00:00.000Z',
    });
  });

  it('cuts what is too long, keeps the whole name, and passes the server’s validation', () => {
    const long = '倉'.repeat(1500);
    const { event } = built({
      given: {
        type: input(long),
        source: input(long),
        subject: input(long),
        version: input(long),
        description: input(long),
        id: input(long),
      },
    });
    for (const field of ['type', 'source', 'subject', 'version', 'id'] as const) {
      expect([...(event[field] ?? '')], field).to.have.length(EVENT_LIMITS[field]);
      expect(event[field], field).to.match(/…[0-9a-f]{7}$/);
    }
    expect(event.data?.['uncut']).to.deep.equal({
      type: long,
      source: long,
      subject: long,
      version: long,
    });
    expect(parseEvent(event).ok).to.equal(true);
  });

  it('keeps a whole commit hash as version', () => {
    const sha = 'c0ffee254729296a45a3885639ac7e10f9d54979';
    expect(built({ given: { version: input(sha) } }).event.version).to.equal(sha);
  });

  it('makes one line of names, and drops those that are empty', () => {
    const { event } = built({
      given: { subject: input('prod\n::set-output name=x::y'), version: input(' \n ') },
    });
    expect(event.subject).to.equal('prod ::set-output name=x::y');
    expect(event.version).to.equal('c0ffee2');
  });

  it('names every problem at once, by the place where it can be solved', () => {
    const result = build({
      context: { facts: {} },
      given: { severity: input('huge'), time: input('2026-11-20T12:00:00') },
    });
    if (result.kind !== 'wrong') throw new Error('expected problems');
    expect(result.problems).to.have.length(3);
    expect(result.problems[0]).to.equal('source: nothing here says what changed; give --source');
    expect(result.problems[1]).to.equal(
      'input x: must be one of auto, none, LOW, MINOR, MAJOR, CRITICAL',
    );
    expect(result.problems[2]).to.match(/^input x: timezone is required/);
  });

  describe('the id', () => {
    const id = (over: Partial<BuildOptions>) => built(over).event.id;
    const running = (...parts: string[]) => ({
      context: { ...CONTEXT, execution: { prefix: 'gh-1-1', parts, origin: 'run' } },
    });

    it('is the same for a retry, later and with other words', () => {
      expect(id({ now: NOW + 60_000, given: { description: input('second try') } })).to.equal(
        id({}),
      );
    });

    it('differs by execution, type, source, subject and version', () => {
      const ids = [
        id({}),
        id(running('github.com', '2')),
        id(running('github.com', '1', 'matrix leg')),
        id({ given: { type: input('release') } }),
        id({ given: { source: input('other') } }),
        id({ given: { subject: input('staging') } }),
        id({ given: { version: input('other') } }),
        id({ given: { subject: input(`${'x'.repeat(60)}a`) } }),
        id({ given: { subject: input(`${'x'.repeat(60)}b`) } }),
      ];
      expect(new Set(ids).size).to.equal(ids.length);
    });

    it('does not confuse neighbours', () => {
      expect(id(running('ab', 'c'))).to.not.equal(id(running('a', 'bc')));
    });
  });
});

describe('buildEvent, of a job and how it went', () => {
  const started = { value: String(NOW - 90_000), origin: 'the start of the step' };

  it('has status and duration in data, and the status in its type', () => {
    const { event, origins } = built({
      given: { subject: input('production'), startedAt: started },
      context: { ...CONTEXT, status: { value: 'FAILURE', origin: 'the job' } },
    });
    expect(event).to.deep.include({ type: 'deployment-failed', severity: 'MAJOR' });
    expect(event.data).to.deep.include({
      status: 'failure',
      startedAt: '2026-11-20T09:58:30.000Z',
      durationMs: 90_000,
    });
    expect(origins).to.deep.include({ field: 'status', value: 'failure', origin: 'the job' });
    expect(origins).to.deep.include({
      field: 'severity',
      value: 'MAJOR',
      origin: 'auto: production, failed',
    });
  });

  it('has no duration at its start, without an end, or from the future', () => {
    const begin = { given: { status: input('started'), startedAt: started }, isPaired: true };
    expect(built(begin).event).to.have.property('type', 'deployment-started');
    expect(built(begin).event.data).to.not.have.any.keys('durationMs', 'startedAt');
    expect(built({ given: { startedAt: started } }).event.data).to.not.have.property('durationMs');
    const future = { status: input('success'), startedAt: input(String(NOW + 1)) };
    expect(built({ given: future }).event.data).to.not.have.property('durationMs');
  });

  it('takes the words of a CI that mean no end for none, and refuses them of an author', () => {
    const context = { ...CONTEXT, status: { value: 'running', origin: 'CI_JOB_STATUS' } };
    expect(built({ context }).event).to.have.property('type', 'deployment');
    expect(built({ context }).event.data).to.not.have.property('status');
    const wrong = build({ given: { status: input('running'), startedAt: input('yesterday') } });
    expect(wrong).to.deep.equal({
      kind: 'wrong',
      problems: [
        'input x: must be one of started, success, failure, cancelled',
        'input x: must be ISO 8601 with an offset, or ms',
      ],
    });
  });

  it('keeps start, failure and success of one execution apart, and a repetition together', () => {
    const idWith = (status: string) => built({ given: { status: input(status) } }).event.id;
    const words = ['started', 'failure', 'success'];
    expect(new Set(words.map(idWith)).size).to.equal(3);
    expect(idWith('FAILED')).to.equal(idWith('failure'));
  });

  it('is a rollback where the past says so, with the id of the deployment that it is', () => {
    const previous = { version: 'v2' } as StoredEvent;
    const rollback = { value: 'rollback', origin: 'it ran here before v2' };
    const past = { kind: 'known', previous, rollback } as const;
    const given = { subject: input('production') };
    const { event } = built({ given, past });
    expect(event).to.include({ type: 'rollback', severity: 'MAJOR' });
    expect(event.data).to.have.property('previousVersion', 'v2');
    expect(event.id).to.equal(built({ given }).event.id);
    expect(built({ given: { ...given, type: input('deployment') }, past }).event.type).to.equal(
      'deployment',
    );
  });

  it('has no severity outside a pipeline, unless somebody asks for one', () => {
    const { execution: _, ...context } = CONTEXT;
    expect(built({ context }).event).to.not.have.property('severity');
    expect(built({ context, given: { severity: input('auto') } }).event.severity).to.equal('LOW');
    expect(built({ given: { severity: input('none') } }).event).to.not.have.property('severity');
  });

  it('calls a tag that goes into an environment a deployment', () => {
    const context = { ...CONTEXT, type: { value: 'release', origin: 'push of a tag' } };
    expect(built({ context }).event.type).to.equal('release');
    const given = { subject: input('production') };
    expect(built({ context, given }).event).to.include({ type: 'deployment', severity: 'MINOR' });
    const written = { ...given, type: input('release') };
    expect(built({ context, given: written }).event.type).to.equal('release');
  });

  it('leaves out what a CI says wrongly of its start', () => {
    const context = { ...CONTEXT, startedAt: { value: 'soon', origin: 'x' } };
    const { data } = built({ context, given: { status: input('success') } }).event;
    expect(data).to.not.have.property('durationMs');
  });
});
