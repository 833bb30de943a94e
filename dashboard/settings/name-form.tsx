import { Field, type FieldProps } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import type { ApiResult } from '../requests.ts';
import { NAME_LENGTH, problemOfName } from '../words.ts';
import { Saved, useSaved } from './saved.tsx';

export interface NameFormProps extends Pick<FieldProps, 'hint' | 'autocomplete'> {
  readonly name: string;
  readonly submit: string;
  readonly isQuiet?: boolean;
  readonly send: (name: string) => Promise<ApiResult<unknown>>;
  readonly onSaved: () => Promise<void>;
}

/** Changes what somebody or something is called. */
export function NameForm({
  name,
  submit,
  isQuiet = false,
  send,
  onSaved,
  ...field
}: NameFormProps) {
  const saved = useSaved();
  return (
    <Form
      {...{ submit, isQuiet }}
      busy="Saving…"
      check={(entry) => ({ name: problemOfName(entry('name')) })}
      send={(entry) => send(entry('name'))}
      onDone={() => {
        saved.show('Saved');
        void onSaved();
      }}
      actions={<Saved saved={saved} />}
    >
      {(problem) => (
        <Field
          {...{ label: 'Name', name: 'name', value: name, maxLength: NAME_LENGTH, ...field }}
          problem={problem('name')}
        />
      )}
    </Form>
  );
}
