import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { StoredEvent } from '../../backend/model/event.ts';
import { formatDuration, formatRelative, readersTime } from '../time-format.ts';
import type { ListField } from '../url-state.ts';
import { EventText, LinkedText } from './event-text.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface EventFieldsProps {
  readonly event: StoredEvent;
  readonly now: ReadonlySignal<number>;
  readonly onFilter?: ((field: ListField, value: string, isExcluded?: boolean) => void) | undefined;
}

/** The members that every event has; what is left are its extensions. */
const MEMBERS = [
  ...['id', 'specversion', 'type', 'source', 'time', 'subject', 'severity', 'version'],
  ...['datacontenttype', 'dataschema', 'data', 'createdAt'],
];
/** Receipt that soon after the event says nothing. */
const PROMPT_MS = 2000;
const FILTERED = ['source', 'subject', 'version', 'type'] as const;

/** Name and value of everything but the data. */
export function EventFields({ event, now, onFilter }: EventFieldsProps) {
  const happened = Date.parse(event.time);
  const received = Date.parse(event.createdAt);
  const lag = received - happened;
  const extensions = Object.entries(event).filter(([name]) => !MEMBERS.includes(name));
  return (
    <dl class="fields">
      <Field name="Time">
        <time dateTime={event.time}>{readersTime.absolute(happened)}</time>{' '}
        <span class="muted">{formatRelative(happened, now.value)}</span>
      </Field>
      {FILTERED.map((field) => (
        <FilterField key={field} field={field} value={event[field]} onFilter={onFilter} />
      ))}
      <Field name="Received">
        <time dateTime={event.createdAt}>{readersTime.absolute(received)}</time>
        {Math.abs(lag) >= PROMPT_MS && (
          <span class="muted">
            {' '}
            {formatDuration(Math.abs(lag))} {lag > 0 ? 'after' : 'before'} it happened
          </span>
        )}
      </Field>
      <Field name="Id">
        <code>
          <EventText text={event.id} />
        </code>
      </Field>
      <Field name="Content type">
        <EventText text={event.datacontenttype ?? '–'} />
      </Field>
      {event.dataschema !== null && (
        <Field name="Schema">
          <LinkedText text={event.dataschema} />
        </Field>
      )}
      {extensions.map(([name, value]) => (
        <Field key={name} name={name}>
          <LinkedText text={String(value)} />
        </Field>
      ))}
    </dl>
  );
}

interface FieldProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Field({ name, children }: FieldProps) {
  return (
    <div class="field-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FilterFieldProps extends Pick<EventFieldsProps, 'onFilter'> {
  readonly field: (typeof FILTERED)[number];
  readonly value: string | null;
}

function FilterField({ field, value, onFilter }: FilterFieldProps) {
  const name = `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
  if (value === null) return null;
  return (
    <Field name={name}>
      <span class="filter-field">
        <EventText text={value} />
        {onFilter !== undefined && (
          <>
            <FilterButton
              name={`Filter by this ${field}`}
              icon="filter"
              onPress={() => onFilter(field, value)}
            />
            <FilterButton
              name={`Leave out this ${field}`}
              icon="without"
              onPress={() => onFilter(field, value, true)}
            />
          </>
        )}
      </span>
    </Field>
  );
}

interface FilterButtonProps {
  readonly name: string;
  readonly icon: IconName;
  readonly onPress: () => void;
}

function FilterButton({ name, icon, onPress }: FilterButtonProps) {
  return (
    <button type="button" class="button" data-bare aria-label={name} title={name} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
