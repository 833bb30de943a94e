import { useSignal } from '@preact/signals';
import { CommandBlock } from '../components/command-block.tsx';
import { PIPELINES, type Pipeline, snippetFor } from './snippets.ts';

/** The same for each place that pipelines run at. */
export function SnippetTabs({ secret }: { readonly secret: string | null }) {
  const chosen = useSignal<Pipeline>('curl');
  const { origin } = location;
  const shown = snippetFor(chosen.value, origin, secret);
  return (
    <>
      <fieldset class="ranges">
        <legend class="visually-hidden">Where from</legend>
        {PIPELINES.map((one) => (
          <label key={one} class="range">
            <input
              type="radio"
              name="pipeline"
              checked={chosen.value === one}
              onChange={() => {
                chosen.value = one;
              }}
            />
            <span>{snippetFor(one, origin, secret).name}</span>
          </label>
        ))}
      </fieldset>
      {shown.steps.map(({ does, text, copy }) => (
        <div key={does} class="stack snippet">
          <p>{does}</p>
          <CommandBlock command={text} label={copy} />
        </div>
      ))}
      <p class="muted">
        More in <code>{shown.guide}</code> of the repository.
      </p>
    </>
  );
}
