import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isNarrow } from '../media.ts';
import { SEARCH_ID } from '../search-id.ts';
import { parseSearch, tokenize } from '../search-syntax.ts';
import { type Known, type Suggestion, suggest } from '../suggestions.ts';
import { Icon } from './icon.tsx';
import { SuggestionList } from './suggestion-list.tsx';

export interface SearchBoxProps {
  /** The filter as text. */
  readonly value: string;
  readonly known: Known;
  /** `isFirst`: the first change since the reader began to type. */
  readonly onSearch: (text: string, isFirst: boolean) => void;
}

const PAUSE_MS = 200;
const LIMIT = 2000;
const PLACEHOLDER = 'Search, or filter: subject:production -type:deployment';

/** The whole filter as one line: it searches while one types, and says how it can go on. */
export function SearchBox({ value, known, onSearch }: SearchBoxProps) {
  const box = useSearch(value, onSearch);
  const { text, caret, isOpen, chosen } = box;
  const listId = useId();
  const problemId = useId();
  const suggestions = suggest(text.value, caret.value, known);
  const { list } = suggestions;
  const isShown = isOpen.value && list.length > 0;
  const [problem] = box.isJudged.value ? parseSearch(text.value).problems : [];
  const accept = ({ insert }: Suggestion) => {
    const isField = insert.endsWith(':');
    const before = text.value.slice(0, suggestions.start) + insert + (isField ? '' : ' ');
    const after = text.value.slice(suggestions.end).trimStart();
    box.rewrite(before + after, before.length);
    if (!isField) box.search(before + after);
  };
  const onKeyDown = (press: KeyboardEvent) => {
    const { key } = press;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      press.preventDefault();
      box.move(key === 'ArrowDown' ? 1 : -1, list.length);
    } else if (key === 'Enter' || (key === 'Tab' && isShown && chosen.value >= 0)) {
      const suggestion = isShown ? list[chosen.value] : undefined;
      if (suggestion === undefined) return box.leave();
      press.preventDefault();
      accept(suggestion);
    } else if (key === 'Escape' && isShown) {
      press.stopPropagation();
      press.preventDefault();
      isOpen.value = false;
    }
  };
  return (
    <search class="search" data-hint="/">
      <Icon name="search" />
      <input
        ref={box.input}
        id={SEARCH_ID}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={
          isShown && chosen.value >= 0 ? `${listId}-${chosen.value}` : undefined
        }
        aria-keyshortcuts="/"
        aria-label="Search and filter"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        placeholder={isNarrow.value ? 'Search or filter' : PLACEHOLDER}
        autocomplete="off"
        spellcheck={false}
        maxLength={LIMIT}
        value={text.value}
        onInput={({ currentTarget }) => box.type(currentTarget)}
        onKeyDown={onKeyDown}
        onSelect={({ currentTarget }) => {
          caret.value = currentTarget.selectionStart ?? 0;
        }}
        onFocus={() => {
          isOpen.value = true;
        }}
        onBlur={box.leave}
      />
      <SuggestionList
        id={listId}
        list={isShown ? list : []}
        chosen={chosen.value}
        onAccept={accept}
      />
      {problem !== undefined && !isShown && (
        <p class="search-problem" id={problemId} role="alert">
          {problem.message}
        </p>
      )}
    </search>
  );
}

/** What is in the box, and when it becomes the filter: one step of the history for each visit. */
function useSearch(value: string, onSearch: SearchBoxProps['onSearch']) {
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal(value);
  const caret = useSignal(value.length);
  const isOpen = useSignal(false);
  const chosen = useSignal(-1);
  // Nobody is told that a word is wrong before it is written.
  const isJudged = useSignal(false);
  const isFirst = useRef(true);
  const waiting = useRef<number>(0);
  // The address may change without the box: Back, a link, a click on a value.
  useEffect(() => {
    if (document.activeElement !== input.current) text.value = value;
  }, [value, text]);

  const search = (wanted: string) => {
    clearTimeout(waiting.current);
    onSearch(wanted, isFirst.current);
    isFirst.current = false;
  };
  const rewrite = (next: string, at: number) => {
    text.value = next;
    caret.value = at;
    chosen.value = -1;
    // Once the new text is there.
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at));
  };
  return {
    ...{ input, text, caret, isOpen, chosen, isJudged, search, rewrite },
    type: ({ value: typed, selectionStart }: HTMLInputElement) => {
      text.value = typed;
      caret.value = selectionStart ?? typed.length;
      isOpen.value = true;
      isJudged.value = false;
      chosen.value = -1;
      clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => search(finished(typed, caret.peek())), PAUSE_MS);
    },
    move: (by: 1 | -1, count: number) => {
      if (count === 0) return;
      isOpen.value = true;
      // One place more than there are suggestions: the box itself.
      const places = count + 1;
      chosen.value = ((chosen.peek() + 1 + by + places) % places) - 1;
    },
    leave: () => {
      isOpen.value = false;
      isJudged.value = true;
      chosen.value = -1;
      if (text.peek() !== value) search(text.peek());
      isFirst.current = true;
    },
  };
}

/** Without the field that is being written: half a value finds nothing. */
function finished(text: string, caret: number): string {
  const token = tokenize(text).find(({ start, end }) => start < caret && caret <= end);
  const isUnfinished = token !== undefined && (token.name !== null || token.isExcluded);
  return isUnfinished ? text.slice(0, token.start) + text.slice(token.end) : text;
}
