import type { App } from '../app.ts';
import { copyText } from '../clipboard.ts';
import { Icon } from '../components/icon.tsx';
import { closeMenu, Menu } from '../components/menu.tsx';
import type { HomeModel } from './home-model.ts';

export interface ExportMenuProps {
  readonly app: App;
  readonly model: HomeModel;
}

/** The matrix as it is shown, to take along. */
export function ExportMenu({ app, model }: ExportMenuProps) {
  const copy = async (button: HTMLElement) => {
    const { toMarkdown } = await import('./export.ts');
    const isCopied = await copyText(toMarkdown(model.grid.peek()), button);
    app.toaster.say(isCopied ? 'Table copied as Markdown' : 'Copying failed');
    closeMenu(button);
  };
  const save = async () => download((await import('./export.ts')).toCsv(model.grid.peek()));
  return (
    <Menu class="export-menu" name="Export" label={<Icon name="download" />}>
      <button
        type="button"
        class="menu-item"
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        <Icon name="copy" /> Copy as Markdown
      </button>
      <button
        type="button"
        class="menu-item"
        onClick={({ currentTarget }) => {
          void save();
          closeMenu(currentTarget);
        }}
      >
        <Icon name="download" /> Download as CSV
      </button>
    </Menu>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'what-runs-where.csv';
  link.click();
  URL.revokeObjectURL(address);
}
