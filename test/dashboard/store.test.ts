import { expect } from 'chai';
import type { EventPage } from '../../dashboard/api.ts';
import type { Message } from '../../dashboard/messages.ts';
import { applyMessage, createStore, NEW_STATE, type State } from '../../dashboard/store.ts';
import { MAX_ROWS } from '../../dashboard/timeline.ts';
import { EMPTY_VIEW, NO_VALUES, type ViewState } from '../../dashboard/url-state.ts';
import { NOON } from '../support/events.ts';
import { ids, storedEvent } from './events.ts';

const apply = (...messages: Message[]): State => messages.reduce(applyMessage, NEW_STATE);
const started = (view: Partial<ViewState> = {}): Message => ({
  kind: 'load-started',
  view: { ...EMPTY_VIEW, ...view },
});
const loaded = (minutes: readonly number[], next: EventPage['next'] = null): Message => ({
  kind: 'loaded',
  page: { events: minutes.map((minute) => storedEvent(minute)), next },
});
const arrived = (...minutes: number[]): Message => ({
  kind: 'events',
  events: minutes.map((minute) => storedEvent(minute)),
  now: NOON,
});
const MORE = { to: '', cursor: 'c' };
const HELD: Message = { kind: 'held', isHeld: true };

describe('live events', () => {
  it('are inserted where they belong, once', () => {
    const { timeline } = apply(started(), loaded([5, 3]), arrived(6, 4), arrived(4));
    expect(ids(timeline.rows)).to.deep.equal(['event-6', 'event-5', 'event-4', 'event-3']);
    expect(timeline.pending).to.deep.equal([]);
  });

  it('are left out when they do not match what is shown', () => {
    const { timeline } = apply(started({ type: ['rollback'] }), loaded([]), arrived(1));
    expect(timeline.rows).to.deep.equal([]);
  });

  it('are left out when they are of what is not to be seen', () => {
    const { type } = storedEvent(1);
    const not = { ...NO_VALUES, type: [type] };
    expect(apply(started({ not }), loaded([]), arrived(1)).timeline.rows).to.deep.equal([]);
    const other = { ...NO_VALUES, type: ['something-else'] };
    expect(apply(started({ not: other }), loaded([]), arrived(1)).timeline.rows).to.have.length(1);
  });

  it('that are older than the last loaded row wait for their page', () => {
    const { timeline } = apply(started(), loaded([5, 3], MORE), arrived(1));
    expect(ids(timeline.rows)).to.deep.equal(['event-5', 'event-3']);
    const complete = apply(started(), loaded([5, 3]), arrived(1)).timeline;
    expect(ids(complete.rows)).to.deep.equal(['event-5', 'event-3', 'event-1']);
  });

  it('that arrive while the list is loading are neither lost nor doubled', () => {
    const { timeline } = apply(started(), arrived(7, 5), loaded([5, 3]));
    expect(ids(timeline.rows)).to.deep.equal(['event-7', 'event-5', 'event-3']);
  });

  it('leave the state as it is when there is nothing new in them', () => {
    const before = apply(started(), loaded([5]));
    const after = applyMessage(before, arrived(5));
    expect(after.timeline).to.equal(before.timeline);
    expect(after.counts).to.equal(before.counts);
  });
});

