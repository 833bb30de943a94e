import type { App } from '../app.ts';
import { copyText } from '../clipboard.ts';
import { Icon } from '../components/icon.tsx';
import { closeMenu, Menu } from '../components/menu.tsx';
import { saveFile } from '../save-file.ts';
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
  const save = async () => {
    const { toCsv } = await import('./export.ts');
    saveFile('what-runs-where.csv', toCsv(model.grid.peek()), 'text/csv');
  };
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
