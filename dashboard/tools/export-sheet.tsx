import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copyText } from '../clipboard.ts';
import { Sheet } from '../components/sheet.tsx';
import { toApiParameters } from '../url-state.ts';
import { type ExportProgress, exportEvents, openSink, type Sink } from './export.ts';
import { FORMATS, type FormatName } from './export-formats.ts';
import type { ToolProps } from './tool-props.ts';

const COUNT = new Intl.NumberFormat('en');
const NAMES = Object.keys(FORMATS) as readonly FormatName[];

interface Running extends ExportProgress {
  readonly abort: () => void;
}

/** Everything that the timeline finds now, as a file; or, as a table, to paste. */
export function ExportSheet({ app, session, onClose }: ToolProps) {
  const format = useSignal<FormatName>('csv');
  const running = useSignal<Running | null>(null);
  const problem = useSignal<string | null>(null);
  // Other views have no such filter, and then there are no such figures.
  const isTimeline = app.navigation.place.value.kind === 'timeline';
  const total = isTimeline ? (session.store.counts.value.summary?.total ?? null) : null;
  useEffect(() => () => running.peek()?.abort(), []);

  const run = async (open: () => Promise<Sink>, done: string) => {
    const stop = new AbortController();
    const abort = () => stop.abort();
    problem.value = null;
    try {
      const sink = await open();
      running.value = { bytes: 0, events: 0, abort };
      const { events, bytes } = await exportEvents({
        ...{ format: FORMATS[format.peek()], key: session.key, sink, signal: stop.signal },
        filter: toApiParameters(app.navigation.view.peek()),
        onProgress: (progress) => {
          running.value = { ...progress, abort };
        },
      });
      app.toaster.say(`${done} ${eventsOf(events)}, ${sizeOf(bytes)}`);
      onClose();
    } catch (error) {
      // Given up in the browser's own dialog, or by the button.
      const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
      problem.value = isGivenUp ? null : `The export failed: ${reasonOf(error)}.`;
    } finally {
      running.value = null;
    }
  };
  const save = () =>
    run(() => openSink(fileName(format.peek()), FORMATS[format.peek()]), 'Exported');
  return (
    <Sheet title="Export events" onClose={onClose}>
      <div class="stack export">
        <p class="muted">
          {!isTimeline
            ? 'All events. For a part of them, filter the timeline, and export there.'
            : total === null
              ? 'Everything that the timeline shows now.'
              : `What the timeline shows now: ${eventsOf(total)}.`}
        </p>
        <Formats format={format} isBusy={running.value !== null} />
        <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
        {running.value === null ? (
          <p class="actions">
            <button type="button" class="button" data-primary onClick={() => void save()}>
              Export
            </button>
            {format.value === 'markdown' && (
              <button
                type="button"
                class="button"
                onClick={() => void run(async () => clipboardSink(), 'Copied')}
              >
                Copy
              </button>
            )}
          </p>
        ) : (
          <Progress running={running.value} total={total} />
        )}
      </div>
    </Sheet>
  );
}

function Formats({
  format,
  isBusy,
}: {
  readonly format: Signal<FormatName>;
  readonly isBusy: boolean;
}) {
  return (
    <fieldset class="export-formats" disabled={isBusy}>
      <legend class="visually-hidden">Format</legend>
      {NAMES.map((name) => (
        <label key={name} class="check">
          <input
            type="radio"
            name="format"
            checked={format.value === name}
            autofocus={format.value === name}
            onChange={() => {
              format.value = name;
            }}
          />
          <span>
            <strong>{FORMATS[name].name}</strong> <span class="muted">{FORMATS[name].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Progress({
  running,
  total,
}: {
  readonly running: Running;
  readonly total: number | null;
}) {
  const { events, bytes, abort } = running;
  return (
    <div class="stack">
      <progress
        aria-label="Exported"
        value={total === null ? undefined : events}
        max={total ?? 1}
      />
      <p class="actions">
        <button type="button" class="button" onClick={abort}>
          Cancel
        </button>
        <span class="export-figures">
          {eventsOf(events)}, {sizeOf(bytes)}
        </span>
      </p>
    </div>
  );
}

function clipboardSink(): Sink {
  let text = '';
  return {
    write: async (piece) => {
      text += piece;
    },
    finish: async () => {
      const place = document.querySelector<HTMLElement>('dialog .export') ?? document.body;
      if (!(await copyText(text, place))) throw new Error('the browser did not let it copy');
    },
    discard: async () => {},
  };
}

/** `milepost-events-2026-01-15.csv`, by the reader's own day. */
function fileName(format: FormatName): string {
  const day = new Date().toLocaleDateString('sv');
  return `milepost-events-${day}.${FORMATS[format].ending}`;
}

function eventsOf(count: number): string {
  return `${COUNT.format(count)} ${count === 1 ? 'event' : 'events'}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 100_000) return `${COUNT.format(Math.ceil(bytes / 1000))} kB`;
  return `${COUNT.format(Math.round(bytes / 100_000) / 10)} MB`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
