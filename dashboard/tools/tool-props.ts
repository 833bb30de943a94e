import type { ViewProps } from '../views/view-props.ts';

/** What opens in front of any view; each is fetched when it is first asked for. */
export type ToolName = 'palette' | 'views' | 'export';

export interface ToolProps extends ViewProps {
  readonly onClose: () => void;
  readonly onOpen: (tool: ToolName | 'help') => void;
}
