import type { App } from '../app.ts';
import { Door } from './door.tsx';

export interface LinkProblemProps {
  readonly app: App;
  readonly title: string;
  readonly text: string;
}

/** A link that leads nowhere, and the way on. */
export function LinkProblem({ app, title, text }: LinkProblemProps) {
  const isIn = app.session.value !== null;
  return (
    <Door title={title}>
      <p class="problem" role="alert">
        {text}
      </p>
      <p class="actions">
        <a href="/" class="button" data-primary>
          {isIn ? 'Open Milepost' : 'Sign in'}
        </a>
      </p>
    </Door>
  );
}
