import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ApiError, ApiResult } from '../requests.ts';
import { explain } from '../words.ts';

/** What is wrong with which field. */
export type FieldProblems = Readonly<Record<string, string | null>>;
export type Entries = (name: string) => string;

export interface FormProps {
  readonly class?: string;
  readonly label?: string;
  /** Looks before anybody is asked; nulls where nothing is wrong. */
  readonly check?: (entries: Entries) => FieldProblems;
  readonly send: (entries: Entries, form: HTMLFormElement) => Promise<ApiResult<unknown>>;
  readonly submit: string;
  readonly busy: string;
  readonly isQuiet?: boolean;
  readonly onDone?: (form: HTMLFormElement) => void;
  /** In words of the page's own, where it has better ones. */
  readonly explainError?: (error: ApiError) => string;
  /** Said at first, until something else is. */
  readonly notice?: string | null;
  readonly children: (problems: (name: string) => string | undefined) => ComponentChildren;
  readonly actions?: ComponentChildren;
}

interface Told {
  readonly text: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

const NOTHING: Told = { text: null, fields: {} };

/** Checks, sends, and says what is wrong: beside the field, or above the button. */
export function Form(props: FormProps) {
  const told = useSignal<Told>({ ...NOTHING, text: props.notice ?? null });
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, told.value);

  const run = async (element: HTMLFormElement) => {
    if (isBusy.peek()) return;
    const entries = readEntries(element);
    const wrong = problemsIn(props.check?.(entries) ?? {});
    told.value = { text: null, fields: wrong };
    if (Object.keys(wrong).length > 0) return;
    isBusy.value = true;
    const answer = await props.send(entries, element);
    isBusy.value = false;
    told.value = answer.ok ? NOTHING : toTold(answer.error, element, props.explainError);
    if (answer.ok) props.onDone?.(element);
  };

  return (
    <form
      ref={form}
      class={props.class ?? 'stack'}
      aria-label={props.label}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault();
        void run(submit.currentTarget);
      }}
    >
      {props.children((name) => told.value.fields[name])}
      <div role="alert">{told.value.text !== null && <p class="problem">{told.value.text}</p>}</div>
      <p class="actions">
        <button
          type="submit"
          class="button"
          data-primary={props.isQuiet !== true}
          disabled={isBusy.value}
        >
          {isBusy.value ? props.busy : props.submit}
        </button>
        {props.actions}
      </p>
    </form>
  );
}

/** Passwords are kept as they are; around everything else, spaces mean nothing. */
export function readEntries(form: HTMLFormElement): Entries {
  const data = new FormData(form);
  return (name) => {
    const text = String(data.get(name) ?? '');
    return /password|current/.test(name) ? text : text.trim();
  };
}

function problemsIn(found: FieldProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
  );
}

function toTold(error: ApiError, form: HTMLFormElement, words: FormProps['explainError']): Told {
  const shown = Object.entries(error.fields).filter(([name]) => form.elements.namedItem(name));
  if (shown.length > 0) return { text: null, fields: Object.fromEntries(shown) };
  return { text: words?.(error) ?? explain(error, location.host), fields: {} };
}

function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, told: Told): void {
  useLayoutEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
  }, [told]);
}
