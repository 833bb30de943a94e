/** What a person can attach to a conversation: the same answers as the tools give, by address. */
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { eventSchema } from '../model/schema.ts';
import { asMeant } from './arguments.ts';
import { type Completer, eventIds, namesOf } from './completers.ts';
import { resourceNotFound } from './fault.ts';
import { QUERY_GUIDE } from './query-guide.ts';
import { quote } from './text.ts';
import { runTool, type Tool, type ToolContext } from './tool.ts';
import { getEvent } from './tools/get-event.ts';
import { getOrganizationContext } from './tools/get-organization-context.ts';
import { getState } from './tools/get-state.ts';
import { queryEvents } from './tools/query-events.ts';

interface ResourceDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

interface Resource extends ResourceDescription {
  readonly uri: string;
  readonly read: (context: ToolContext) => Promise<string>;
}

interface Template extends ResourceDescription {
  readonly uriTemplate: string;
  /** What completes each variable. */
  readonly variables: Readonly<Record<string, Completer>>;
  /** Rejects with NOT_FOUND. Values are decoded. */
  readonly read: (context: ToolContext, value: string) => Promise<string>;
}

const JSON_TYPE = 'application/json';
/** Before any event. */
const BEGINNING = '1970-01-01T00:00:00Z';

const answerOf = async (tool: Tool, context: ToolContext, args: Record<string, unknown>) =>
  (await runTool(tool, context, args)).text;

const RESOURCES: readonly Resource[] = [
  {
    uri: 'timeline://context',
    name: 'context',
    title: 'What this timeline is about',
    description: 'Types, sources, subjects, time span, limits, and what the administrators wrote.',
    mimeType: JSON_TYPE,
    read: (context) => answerOf(getOrganizationContext, context, {}),
  },
  {
    uri: 'timeline://schema/event',
    name: 'event-schema',
    title: 'The form of an event',
    description: 'JSON Schema of an event (CloudEvents 1.0) as senders write it.',
    mimeType: 'application/schema+json',
    read: async () => JSON.stringify(schemaOfEvent()),
  },
  {
    uri: 'timeline://guide/queries',
    name: 'query-guide',
    title: 'How to ask the timeline',
    description: 'Times, filters, pages and which tool answers which question.',
    mimeType: 'text/markdown',
    read: async () => QUERY_GUIDE,
  },
];

const TEMPLATES: readonly Template[] = [
  {
    uriTemplate: 'timeline://events/{id}',
    name: 'event',
    title: 'One event',
    description: 'An event with all its data, its neighbours, notes and rollback.',
    mimeType: JSON_TYPE,
    variables: { id: eventIds },
    read: (context, id) => answerOf(getEvent, context, { id }),
  },
  {
    uriTemplate: 'timeline://subjects/{subject}/state',
    name: 'subject-state',
    title: 'What runs in an environment',
    description: 'The version of each source that runs there now.',
    mimeType: JSON_TYPE,
    variables: { subject: namesOf('subject') },
    read: async (context, subject) => {
      await checkSubject(context, subject);
      return answerOf(getState, context, { subject: [subject] });
    },
  },
  {
    uriTemplate: 'timeline://subjects/{subject}/recent',
    name: 'subject-recent',
    title: 'What happened in an environment',
    description: 'Its newest events.',
    mimeType: JSON_TYPE,
    variables: { subject: namesOf('subject') },
    read: async (context, subject) => {
      await checkSubject(context, subject);
      return answerOf(queryEvents, context, { subject: [subject], from: BEGINNING });
    },
  },
];

/** The event itself, not a reference to it. */
function schemaOfEvent() {
  const { $ref: _, $defs, ...head } = z.toJSONSchema(eventSchema, { io: 'input' });
  return { ...head, ...$defs?.['Event'] };
}

async function checkSubject({ query, principal }: ToolContext, subject: string): Promise<void> {
  const { events } = await query.list(principal.organization, {
    ...{ subject: asMeant([subject]), order: 'desc', limit: 1 },
  });
  if (events.length === 0) throw notFound(`there is no event with the subject ${quote(subject)}`);
}

export function listResources() {
  return RESOURCES.map(({ read: _, ...listed }) => listed);
}

export function listTemplates() {
  return TEMPLATES.map(({ read: _, variables: _variables, ...listed }) => listed);
}

export function templateOf(uriTemplate: string): Template | undefined {
  return TEMPLATES.find((one) => one.uriTemplate === uriTemplate);
}

const VARIABLE = /\{\w+\}/;

/** Rejects with a `ProtocolFault` or NOT_FOUND for what is not there. */
export async function readResource(context: ToolContext, uri: string) {
  const contents = (mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] });
  const resource = RESOURCES.find((one) => one.uri === uri);
  if (resource !== undefined) return contents(resource.mimeType, await resource.read(context));
  for (const template of TEMPLATES) {
    const [before = '', after = ''] = template.uriTemplate.split(VARIABLE);
    if (!uri.startsWith(before) || !uri.endsWith(after)) continue;
    const value = decode(uri.slice(before.length, uri.length - after.length));
    if (value === undefined) continue;
    return contents(template.mimeType, await template.read(context, value));
  }
  throw resourceNotFound(uri, `there is no resource ${quote(uri)}; resources/list has all`);
}

/** Of one variable: a slash in it would be written as %2F. */
function decode(value: string): string | undefined {
  if (value === '' || value.includes('/')) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
