import { expect } from 'chai';
import {
  clearFilters,
  EMPTY_VIEW,
  isFiltered,
  permalink,
  presetOf,
  readViewState,
  toApiParameters,
  toEventFilter,
  toggleValue,
  type ViewState,
  writeViewState,
} from '../../dashboard/url-state.ts';
import { NOON } from '../support/events.ts';

const read = (query: string) => readViewState(new URLSearchParams(query), NOON);

describe('the address of a view', () => {
  it('holds the whole view and gives it back', () => {
    const view: ViewState = {
      severity: ['MAJOR', 'CRITICAL'],
      type: ['deployment', 'a b&c=d#e?'],
      subject: ['production'],
      source: ['//github.com/acme/api', 'ü–✓'],
      version: ['1.0.0+build'],
      not: {
        ...{ severity: ['LOW'], type: ['heartbeat', 'x:y'], subject: [] },
        ...{ source: ['//github.com/acme/noise'], version: ['nightly'] },
      },
      zone: 'Asia/Kathmandu',
      areBurstsGrouped: false,
      search: 'a+b %20 "c"',
      from: '2026-01-14T00:00:00.000Z',
      to: '2026-01-15T00:00:00.000Z',
      event: { id: '../&=?#', source: '//x/y' },
    };
    expect(read(writeViewState(view))).to.deep.equal(view);
  });

  it('is empty for the plain view', () => {
    expect(writeViewState(EMPTY_VIEW)).to.equal('');
    expect(read('')).to.deep.equal(EMPTY_VIEW);
  });

  it('ignores what it does not know: parameters, severities, empty and repeated values', () => {
    const query = '?utm=x&severity=HUGE&severity=LOW&type=&type=a&type=a&limit=3&cursor=x';
    expect(read(query)).to.deep.equal({ ...EMPTY_VIEW, severity: ['LOW'], type: ['a'] });
  });

  it('ignores times that the server would refuse', () => {
    expect(read('?from=yesterday&to=2026-01-14T00:00:00')).to.deep.equal(EMPTY_VIEW);
    expect(read('?from=2026-01-15T00:00:00Z&to=2026-01-14T00:00:00Z')).to.deep.equal(EMPTY_VIEW);
    expect(read('?from=-24h').from).to.equal('-24h');
  });

  it('names an event by id alone where somebody wrote it by hand', () => {
    expect(read('?event=42').event).to.deep.equal({ id: '42', source: null });
    expect(read('?eventSource=x').event).to.equal(null);
  });

  it('makes a permalink that holds the event and no filter', () => {
    const link = new URL(permalink('https://milepost.example', { id: 'a&b', source: '//x/ü' }));
    expect(link.origin + link.pathname).to.equal('https://milepost.example/timeline');
    expect(read(link.search)).to.deep.equal({
      ...EMPTY_VIEW,
      event: { id: 'a&b', source: '//x/ü' },
    });
  });
});

describe('a view', () => {
  it('is asked for in the words of the API, without the open event', () => {
    const view = read('?type=a&type=b&subject=production&from=-7d&search=x&event=1');
    expect(toApiParameters(view).toString()).to.equal(
      'type=a&type=b&subject=production&search=x&from=-7d',
    );
  });

  it('becomes the filter of the model, with relative times resolved', () => {
    const filter = toEventFilter(read('?from=-1h&severity=LOW'), NOON);
    expect(filter.from).to.equal(NOON - 3_600_000);
    expect(filter.to).to.equal(undefined);
    expect(filter.severity).to.deep.equal(['LOW']);
    expect(filter.type).to.equal(undefined);
  });

  it('takes a value in and out of a field', () => {
    const once = toggleValue(EMPTY_VIEW, 'type', 'deployment');
    expect(once.type).to.deep.equal(['deployment']);
    expect(toggleValue(once, 'type', 'deployment')).to.deep.equal(EMPTY_VIEW);
  });

  it('knows whether anything narrows it; an open event does not', () => {
    const event = { id: '1', source: 'x' };
    expect(isFiltered({ ...EMPTY_VIEW, event })).to.equal(false);
    expect(isFiltered(read('?from=-1h'))).to.equal(true);
    expect(clearFilters(read('?from=-1h&type=a&event=1&eventSource=x'))).to.deep.equal({
      ...EMPTY_VIEW,
      event: { id: '1', source: 'x' },
    });
  });

  it('tells presets from ranges of one’s own', () => {
    expect(presetOf({ from: '-24h', to: '' })?.label).to.equal('24h');
    expect(presetOf({ from: '', to: '' })?.label).to.equal('All');
    expect(presetOf({ from: '-24h', to: '-1h' })).to.equal(undefined);
    expect(presetOf({ from: '-3h', to: '' })).to.equal(undefined);
  });
});
