/** What a browser makes of saved views: which one opens first, which are pinned and watched. Pure. */

export interface KeptView {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

export interface Kept {
  /** Opened instead of the home page when Milepost is opened. */
  readonly home: KeptView | null;
  readonly pinned: readonly KeptView[];
  /** Those whose events are notified. */
  readonly watched: readonly KeptView[];
}

export const NOTHING_KEPT: Kept = { home: null, pinned: [], watched: [] };

/** What was stored, or as much of it as can be used. */
export function readKept(text: string | null): Kept {
  try {
    const { home, pinned, watched } = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>;
    return { home: toViews([home])[0] ?? null, pinned: toViews(pinned), watched: toViews(watched) };
  } catch {
    return NOTHING_KEPT;
  }
}

function toViews(value: unknown): readonly KeptView[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((one) => {
    const { id, name, address } = (one ?? {}) as Readonly<Record<string, unknown>>;
    const isView = typeof id === 'string' && typeof name === 'string';
    // Followed without a further look: it must lead nowhere else.
    return isView && typeof address === 'string' && /^\/(?![/\\])/.test(address)
      ? [{ id, name, address }]
      : [];
  });
}

/** Names and addresses as they are now; what is gone, or not for this reader, is left out. */
export function refreshKept(kept: Kept, views: readonly KeptView[]): Kept {
  const current = (known: readonly KeptView[]) =>
    known.flatMap(({ id }) => views.filter((view) => view.id === id).map(bare));
  const [home = null] = current(kept.home === null ? [] : [kept.home]);
  return { home, pinned: current(kept.pinned), watched: current(kept.watched) };
}

/** What was made of a view before it was deleted, made of the one that stands for it now. */
export function regainKept(now: Kept, before: Kept, id: string, view: KeptView): Kept {
  const again = (known: readonly KeptView[], had: readonly KeptView[]) =>
    includesView(had, { id }) ? [...known, bare(view)] : known;
  return {
    home: before.home?.id === id ? bare(view) : now.home,
    pinned: again(now.pinned, before.pinned),
    watched: again(now.watched, before.watched),
  };
}

export function includesView(views: readonly KeptView[], { id }: Pick<KeptView, 'id'>): boolean {
  return views.some((one) => one.id === id);
}

export function toggleView(views: readonly KeptView[], view: KeptView): readonly KeptView[] {
  return includesView(views, view)
    ? views.filter(({ id }) => id !== view.id)
    : [...views, bare(view)];
}

/** Only what is kept of it. */
export function bare({ id, name, address }: KeptView): KeptView {
  return { id, name, address };
}