describe('a list that is held', () => {
  it('does not move: what arrives is counted, and shown when it is wanted', () => {
    const held = apply(started(), loaded([5]), HELD, arrived(6, 8), arrived(7, 8));
    expect(ids(held.timeline.rows)).to.deep.equal(['event-5']);
    expect(ids(held.timeline.pending)).to.deep.equal(['event-8', 'event-7', 'event-6']);
    const released = applyMessage(held, { kind: 'released' }).timeline;
    expect(ids(released.rows)).to.deep.equal(['event-8', 'event-7', 'event-6', 'event-5']);
    expect(released.isHeld).to.equal(true);
    expect(released.pending).to.deep.equal([]);
  });

  it('catches up when it may move again', () => {
    const { timeline } = apply(started(), loaded([5]), HELD, arrived(6), {
      kind: 'held',
      isHeld: false,
    });
    expect(ids(timeline.rows)).to.deep.equal(['event-6', 'event-5']);
  });

  it('keeps the order of receipt among events of one time', () => {
    const events = ['a', 'b', 'c'].map((id) => storedEvent(6, { id }));
    const message: Message = { kind: 'events', events, now: NOON };
    const { timeline } = apply(started(), loaded([5]), HELD, message, { kind: 'released' });
    expect(ids(timeline.rows)).to.deep.equal(['c', 'b', 'a', 'event-5']);
  });

  it('goes on with older pages', () => {
    const page: EventPage = { events: [storedEvent(3)], next: null };
    const { timeline } = apply(started(), loaded([5], MORE), HELD, { kind: 'more-loaded', page });
    expect(ids(timeline.rows)).to.deep.equal(['event-5', 'event-3']);
    expect(timeline.next).to.equal(null);
  });
});

describe('a list that grows', () => {
  it('drops its tail at the limit and knows where to read it again', () => {
    const minutes = Array.from({ length: MAX_ROWS + 50 }, (_, index) => index);
    const { timeline } = apply(started(), loaded([]), arrived(...minutes));
    expect(timeline.rows).to.have.length(MAX_ROWS);
    expect(timeline.rows[0]?.id).to.equal(`event-${MAX_ROWS + 49}`);
    expect(timeline.next).to.deep.equal({ to: timeline.rows.at(-1)?.time, cursor: null });
  });

  it('loses nothing in between when too much was waiting', () => {
    const minutes = Array.from({ length: MAX_ROWS + 50 }, (_, index) => index + 10);
    const message = arrived(...minutes);
    const { timeline } = apply(started(), loaded([5, 3]), HELD, message, { kind: 'released' });
    expect(timeline.rows).to.have.length(MAX_ROWS);
    expect(ids(timeline.rows)).not.to.include('event-5');
    expect(timeline.next?.to).to.equal(timeline.rows.at(-1)?.time);
  });

  it('forgets what a relative range no longer reaches', () => {
    const minutes = (count: number) => NOON + count * 60_000;
    const before = apply(started({ from: '-1h' }), loaded([50, 10, 5]));
    const after = applyMessage(before, { kind: 'ticked', now: minutes(68) });
    expect(ids(after.timeline.rows)).to.deep.equal(['event-50', 'event-10']);
    const held = applyMessage(applyMessage(before, HELD), { kind: 'ticked', now: minutes(68) });
    expect(held.timeline.rows).to.have.length(3);
  });
});

describe('loading', () => {
  it('keeps the old rows until the new ones are there', () => {
    const state = apply(started(), loaded([5]), started({ type: ['x'] }));
    expect(state.timeline.status).to.equal('loading');
    expect(ids(state.timeline.rows)).to.deep.equal(['event-5']);
  });

  it('that fails leaves nothing that could be taken for the answer', () => {
    const error = { kind: 'unreachable', message: 'no answer', fields: {} } as const;
    const { timeline } = apply(started(), loaded([5]), started(), { kind: 'load-failed', error });
    expect(timeline.rows).to.deep.equal([]);
    expect(timeline.error).to.equal(error);
    const again = apply(started(), { kind: 'load-failed', error }, started(), loaded([5]));
    expect(again.timeline.error).to.equal(null);
  });

  it('of older rows that fails can be tried again', () => {
    const { timeline } = apply(
      started(),
      loaded([5], MORE),
      { kind: 'more-started' },
      {
        kind: 'more-failed',
      },
    );
    expect(timeline.more).to.equal('failed');
    expect(timeline.next).to.equal(MORE);
  });
});

describe('counts', () => {
  const facets = (...values: string[]) => ({
    type: values.map((value, index) => ({ value, count: 10 - index })),
    ...{ source: [], subject: [], severity: [] },
  });
  const summary = { from: null, to: null, bucket: '1h', total: 0, histogram: [] } as const;

  it('do not make values jump while they change', () => {
    const { counts } = apply(
      { kind: 'counted', summary, facets: facets('a', 'b', 'c') },
      { kind: 'counted', summary, facets: facets('c', 'new', 'a', 'b') },
    );
    expect(counts.facets?.type.map(({ value }) => value)).to.deep.equal(['a', 'b', 'c', 'new']);
    expect(counts.facets?.type[2]?.count).to.equal(10);
  });
});

