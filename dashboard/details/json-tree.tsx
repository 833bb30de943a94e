import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { JsonObject, JsonValue } from '../../backend/model/event.ts';
import { LinkedText } from '../components/event-text.tsx';
import { Icon } from '../components/icon.tsx';
import { revealText } from '../text.ts';
import { isBranch, moveInTree, openAtFirst, sizeOf, type TreeNode, visibleNodes } from './tree.ts';

/** Data of an event, to unfold: by mouse, and by the keys of a tree. */
export function JsonTree({ data }: { readonly data: JsonObject }) {
  const open = useSignal(openAtFirst(data));
  const current = useSignal<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const nodes = visibleNodes(data, open.value);
  const active = nodes.find(({ path }) => path === current.value)?.path ?? nodes[0]?.path;

  const toggle = (path: string) => {
    const next = new Set(open.peek());
    if (!next.delete(path)) next.add(path);
    open.value = next;
  };
  const onKeyDown = (press: KeyboardEvent) => {
    if (active === undefined || press.ctrlKey || press.metaKey || press.altKey) return;
    if (press.key === 'Enter' && followLink(press.target)) return press.preventDefault();
    const move = moveInTree(nodes, active, press.key);
    if (move === null) return;
    press.preventDefault();
    press.stopPropagation();
    if (move.kind !== 'focus') return toggle(move.path);
    current.value = move.path;
    const index = nodes.findIndex(({ path }) => path === move.path);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  const tree = { role: 'tree', 'aria-label': 'Data', onKeyDown } as const;
  return (
    <ul ref={list} class="tree" {...tree}>
      {nodes.map((node) => (
        <Row
          key={node.path}
          node={node}
          isActive={node.path === active}
          onFocus={() => {
            current.value = node.path;
          }}
          onToggle={() => toggle(node.path)}
        />
      ))}
    </ul>
  );
}

/** The link of a row is not a stop of its own. */
function followLink(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.querySelector('a') : null;
  link?.click();
  return link !== null;
}

interface RowProps {
  readonly node: TreeNode;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
}

function Row({ node, isActive, onFocus, onToggle }: RowProps) {
  const { name, value, level, position, siblings, isOpen } = node;
  const item = {
    role: 'treeitem',
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    ...(isOpen === null ? {} : { 'aria-expanded': isOpen }),
    onFocus,
    ...(isOpen === null ? {} : { onClick: onToggle }),
  } as const;
  return (
    <li {...item} class="tree-row" style={{ '--level': level - 1 }} tabIndex={isActive ? 0 : -1}>
      <span class="tree-mark" aria-hidden="true">
        {isOpen !== null && <Icon name={isOpen ? 'down' : 'right'} />}
      </span>
      <span class="tree-name">
        <bdi>{revealText(name)}</bdi>
      </span>{' '}
      <Value value={value} />
    </li>
  );
}

function Value({ value }: { readonly value: JsonValue }) {
  if (typeof value === 'string') return <LinkedText text={value} />;
  if (isBranch(value)) return <span class="muted">{sizeOf(value)}</span>;
  return <code>{JSON.stringify(value)}</code>;
}
