import type { App } from '../app.ts';
import { InviteView } from './invite-view.tsx';
import { ResetView } from './reset-view.tsx';
import { SetUpView } from './set-up-view.tsx';

export interface LinkViewProps {
  readonly app: App;
  readonly kind: 'set-up' | 'invite' | 'reset';
}

const VIEWS = { 'set-up': SetUpView, invite: InviteView, reset: ResetView } as const;

/** What a link with a token opens. */
export function LinkView({ app, kind }: LinkViewProps) {
  const View = VIEWS[kind];
  return <View app={app} />;
}