describe('the store', () => {
  it('gives every change to those who watch', () => {
    const store = createStore();
    const seen: number[] = [];
    store.timeline.subscribe((timeline) => seen.push(timeline.rows.length));
    store.dispatch(started());
    store.dispatch(loaded([2, 1]));
    store.dispatch(arrived(3));
    expect(seen.at(-1)).to.equal(3);
  });
});

describe('a list of which a part is loaded', () => {
  const jumped = (minutes: readonly number[], start: number): Message => ({
    kind: 'jumped',
    page: { events: minutes.map((minute) => storedEvent(minute)), next: MORE },
    start,
    newer: { from: 'x', cursor: null },
  });
  const newer = (minutes: readonly number[], cursor: string | null): Message => ({
    kind: 'newer-loaded',
    page: {
      events: minutes.map((minute) => storedEvent(minute)),
      newer: cursor === null ? null : { from: 'x', cursor },
    },
  });

  it('goes on upwards, and knows how much is above it until it is at the newest', () => {
    const far = apply(started(), loaded([9]), HELD, jumped([5, 4], 40));
    expect(far.timeline).to.include({ start: 40, status: 'ready' });
    const up = applyMessage(far, newer([7, 6, 5], 'c'));
    expect(ids(up.timeline.rows)).to.deep.equal(['event-7', 'event-6', 'event-5', 'event-4']);
    expect(up.timeline.start).to.equal(38);
    const top = applyMessage(up, newer([9, 8], null)).timeline;
    expect(top).to.include({ start: 0, newer: null });
    expect(ids(top.rows).slice(0, 2)).to.deep.equal(['event-9', 'event-8']);
  });

  it('never says that it begins with the newest event while it does not', () => {
    const far = apply(started(), loaded([9]), HELD, jumped([5], 1), newer([7, 6], 'c'));
    expect(far.timeline.start).to.equal(1);
  });

  it('keeps what waits until the newest events are loaded', () => {
    const far = apply(started(), loaded([9]), HELD, jumped([5], 40), arrived(11, 12));
    expect(ids(far.timeline.pending)).to.deep.equal(['event-12', 'event-11']);
    const asked = applyMessage(far, { kind: 'released' });
    expect(ids(asked.timeline.rows)).to.deep.equal(['event-5']);
    expect(asked.timeline.pending).to.have.length(2);
    const top = applyMessage(asked, newer([12, 11, 9], null));
    // What waits is not shown twice, also where the server has told of it already.
    expect(ids(top.timeline.rows)).to.deep.equal(['event-9', 'event-5']);
    const shown = applyMessage(top, { kind: 'released' }).timeline;
    expect(ids(shown.rows)).to.deep.equal(['event-12', 'event-11', 'event-9', 'event-5']);
  });

  it('lets go of its other end at the limit, and knows where to read that again', () => {
    const minutes = Array.from({ length: MAX_ROWS }, (_, index) => 2 * MAX_ROWS - index);
    const page = (first: number): EventPage => ({
      events: Array.from({ length: 100 }, (_, index) => storedEvent(first - index)),
      next: MORE,
    });
    const down = apply(started(), loaded(minutes, MORE), HELD, {
      kind: 'more-loaded',
      page: page(MAX_ROWS),
    }).timeline;
    expect(down.rows).to.have.length(MAX_ROWS);
    expect(down.start).to.equal(100);
    expect(down.newer).to.deep.equal({ from: down.rows[0]?.time, cursor: null });
    const back = apply(
      started(),
      HELD,
      jumped(minutes, 100),
      newer([2 * MAX_ROWS + 2, 2 * MAX_ROWS + 1], null),
    ).timeline;
    expect(back.rows).to.have.length(MAX_ROWS);
    expect(back.next).to.deep.equal({ to: back.rows.at(-1)?.time, cursor: null });
  });
});
