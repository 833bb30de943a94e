import type { ReadonlySignal } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import { type Item, referenceToItem } from '../bursts.ts';
import { isSameEvent } from '../rows.ts';
import type { EventReference } from '../url-state.ts';
import { BurstRow } from './burst-row.tsx';
import { EventRow, type EventRowProps } from './event-row.tsx';
import { steady } from './steady.tsx';

export interface ItemRowProps {
  readonly item: Item;
  readonly index: number;
  readonly isActive: boolean;
  readonly openEvent: EventReference | null;
  readonly now: ReadonlySignal<number>;
  readonly onToggle: (burst: string) => void;
  readonly onOpen: (event: StoredEvent) => void;
  readonly onActivate: (reference: EventReference) => void;
  readonly onFilter: EventRowProps['onFilter'];
}

/** A row of the list: an event, or many of them. */
export const ItemRow = steady(({ item, openEvent, onToggle, ...props }: ItemRowProps) => {
  const { index, isActive, now, onOpen, onFilter } = props;
  const onActivate = () => props.onActivate(referenceToItem(item));
  if (item.kind === 'event') {
    const { event, isMember } = item;
    const isOpen = openEvent !== null && isSameEvent(event, openEvent);
    return (
      <EventRow
        {...{ event, index, isActive, isOpen, isMember, now, onOpen, onActivate, onFilter }}
      />
    );
  }
  return (
    <BurstRow
      {...{ index, isActive, now, onActivate }}
      burst={item.burst}
      isExpanded={item.isExpanded}
      onToggle={onToggle}
    />
  );
});
