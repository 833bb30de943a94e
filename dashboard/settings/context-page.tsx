import { useSignal } from '@preact/signals';
import { ContextEditor } from './context-editor.tsx';
import { ContextHistory } from './context-history.tsx';
import { Loaded } from './loaded.tsx';
import { MarkdownView } from './markdown-view.tsx';
import type { PageProps } from './page.ts';
import { mayManage } from './permissions.ts';
import { RevisionLine } from './revision-line.tsx';
import { useResource } from './use-resource.ts';

/** What assistants should know about the business, in its own words. */
export function ContextPage({ api, account }: PageProps) {
  const context = useResource(api.context);
  const isEditing = useSignal(false);
  const canEdit = mayManage(account);
  return (
    <>
      <p class="muted">
        What assistants are told about your business when they read the timeline. Never write
        secrets here: every key of the organization can read it.
      </p>
      <Loaded resource={context}>
        {(found) =>
          isEditing.value ? (
            <ContextEditor
              api={api}
              found={found}
              onSaved={async () => {
                await context.reload();
                isEditing.value = false;
              }}
              onCancel={() => {
                isEditing.value = false;
              }}
            />
          ) : (
            <section class="section" aria-label="Text">
              {found.text.trim() === '' ? (
                <p class="muted">Nothing is written yet.</p>
              ) : (
                <div class="paper">
                  <MarkdownView text={found.text} level={1} />
                </div>
              )}
              <RevisionLine revision={found} />
              {canEdit && (
                <p class="actions">
                  <button
                    type="button"
                    class="button"
                    data-primary
                    onClick={() => {
                      isEditing.value = true;
                    }}
                  >
                    {found.text.trim() === '' ? 'Write it' : 'Edit'}
                  </button>
                </p>
              )}
            </section>
          )
        }
      </Loaded>
      {account.person !== null && !isEditing.value && <History api={api} />}
    </>
  );
}

function History({ api }: Pick<PageProps, 'api'>) {
  const history = useResource(api.contextHistory);
  return (
    <section class="section">
      <h2>History</h2>
      <Loaded resource={history}>
        {(revisions) => <ContextHistory revisions={revisions} read={api.contextAt} />}
      </Loaded>
    </section>
  );
}
