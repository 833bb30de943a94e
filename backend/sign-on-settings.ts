/** Settings of single sign-on: see `config.ts`, which reads them. */
import { z } from 'zod';
import { isSafeUrl } from './model/issuer.ts';
import { GIVEN_ROLES, type GivenRole, NEWCOMERS, type SignOnRules } from './model/sign-on.ts';

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/;

const list = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((values) => values.every((one) => one !== ''), { error: 'has an empty part' });

export const SIGN_ON_SETTINGS = {
  OIDC_ISSUER: z
    .string()
    .refine((text) => isSafeUrl(text, true), {
      error: 'must be an https address, without query and credentials',
    })
    .optional()
    .meta({
      description:
        'Single sign-on for people: the OpenID Connect issuer, as it calls itself; see [single sign-on](single-sign-on.md).',
    }),
  OIDC_CLIENT_ID: z.string().optional().meta({
    description: 'What Milepost is called at that issuer.',
  }),
  OIDC_CLIENT_SECRET: z.string().optional().meta({
    description: 'What Milepost proves that with; absent for a public client.',
    secret: true,
  }),
  OIDC_NAME: z.string().max(40, { error: 'must be at most 40 characters' }).optional().meta({
    description: 'What the button on the sign-in page calls it; the issuer’s host when absent.',
  }),
  OIDC_DOMAINS: list
    .transform((values) => values.map((one) => one.toLowerCase()))
    .refine((values) => values.every((one) => one === '*' || DOMAIN.test(one)), {
      error: 'must be domains such as example.com, with commas between them, or *',
    })
    .optional()
    .meta({
      description:
        'Domains of e-mail addresses that may come in by single sign-on, with commas between them; any when absent.',
    }),
  OIDC_NEWCOMERS: z
    .enum(NEWCOMERS, { error: `must be one of ${NEWCOMERS.join(', ')}` })
    .default('invited')
    .meta({
      description:
        'What becomes of people who are no members yet: only those who were invited come in, or anyone of OIDC_DOMAINS does, in this role.',
    }),
  OIDC_EMAIL_VERIFIED: z
    .enum(['claim', 'always'], { error: 'must be claim or always' })
    .default('claim')
    .meta({
      description:
        'Whether the issuer has to say that it verified an address; always is for issuers that never say, and let nobody choose an address.',
    }),
  OIDC_ROLE_CLAIM: z.string().optional().meta({
    description: 'The claim that roles go by at each sign-in, such as groups.',
  }),
  OIDC_ROLES: list
    .transform((pairs) => new Map(pairs.map(toPair)))
    .refine((roles) => [...roles.values()].every((role) => role !== null), {
      error: `must be pairs such as developers=member; the roles are ${GIVEN_ROLES.join(', ')}`,
    })
    .optional()
    .meta({
      description:
        'Which value of that claim gives which role, such as `platform=admin,developers=member`; the highest counts.',
    }),
  PASSWORD_SIGN_IN: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on').meta({
    description:
      'With off nobody signs in with a password any more; `milepost users reset` lets an owner in all the same.',
  }),
} as const;

function toPair(text: string): readonly [string, GivenRole | null] {
  const at = text.lastIndexOf('=');
  const role = GIVEN_ROLES.find((one) => one === text.slice(at + 1).trim()) ?? null;
  return [text.slice(0, Math.max(at, 0)).trim(), at > 0 ? role : null];
}

type SignOnSettings = z.output<z.ZodObject<typeof SIGN_ON_SETTINGS>>;

export interface SignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** For the button. */
  readonly name: string;
  readonly rules: SignOnRules;
}

/** Settings that are good each, and not together. */
export function problemsOfSignOn(settings: SignOnSettings): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client, OIDC_DOMAINS: domains } = settings;
  const { OIDC_ROLE_CLAIM: claim, OIDC_ROLES: roles } = settings;
  const wrong: string[] = [];
  if ((issuer === undefined) !== (client === undefined)) {
    wrong.push('OIDC_ISSUER: single sign-on needs OIDC_CLIENT_ID and OIDC_ISSUER');
  }
  if ((claim === undefined) !== (roles === undefined)) {
    wrong.push('OIDC_ROLES: roles by a claim need OIDC_ROLE_CLAIM and OIDC_ROLES');
  }
  if (settings.OIDC_NEWCOMERS !== 'invited' && domains === undefined) {
    wrong.push(
      'OIDC_NEWCOMERS: needs OIDC_DOMAINS, or everybody who has an account at the issuer could come in; * if that is meant',
    );
  }
  if (settings.PASSWORD_SIGN_IN === 'off' && issuer === undefined) {
    wrong.push('PASSWORD_SIGN_IN: may be off only where OIDC_ISSUER is set');
  }
  return wrong;
}

export function toSignOn(settings: SignOnSettings): SignOnConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_DOMAINS: domains } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  const { OIDC_ROLE_CLAIM: claim, OIDC_ROLES: roles } = settings;
  const given = [...(roles ?? [])].flatMap(([value, role]) =>
    role === null ? [] : [[value, role] as const],
  );
  return {
    issuer,
    clientId,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    name: settings.OIDC_NAME ?? new URL(issuer).host,
    rules: {
      domains: domains === undefined || domains.includes('*') ? null : domains,
      newcomers: settings.OIDC_NEWCOMERS,
      isEmailTrusted: settings.OIDC_EMAIL_VERIFIED === 'always',
      roles: claim === undefined ? null : { claim, byValue: new Map(given) },
    },
  };
}
