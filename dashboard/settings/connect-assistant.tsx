import { useSignal } from '@preact/signals';
import { CommandBlock } from '../components/command-block.tsx';
import { MakeKey } from '../welcome/make-key.tsx';
import { reachOf } from '../welcome/reach.ts';
import {
  ASSISTANTS,
  type AssistantGuide,
  type AssistantName,
  guideFor,
  type Way,
} from './assistants.ts';
import { findEndpoint } from './endpoint.ts';
import { Loaded } from './loaded.tsx';
import type { PageProps } from './page.ts';
import { mayManage } from './permissions.ts';
import { useResource } from './use-resource.ts';

type ConnectProps = Pick<PageProps, 'api' | 'account'>;

/** What to do in the assistant, for each of those that people use. */
export function ConnectAssistant(props: ConnectProps) {
  const endpoint = useResource(findEndpoint);
  return (
    <section class="section">
      <h2>Connect an assistant</h2>
      <Loaded resource={endpoint}>
        {({ url, hasSignIn }) => <Guide {...props} url={url} hasSignIn={hasSignIn} />}
      </Loaded>
    </section>
  );
}

interface GuideProps extends ConnectProps {
  readonly url: string;
  readonly hasSignIn: boolean;
}

function Guide({ api, account, url, hasSignIn }: GuideProps) {
  const chosen = useSignal<AssistantName>('claude-code');
  const wanted = useSignal<Way>(hasSignIn ? 'sign-in' : 'key');
  const secret = useSignal<string | null>(null);
  const { takesKeys } = guideFor(chosen.value, 'key', url, null);
  const way = takesKeys ? wanted.value : 'sign-in';
  const guide = guideFor(chosen.value, way, url, secret.value);
  const nameOf = (one: AssistantName) => guideFor(one, way, url, null).name;
  return (
    <>
      <Choice label="Assistant" group="assistant" of={ASSISTANTS} chosen={chosen} nameOf={nameOf} />
      {takesKeys && hasSignIn && (
        <Choice label="How it gets in" group="way" of={WAYS} chosen={wanted} nameOf={wayName} />
      )}
      {!takesKeys && !hasSignIn && <NoSignIn name={guide.name} />}
      <NotReached guide={guide} url={url} />
      {way === 'key' &&
        (mayManage(account) ? (
          <MakeKey
            make={api.makeKey}
            scope="READ_ONLY"
            suggestion={guide.name}
            secret={secret.value}
            onMade={(made) => {
              secret.value = made;
            }}
          />
        ) : (
          <p>Ask an owner or admin for a READ_ONLY key.</p>
        ))}
      <Steps guide={guide} />
    </>
  );
}

const WAYS: readonly Way[] = ['sign-in', 'key'];

function wayName(way: Way): string {
  return way === 'key' ? 'With an API key' : 'By signing in';
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly group: string;
  readonly of: readonly Value[];
  readonly chosen: { value: Value };
  readonly nameOf: (value: Value) => string;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, group, of, chosen, nameOf } = props;
  return (
    <fieldset class="ranges">
      <legend class="visually-hidden">{label}</legend>
      {of.map((one) => (
        <label key={one} class="range">
          <input
            type="radio"
            name={group}
            checked={chosen.value === one}
            onChange={() => {
              chosen.value = one;
            }}
          />
          <span>{nameOf(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Steps({ guide }: { readonly guide: AssistantGuide }) {
  return (
    <>
      <ol class="steps">
        {guide.steps.map(({ does, text, copy }) => (
          <li key={does} class="step">
            <p>{does}</p>
            {text !== null && <CommandBlock command={text} label={copy} />}
          </li>
        ))}
      </ol>
      <p class="muted">
        More in <code>docs/oauth.md</code> and <code>docs/mcp.md</code> of the repository.
      </p>
    </>
  );
}

function NoSignIn({ name }: { readonly name: string }) {
  return (
    <p class="conflict">
      {name} takes no API key, and signing in is off on this server. It needs OAUTH=on, and BASE_URL
      with the https address that people use.
    </p>
  );
}

/** Services call from the internet. */
function NotReached({ guide, url }: { readonly guide: AssistantGuide; readonly url: string }) {
  const { hostname } = new URL(url);
  if (!guide.isHosted || reachOf(hostname) === 'anywhere') return null;
  return (
    <div class="conflict">
      <p>
        {guide.name} calls from the internet, and does not reach <strong>{hostname}</strong>. Put
        Milepost at an https address that it reaches, and set BASE_URL to it.
      </p>
    </div>
  );
}
