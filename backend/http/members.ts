/** The console's doors to an organization, its members and its invitations. */
import { z } from 'zod';
import { email, name, role } from '../model/account-schema.ts';
import { MANAGERS, ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { byPerson } from '../services/actors.ts';
import type { Invitations } from '../services/invitations.ts';
import type { Member, Members } from '../services/members.ts';
import type { Post } from '../services/post.ts';
import type { OrganizationStore } from '../store/port.ts';
import { dataAnswer } from './answers.ts';
import { iso } from './console.ts';
import { personAnswer } from './me.ts';
import { sendData } from './respond.ts';
import { keyedRoute, personRoute, type Route } from './route.ts';

export interface MembersDependencies {
  readonly members: Members;
  readonly invitations: Invitations;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly post: Pick<Post, 'invitation' | 'reset'>;
  /** How people reach this server. */
  readonly baseUrl: () => string;
}

const time = z.iso.datetime({ precision: 3 });
const organizationAnswer = dataAnswer(z.object({ id: z.string(), name: z.string() }));
const member = personAnswer.extend({ createdAt: time, hasSecondFactor: z.boolean() });
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  createdBy: z
    .string()
    .meta({ description: 'The e-mail address of who invited; or the user of a shell.' }),
  createdAt: time,
  expiresAt: time,
});
const nothing = dataAnswer(z.object({}));
const linkAnswer = z.object({
  link: z.string().meta({ description: 'To be passed on; it is not shown again.' }),
  expiresAt: time,
  mailed: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether it was sent by mail, too; null where no mail is configured.' }),
});

export function memberRoutes(dependencies: MembersDependencies): Route[] {
  return [
    ...organizationRoutes(dependencies),
    ...memberListRoutes(dependencies),
    resetLinkRoute(dependencies),
    ...invitationRoutes(dependencies),
  ];
}

function organizationRoutes({ members, organizations }: MembersDependencies): Route[] {
  const path = '/api/v1/organization';
  const answers = { 200: { description: 'The organization.', schema: organizationAnswer } };
  const describe = async (id: string) => ({ id, name: (await organizations.find(id))?.name ?? id });
  return [
    keyedRoute({
      path,
      parameters: noParameters,
      document: { tag: 'Console', summary: 'The organization', answers },
      handle: async ({ res, organization }) => sendData(res, 200, await describe(organization)),
    }),
    personRoute({
      method: 'patch',
      path,
      roles: MANAGERS,
      parameters: noParameters,
      body: z.object({ name }),
      document: { summary: 'Rename the organization', answers },
      handle: async ({ res, organization, person, body }) => {
        await members.rename(organization, body.name, byPerson(person));
        sendData(res, 200, await describe(organization));
      },
    }),
  ];
}

function memberListRoutes({ members }: MembersDependencies): Route[] {
  const one = '/api/v1/members/:id';
  const document = { path: { id: 'Of the member.' } };
  return [
    personRoute({
      method: 'get',
      path: '/api/v1/members',
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'List the members',
        answers: { 200: { description: 'Oldest first.', schema: dataAnswer(z.array(member)) } },
      },
      handle: async ({ res, organization }) =>
        sendData(res, 200, (await members.list(organization)).map(toMember)),
    }),
    personRoute({
      method: 'patch',
      path: one,
      roles: MANAGERS,
      parameters: noParameters,
      body: z.object({ role }),
      document: {
        ...document,
        summary: 'Change a member’s role',
        answers: { 200: { description: 'The member.', schema: dataAnswer(member) } },
        errors: ['CONFLICT'],
      },
      handle: async ({ req, res, organization, person, body }) => {
        const id = String(req.params['id']);
        sendData(
          res,
          200,
          toMember(await members.setRole(organization, id, body.role, byPerson(person))),
        );
      },
    }),
    personRoute({
      method: 'delete',
      path: one,
      roles: MANAGERS,
      parameters: noParameters,
      body: null,
      document: {
        ...document,
        summary: 'Remove a member; their sessions end',
        answers: { 200: { description: 'They are none any more.', schema: nothing } },
        errors: ['CONFLICT'],
      },
      handle: async ({ req, res, organization, person }) => {
        await members.remove(organization, String(req.params['id']), byPerson(person));
        sendData(res, 200, {});
      },
    }),
  ];
}

function resetLinkRoute({ members, post, baseUrl }: MembersDependencies): Route {
  return personRoute({
    method: 'post',
    path: '/api/v1/members/:id/reset-link',
    roles: MANAGERS,
    parameters: noParameters,
    body: null,
    document: {
      path: { id: 'Of the member.' },
      summary: 'Make a link by which a member sets a new password, once',
      answers: { 201: { description: 'Earlier ones end.', schema: dataAnswer(linkAnswer) } },
    },
    handle: async ({ req, res, organization, person }) => {
      const id = String(req.params['id']);
      const { token, expiresAt } = await members.resetLink(organization, id, byPerson(person));
      const link = `${baseUrl()}/reset#${token}`;
      const mailed = await post.reset(id, { link, expiresAt, by: person.email });
      sendData(res, 201, { link, expiresAt: iso(expiresAt), mailed });
    },
  });
}

function invitationRoutes({ invitations, post, baseUrl }: MembersDependencies): Route[] {
  const path = '/api/v1/invitations';
  return [
    personRoute({
      method: 'get',
      path,
      roles: MANAGERS,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'List the open invitations',
        answers: { 200: { description: 'Oldest first.', schema: dataAnswer(z.array(invitation)) } },
      },
      handle: async ({ res, organization }) => {
        const open = await invitations.list(organization);
        sendData(
          res,
          200,
          open.map(({ createdAt, expiresAt, ...one }) => ({
            ...one,
            createdAt: iso(createdAt),
            expiresAt: iso(expiresAt),
          })),
        );
      },
    }),
    personRoute({
      method: 'post',
      path,
      roles: MANAGERS,
      parameters: noParameters,
      body: z.object({ email, role }),
      document: {
        summary: 'Invite somebody, by a link that you pass on',
        answers: {
          201: {
            description: 'An earlier invitation of this address ends.',
            schema: dataAnswer(linkAnswer.extend({ id: z.string() })),
          },
        },
        errors: ['CONFLICT'],
      },
      handle: async ({ res, organization, person, body }) => {
        const made = await invitations.create(
          organization,
          body.email,
          body.role,
          byPerson(person),
        );
        const { id, expiresAt } = made;
        const link = `${baseUrl()}/invite#${made.token}`;
        const mailed = await post.invitation(organization, {
          ...{ to: body.email, role: body.role, by: person.email },
          ...{ link, expiresAt },
        });
        sendData(res, 201, { id, link, expiresAt: iso(expiresAt), mailed });
      },
    }),
    personRoute({
      method: 'delete',
      path: `${path}/:id`,
      roles: MANAGERS,
      parameters: noParameters,
      body: null,
      document: {
        path: { id: 'Of the invitation.' },
        summary: 'Revoke an invitation',
        answers: { 200: { description: 'Its link is not good any more.', schema: nothing } },
      },
      handle: async ({ req, res, organization, person }) => {
        await invitations.revoke(organization, String(req.params['id']), byPerson(person));
        sendData(res, 200, {});
      },
    }),
  ];
}

function toMember({ createdAt, ...person }: Member) {
  return { ...person, createdAt: iso(createdAt) };
}
