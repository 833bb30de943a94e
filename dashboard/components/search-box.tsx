import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface SearchBoxProps {
  readonly value: string;
  /** `isFirst`: the first change since the reader began to type. */
  readonly onSearch: (text: string, isFirst: boolean) => void;
}

/** Where the key `/` leads. */
export const SEARCH_ID = 'search';
const PAUSE_MS = 200;
const LIMIT = 500;

/** Searches while one types, after a short pause; one step of the history for each visit. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const text = useSignal(value);
  const isFirst = useRef(true);
  const waiting = useRef<number>(0);
  // The address may change without the box: Back, a link, "clear all".
  useEffect(() => {
    if (document.activeElement?.id !== SEARCH_ID) text.value = value;
  }, [value, text]);
  const search = () => {
    clearTimeout(waiting.current);
    if (text.value === value) return;
    onSearch(text.value, isFirst.current);
    isFirst.current = false;
  };
  const leave = () => {
    search();
    isFirst.current = true;
  };
  return (
    <search class="search" data-hint="/">
      <Icon name="search" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-keyshortcuts="/"
        aria-label="Search in type, version and source"
        placeholder="Search type, version, source"
        autocomplete="off"
        spellcheck={false}
        maxLength={LIMIT}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          clearTimeout(waiting.current);
          waiting.current = window.setTimeout(search, PAUSE_MS);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') leave();
        }}
        onBlur={leave}
      />
    </search>
  );
}
