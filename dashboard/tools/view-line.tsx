import { useSignal } from '@preact/signals';
import { VIEW_NAME_LIMIT } from '../../backend/model/view.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Icon } from '../components/icon.tsx';
import { includesView, toggleView } from '../kept.ts';
import { revealText } from '../text.ts';
import { explain } from '../words.ts';
import { askToNotify } from './permission.ts';
import type { SavedView, SavedViews } from './saved-views.ts';
import type { ToolProps } from './tool-props.ts';

export interface ViewLineProps extends Pick<ToolProps, 'app' | 'session' | 'onClose'> {
  readonly view: SavedView;
  readonly views: SavedViews;
  /** What is on the screen. */
  readonly address: string;
}

/** One view: the way to it, and behind a button what can be done with it. */
export function ViewLine(props: ViewLineProps) {
  const { app, session, view, address, onClose } = props;
  const isOpen = useSignal(false);
  const kept = app.keptViews.kept.value;
  const me = session.account.value?.person?.id;
  const facts = [
    ...(view.isShared && view.owner.id !== me ? [`by ${revealText(view.owner.name)}`] : []),
    ...(kept.home?.id === view.id ? ['opens first'] : []),
    ...(includesView(kept.pinned, view) ? ['pinned'] : []),
    ...(includesView(kept.watched, view) ? ['notifies'] : []),
  ];
  const name = revealText(view.name);
  return (
    <li class="view-line">
      <div class="view-head">
        <a
          href={view.address}
          aria-current={view.address === address ? 'page' : undefined}
          onClick={onClose}
        >
          {name}
        </a>
        <span class="muted">{facts.join(', ')}</span>
        <button
          type="button"
          class="button"
          data-bare
          aria-expanded={isOpen.value}
          aria-label={`Change “${name}”`}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          <Icon name={isOpen.value ? 'up' : 'down'} />
        </button>
      </div>
      {isOpen.value && <ViewActions {...props} />}
    </li>
  );
}

function ViewActions({ app, session, view, views, address }: ViewLineProps) {
  const problem = useSignal<string | null>(null);
  const isRenaming = useSignal(false);
  const { pinned, home, watched } = app.keptViews.kept.value;
  const person = session.account.value?.person ?? null;
  const isOwn = view.owner.id === person?.id;
  const isManager = person?.role === 'owner' || person?.role === 'admin';
  const change = async (changes: Parameters<SavedViews['change']>[1]) => {
    const answer = await views.change(view, changes);
    problem.value = answer.ok ? null : explain(answer.error, location.host);
  };
  const watch = async () => {
    problem.value = includesView(watched, view) ? null : await askToNotify();
    if (problem.value !== null) return;
    app.keptViews.change((kept) => ({ ...kept, watched: toggleView(kept.watched, view) }));
  };
  const switches: readonly (readonly [string, boolean, () => void])[] = [
    ['Pin to the top', includesView(pinned, view), () => views.togglePin(view)],
    ['Open first here', home?.id === view.id, () => views.toggleHome(view)],
    ...(view.address.startsWith('/timeline')
      ? [['Notify me', includesView(watched, view), () => void watch()] as const]
      : []),
    ...(isOwn && person?.role !== 'viewer'
      ? [['Share', view.isShared, () => void change({ isShared: !view.isShared })] as const]
      : []),
  ];
  return (
    <div class="view-actions">
      {switches.map(([label, isOn, run]) => (
        <button key={label} type="button" class="button" aria-pressed={isOn} onClick={run}>
          {isOn && <Icon name="check" />} {label}
        </button>
      ))}
      {(isOwn || isManager) && (
        <>
          <button
            type="button"
            class="button"
            aria-expanded={isRenaming.value}
            onClick={() => {
              isRenaming.value = !isRenaming.value;
            }}
          >
            Rename
          </button>
          {view.address !== address && (
            <button type="button" class="button" onClick={() => void change({ address })}>
              Replace by what I see
            </button>
          )}
          <button type="button" class="button" data-bad onClick={() => void views.remove(view)}>
            Delete
          </button>
        </>
      )}
      {isRenaming.value && (
        <Form
          class="view-rename"
          label={`Rename “${revealText(view.name)}”`}
          submit="Rename"
          busy="Renaming…"
          isQuiet
          check={(entry) => ({ name: entry('name') === '' ? 'Give it a name.' : null })}
          send={(entry) => views.change(view, { name: entry('name') })}
          onDone={() => {
            isRenaming.value = false;
          }}
        >
          {(wrong) => (
            <Field
              {...{ label: 'New name', name: 'name', maxLength: VIEW_NAME_LIMIT }}
              value={view.name}
              problem={wrong('name')}
            />
          )}
        </Form>
      )}
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
    </div>
  );
}
