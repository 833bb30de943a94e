import { useEffect } from 'preact/hooks';
import { ExportSheet } from './export-sheet.tsx';
import { Palette } from './palette.tsx';
import type { OpenToolProps } from './tool-props.ts';
import { ViewsSheet } from './views-sheet.tsx';
import { startWatching } from './watch.ts';

/** The tool that is open in front of the view; and, all the while, what notifies of events. */
export function Tools({ tool, ...props }: OpenToolProps) {
  useWatching(props);
  switch (tool) {
    case 'palette':
      return <Palette {...props} />;
    case 'views':
      return <ViewsSheet {...props} />;
    case 'export':
      return <ExportSheet {...props} />;
    case null:
      return null;
  }
}

function useWatching({ app, session }: Omit<OpenToolProps, 'tool'>): void {
  const { keptViews, navigation } = app;
  const isWanted = keptViews.kept.value.watched.length > 0;
  useEffect(() => {
    if (isWanted) return startWatching({ session, keptViews, goTo: navigation.goTo });
    return undefined;
  }, [session, isWanted]);
}
