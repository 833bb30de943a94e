import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { VIEW_NAME_LIMIT } from '../../backend/model/view.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Sheet } from '../components/sheet.tsx';
import { Toasts } from '../components/toasts.tsx';
import { toQuery, withReference } from '../url-state.ts';
import { type SavedView, type SavedViews, savedViewsOf } from './saved-views.ts';
import type { ToolProps } from './tool-props.ts';
import { ViewLine } from './view-line.tsx';

/** Saves what is on the screen under a name, and lists what was saved. */
export function ViewsSheet({ app, session, onClose }: ToolProps) {
  const { keptViews, toaster } = app;
  const views = savedViewsOf({ session, keptViews, toaster });
  const person = session.account.value?.person ?? null;
  useEffect(() => void views.load(), [views]);
  const address = location.pathname + toQuery(withReference(app.navigation.query.value, null));
  return (
    <Sheet title="Saved views" onClose={onClose}>
      {person === null ? (
        <p class="muted">Sign in with your password to save views of your own.</p>
      ) : (
        <SaveForm
          views={views}
          address={address}
          mayShare={person.role !== 'viewer'}
          onSaved={(name) => {
            toaster.say(`Saved “${name}”`);
            onClose();
          }}
        />
      )}
      <List app={app} session={session} onClose={onClose} views={views} address={address} />
      {/* Those of the page are behind this dialog, where nothing can be pressed. */}
      <Toasts toaster={toaster} />
    </Sheet>
  );
}

interface SaveFormProps {
  readonly views: SavedViews;
  readonly address: string;
  readonly mayShare: boolean;
  readonly onSaved: (name: string) => void;
}

function SaveForm({ views, address, mayShare, onSaved }: SaveFormProps) {
  const isShared = useSignal(false);
  return (
    <Form
      class="stack view-form"
      label="Save this view"
      submit="Save this view"
      busy="Saving…"
      check={(entry) => ({ name: entry('name') === '' ? 'Give it a name.' : null })}
      send={(entry) => views.save(entry('name'), address, isShared.value)}
      onDone={(form) => onSaved(String(new FormData(form).get('name')).trim())}
      actions={
        mayShare && (
          <label class="check">
            <input
              type="checkbox"
              checked={isShared.value}
              onChange={({ currentTarget }) => {
                isShared.value = currentTarget.checked;
              }}
            />
            Share with everybody here
          </label>
        )
      }
    >
      {(problem) => (
        <Field
          {...{ label: 'Name of what you see now', name: 'name', maxLength: VIEW_NAME_LIMIT }}
          placeholder="Rollbacks in production"
          problem={problem('name')}
        />
      )}
    </Form>
  );
}

interface ListProps extends Pick<ToolProps, 'app' | 'session' | 'onClose'> {
  readonly views: SavedViews;
  readonly address: string;
}

function List(props: ListProps) {
  const { views } = props;
  const list = views.list.value;
  if (list === null) {
    return views.problem.value === null ? (
      <Skeleton />
    ) : (
      <div class="stack">
        <p class="problem" role="alert">
          {views.problem.value}
        </p>
        <p class="actions">
          <button type="button" class="button" onClick={() => void views.load()}>
            Try again
          </button>
        </p>
      </div>
    );
  }
  if (list.length === 0) {
    return <p class="muted">None yet. A view keeps the page with its filters, search and range.</p>;
  }
  return (
    <>
      <Group {...props} title="Yours" list={list.filter((view) => !view.isShared)} />
      <Group {...props} title="Shared" list={list.filter((view) => view.isShared)} />
    </>
  );
}

interface GroupProps extends ListProps {
  readonly title: string;
  readonly list: readonly SavedView[];
}

function Group({ title, list, ...props }: GroupProps) {
  if (list.length === 0) return null;
  return (
    <section class="view-group" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {list.map((view) => (
          <ViewLine key={view.id} {...props} view={view} />
        ))}
      </ul>
    </section>
  );
}

function Skeleton() {
  return (
    <div class="facet-skeleton">
      <p class="visually-hidden" role="status">
        Loading the views
      </p>
      <span class="skeleton" />
      <span class="skeleton" />
      <span class="skeleton" />
    </div>
  );
}
