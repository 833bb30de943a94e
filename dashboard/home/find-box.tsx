import { useRef } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { SEARCH_ID } from '../search-id.ts';

export interface FindBoxProps {
  readonly value: string;
  /** One step of the history for each visit to the box. */
  readonly onFind: (text: string, how: 'push' | 'replace') => void;
}

const LIMIT = 200;

/** Narrows the matrix while one types: everything is here already. */
export function FindBox({ value, onFind }: FindBoxProps) {
  const isFirst = useRef(true);
  return (
    <search class="search" data-hint="/">
      <Icon name="search" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-keyshortcuts="/"
        aria-label="Find a system, a version or a person"
        placeholder="System, version or person"
        autocomplete="off"
        spellcheck={false}
        maxLength={LIMIT}
        value={value}
        onInput={({ currentTarget }) => {
          onFind(currentTarget.value, isFirst.current ? 'push' : 'replace');
          isFirst.current = false;
        }}
        onBlur={() => {
          isFirst.current = true;
        }}
      />
    </search>
  );
}
