import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { problemOfName } from '../words.ts';
import type { PageProps } from './page.ts';
import { Saved, useSaved } from './saved.tsx';

const NAME_LENGTH = 100;

export interface OwnNameProps extends Pick<PageProps, 'api' | 'onAccount'> {
  readonly name: string;
}

/** What one is called here, by oneself. */
export function OwnName({ api, name, onAccount }: OwnNameProps) {
  const saved = useSaved();
  return (
    <Form
      submit="Save the name"
      busy="Saving…"
      isQuiet
      check={(entry) => ({ name: problemOfName(entry('name')) })}
      send={(entry) => api.rename(entry('name'))}
      onDone={() => {
        saved.show('Saved');
        void onAccount();
      }}
      actions={<Saved saved={saved} />}
    >
      {(problem) => (
        <Field
          {...{ label: 'Name', name: 'name', value: name, maxLength: NAME_LENGTH }}
          autocomplete="name"
          problem={problem('name')}
        />
      )}
    </Form>
  );
}
