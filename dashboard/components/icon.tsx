/** Line icons on a grid of 24, in the colour of the text around them. */
const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  link: 'M10 13a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 11a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  terminal: 'M5 7l5 5-5 5M13 17h6',
  braces:
    'M9 4c-3 0-2 3-2 5s-1 3-3 3c2 0 3 1 3 3s-1 5 2 5M15 4c3 0 2 3 2 5s1 3 3 3c-2 0-3 1-3 3s1 5-2 5',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20c1-4 4-5 8-5s7 1 8 5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  up: 'M6 15l6-6 6 6',
  back: 'M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3',
  alert: 'M12 4l9 16H3zM12 10v4M12 16.5v.5',
  down: 'M6 9l6 6 6-6',
  top: 'M12 19V5M6 11l6-6 6 6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  compare: 'M7 4v13M4 14l3 3 3-3M17 20V7M14 10l3-3 3 3',
  swap: 'M4 9h15M15 5l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  list: 'M4 6h2M10 6h10M4 12h2M10 12h10M4 18h2M10 18h10',
  table: 'M4 5h16v14H4zM4 10h16M4 15h16M10 10v9',
  chart: 'M5 20v-8M12 20V4M19 20v-5',
  settings: 'M4 7h9M19 7h1M16 4.5v5M4 17h1M11 17h9M8 14.5v5',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  minus: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4M8 11h6',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  without: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  more: 'M5 12h.5M12 12h.5M19 12h.5',
  bookmark: 'M6 4h12v16l-6-4-6 4z',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: what it stands for is written beside it or on its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
