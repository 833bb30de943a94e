import type { ViewProps } from '../views/view-props.ts';

/** What opens in front of any view. */
export type ToolName = 'palette' | 'views' | 'export';

export interface ToolProps extends ViewProps {
  readonly onClose: () => void;
  readonly onOpen: (tool: ToolName | 'help') => void;
}

export interface OpenToolProps extends ToolProps {
  readonly tool: ToolName | null;
}
