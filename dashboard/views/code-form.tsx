import type { App } from '../app.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { explain } from '../words.ts';

/** The second step of signing in. */
export function CodeForm({ app }: { readonly app: App }) {
  return (
    <Form
      submit="Sign in"
      busy="Signing in…"
      check={(entry) => ({
        code: entry('code') === '' ? 'Write the code that your app shows.' : null,
      })}
      send={(entry) => app.enterCode(entry('code'))}
      explainError={(error) => explain(error, location.host)}
    >
      {(problem) => (
        <Field
          {...{ label: 'Code', name: 'code', autocomplete: 'one-time-code' }}
          hint="From the app on your phone; or one of your recovery codes."
          problem={problem('code')}
        />
      )}
    </Form>
  );
}
