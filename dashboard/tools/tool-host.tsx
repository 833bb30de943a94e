import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { type LazyView, lazy } from '../components/lazy.tsx';
import { Sheet } from '../components/sheet.tsx';
import type { ToolName, ToolProps } from './tool-props.ts';

/** Each in a file of its own, fetched when it is first opened. */
const TOOLS: Readonly<Record<ToolName, LazyView<ToolProps>>> = {
  palette: lazyTool(async () => (await import('./palette.tsx')).Palette),
  views: lazyTool(async () => (await import('./views-sheet.tsx')).ViewsSheet),
  export: lazyTool(async () => (await import('./export-sheet.tsx')).ExportSheet),
};

/** Who opens the palette types on at once: it had better be there. */
const PRELOAD_MS = 2000;

/** What is open in front of the view. */
export function ToolHost({ tool, ...props }: ToolProps & { readonly tool: ToolName | null }) {
  useEffect(() => {
    const waiting = setTimeout(TOOLS.palette.preload, PRELOAD_MS);
    return () => clearTimeout(waiting);
  }, []);
  const Tool = tool === null ? null : TOOLS[tool];
  return Tool === null ? null : <Tool {...props} />;
}

/** Nothing stands there while it is on its way, which is a blink; a failure says what to do. */
function lazyTool(load: () => Promise<ComponentType<ToolProps>>): LazyView<ToolProps> {
  return lazy(async () => load().catch(() => NotLoaded), Nothing);
}

function Nothing() {
  return null;
}

function NotLoaded({ onClose }: ToolProps) {
  return (
    <Sheet title="This could not be loaded" onClose={onClose}>
      <div class="stack">
        <p>Milepost does not answer, or was updated meanwhile.</p>
        <p class="actions">
          <button type="button" class="button" data-primary onClick={() => location.reload()}>
            Load the page again
          </button>
        </p>
      </div>
    </Sheet>
  );
}
