import type { JsonValue, StoredEvent } from '../../backend/model/event.ts';
import { OutsideLink } from '../components/event-text.tsx';
import type { Navigation } from '../navigation.ts';
import { revealText } from '../text.ts';
import { formatDuration } from '../time-format.ts';
import { type Around, distanceOf } from './cell.ts';
import { type Difference, differences, markDifference } from './diff.ts';
import { EventLink, nameOf } from './event-link.tsx';
import { compareLink } from './forge.ts';
import { Section } from './section.tsx';

export interface ChangesProps {
  readonly event: StoredEvent;
  readonly cell: Around;
  readonly kin: Around;
  readonly navigation: Navigation;
}

/** Differences that are listed; more of them nobody reads. */
const LISTED = 60;

/** What came before and after in the same cell, and what this event changed. */
export function Changes({ event, cell, kin, navigation }: ChangesProps) {
  const [before] = kin.earlier;
  return (
    <Section name="In this cell">
      <dl class="fields">
        <Neighbour name="Before" of={event} event={cell.earlier[0]} navigation={navigation} />
        <Neighbour name="After" of={event} event={cell.later[0]} navigation={navigation} />
      </dl>
      {before !== undefined && <Comparison before={before} event={event} navigation={navigation} />}
    </Section>
  );
}

interface NeighbourProps {
  readonly name: string;
  readonly of: StoredEvent;
  readonly event: StoredEvent | undefined;
  readonly navigation: Navigation;
}

function Neighbour({ name, of, event, navigation }: NeighbourProps) {
  return (
    <div class="field-row">
      <dt>{name}</dt>
      <dd>
        {event === undefined ? (
          <span class="muted">none</span>
        ) : (
          <>
            <EventLink event={event} navigation={navigation} text={nameOf(event)} />{' '}
            <span class="muted">{distanceOf(event, of, formatDuration)}</span>
          </>
        )}
      </dd>
    </div>
  );
}

interface ComparisonProps {
  readonly before: StoredEvent;
  readonly event: StoredEvent;
  readonly navigation: Navigation;
}

function Comparison({ before, event, navigation }: ComparisonProps) {
  const link = compareLink(before, event);
  const found = [...versionChange(before, event), ...differences(before.data, event.data)];
  return (
    <div class="diff">
      <h4>
        Changed since <EventLink event={before} navigation={navigation} text={nameOf(before)} />
      </h4>
      {link !== null && (
        <p>
          <OutsideLink href={link.href} text={`Compare on ${link.host}`} />
        </p>
      )}
      {found.length === 0 ? (
        <p class="muted">Nothing: version and data are the same.</p>
      ) : (
        <ul class="diff-list">
          {found.slice(0, LISTED).map((one) => (
            <Line key={`${one.kind} ${one.path}`} difference={one} />
          ))}
        </ul>
      )}
      {found.length > LISTED && <p class="muted">and {found.length - LISTED} more</p>}
    </div>
  );
}

function versionChange({ version: before }: StoredEvent, { version: after }: StoredEvent) {
  const change = { kind: 'changed', path: 'version', before, after } as const;
  return before === after ? [] : [change];
}

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;

function Line({ difference }: { readonly difference: Difference }) {
  const { kind, path, before, after } = difference;
  const [old, now] = [textOf(before), textOf(after)];
  const parts = old === null || now === null ? null : markDifference(old, now);
  return (
    <li class="diff-line" data-kind={kind}>
      <span class="diff-kind">
        <span aria-hidden="true">{SIGNS[kind]}</span>
        <span class="visually-hidden">{kind}: </span>
      </span>
      <span class="diff-path">
        <bdi>{revealText(path)}</bdi>
      </span>
      <span class="diff-values">
        {old !== null && (
          <del>{parts === null ? <bdi>{old}</bdi> : <Marked {...parts.before} />}</del>
        )}
        {now !== null && (
          <ins>{parts === null ? <bdi>{now}</bdi> : <Marked {...parts.after} />}</ins>
        )}
      </span>
    </li>
  );
}

/** What is different stands out within what is not. */
function Marked(parts: { readonly start: string; readonly middle: string; readonly end: string }) {
  return (
    <bdi>
      {parts.start}
      {parts.middle !== '' && <mark>{parts.middle}</mark>}
      {parts.end}
    </bdi>
  );
}

const LONGEST = 300;

/** Null where there is nothing to show. */
function textOf(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return value === null ? 'none' : null;
  const text = revealText(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
