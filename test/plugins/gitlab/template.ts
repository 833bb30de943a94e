/** The committed templates, as a pipeline reads them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { ROOT } from '../../support/process.ts';

export const FOLDER = join(ROOT, 'plugins/gitlab');
export type Component = 'milepost' | 'milepost-job';

export interface Input {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly options?: readonly string[];
  readonly regex?: string;
}

interface Job {
  readonly script?: readonly string[];
  readonly before_script?: readonly string[];
  readonly after_script?: readonly string[];
}

export function templateText(component: Component): string {
  return readFileSync(join(FOLDER, `templates/${component}.yml`), 'utf8');
}

export function readTemplate(component: Component): {
  readonly inputs: Readonly<Record<string, Input>>;
  readonly jobs: Readonly<Record<string, Job>>;
} {
  const [header, jobs] = loadAll(templateText(component)) as [
    { spec: { inputs: Record<string, Input> } },
    Record<string, Job>,
  ];
  return { inputs: header.spec.inputs, jobs };
}

/** What runs behind the script of a job that extends `.milepost`. */
export function recordScript(): string {
  const script = readTemplate('milepost').jobs['.$[[ inputs.prefix ]]']?.after_script?.[0];
  if (script === undefined) throw new Error('the template has no after_script');
  return script;
}
