/** The saved views of who is signed in: what the server keeps, and what can be done with them. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { data } from '../api.ts';
import { bare, type Kept, type KeptView, refreshKept, regainKept, toggleView } from '../kept.ts';
import type { KeptViews } from '../kept-views.ts';
import { type ApiRequest, type ApiResult, request } from '../requests.ts';
import type { Session } from '../session.ts';
import type { Toaster } from '../toaster.ts';
import { explain } from '../words.ts';

/** As the API answers. */
export interface SavedView extends KeptView {
  readonly isShared: boolean;
  readonly owner: { readonly id: string; readonly name: string };
}

export interface SavedViews {
  /** Null until they are there. */
  readonly list: ReadonlySignal<readonly SavedView[] | null>;
  /** Why they are not there; null where there is nothing to say. */
  readonly problem: ReadonlySignal<string | null>;
  load(): Promise<void>;
  save(name: string, address: string, isShared: boolean): Promise<ApiResult<SavedView>>;
  change(
    view: SavedView,
    changes: Partial<Pick<SavedView, 'name' | 'address' | 'isShared'>>,
  ): Promise<ApiResult<SavedView>>;
  /** With a toast that takes it back. */
  remove(view: SavedView): Promise<void>;
  togglePin(view: KeptView): void;
  toggleHome(view: KeptView): void;
}

export interface SavedViewsDependencies {
  readonly session: Pick<Session, 'key' | 'end'>;
  readonly keptViews: KeptViews;
  readonly toaster: Toaster;
}

const PATH = '/api/v1/views';

const ofSession = new WeakMap<object, SavedViews>();

/** One list for each session, whoever asks. */
export function savedViewsOf(dependencies: SavedViewsDependencies): SavedViews {
  const { session } = dependencies;
  const known = ofSession.get(session) ?? createSavedViews(dependencies);
  ofSession.set(session, known);
  return known;
}

function createSavedViews({ session, keptViews, toaster }: SavedViewsDependencies): SavedViews {
  const list = signal<readonly SavedView[] | null>(null);
  const problem = signal<string | null>(null);
  const ask = async (path: string, more: Omit<ApiRequest, 'path' | 'key'> = {}) => {
    const answer = await request({ path: `${PATH}${path}`, key: session.key, ...more });
    if (!answer.ok && answer.error.kind === 'unauthorized') session.end(answer.error.message);
    return answer;
  };
  const replace = (views: readonly SavedView[]) => {
    list.value = views;
    keptViews.change((kept) => refreshKept(kept, views));
  };
  const load = async () => {
    const answer = data<readonly SavedView[]>(await ask(''));
    if (answer.ok) replace(answer.value);
    problem.value = answer.ok ? null : explain(answer.error, location.host);
  };
  const save: SavedViews['save'] = async (name, address, isShared) => {
    const answer = data<SavedView>(await ask('', { body: { name, address, isShared } }));
    if (answer.ok) replace([...(list.peek() ?? []), answer.value]);
    return answer;
  };
  const restore = async (view: SavedView, kept: Kept) => {
    const answer = await save(view.name, view.address, view.isShared);
    if (!answer.ok) {
      toaster.say(`“${view.name}” could not be restored: ${answer.error.message}`);
      return;
    }
    keptViews.change((now) => regainKept(now, kept, view.id, answer.value));
    toaster.say(`“${view.name}” is back`);
  };

  return {
    list,
    problem,
    load,
    save,
    change: async (view, changes) => {
      const path = `/${encodeURIComponent(view.id)}`;
      const answer = data<SavedView>(await ask(path, { method: 'PATCH', body: changes }));
      if (answer.ok) {
        replace((list.peek() ?? []).map((one) => (one.id === view.id ? answer.value : one)));
      }
      return answer;
    },
    remove: async (view) => {
      const kept = keptViews.kept.peek();
      const answer = await ask(`/${encodeURIComponent(view.id)}`, { method: 'DELETE' });
      if (!answer.ok && answer.error.kind !== 'missing') {
        toaster.say(`“${view.name}” could not be deleted: ${answer.error.message}`);
        return;
      }
      replace((list.peek() ?? []).filter(({ id }) => id !== view.id));
      toaster.say(`Deleted “${view.name}”`, {
        label: 'Undo',
        run: () => void restore(view, kept),
      });
    },
    togglePin: (view) => {
      keptViews.change((kept) => ({ ...kept, pinned: toggleView(kept.pinned, view) }));
    },
    toggleHome: (view) => {
      keptViews.change((kept) => ({
        ...kept,
        home: kept.home?.id === view.id ? null : bare(view),
      }));
    },
  };
}
