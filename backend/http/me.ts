/** Who is asking. */
import { z } from 'zod';
import { type Principal, SCOPES } from '../model/key.ts';
import { ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Keys } from '../services/keys.ts';
import type { OrganizationStore } from '../store/port.ts';
import { dataAnswer } from './answers.ts';
import { sendData } from './respond.ts';
import { keyedRoute, type Route } from './route.ts';

export const personAnswer = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
});

const me = z.object({
  organization: z.object({ id: z.string(), name: z.string() }),
  scope: z.enum(SCOPES),
  person: personAnswer.nullable().meta({ description: 'Null for keys and id tokens.' }),
  key: z.object({ name: z.string(), prefix: z.string() }).nullable(),
});

export const meAnswer = dataAnswer(me);
export const meOrNobodyAnswer = dataAnswer(me.nullable());

export interface MeDependencies {
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly keys: Pick<Keys, 'list'>;
}

/** What everyone may know about themselves. */
export type DescribeMe = (principal: Principal) => Promise<z.output<typeof me>>;

export function createMe({ organizations, keys }: MeDependencies): DescribeMe {
  const keyOf = async ({ organization, keyId, person }: Principal) => {
    if (person !== null) return null;
    const key = (await keys.list(organization)).find(({ id }) => id === keyId);
    return key === undefined ? null : { name: key.name, prefix: key.prefix };
  };
  return async (principal) => {
    const { organization: id, scope, person } = principal;
    const found = await organizations.find(id);
    return {
      organization: { id, name: found?.name ?? id },
      scope,
      person,
      key: await keyOf(principal),
    };
  };
}

export function meRoute(describe: DescribeMe): Route {
  return keyedRoute({
    path: '/api/v1/me',
    parameters: noParameters,
    document: {
      tag: 'Set-up',
      summary: 'Who is asking: a person, or a key',
      answers: { 200: { description: 'The caller.', schema: meAnswer } },
    },
    handle: async ({ res, principal }) => sendData(res, 200, await describe(principal)),
  });
}
