/** What an assistant needs to be told, with the address of this Milepost filled in. Pure. */

export const ASSISTANTS = [
  'claude-code',
  'claude-desktop',
  'claude-ai',
  'chatgpt',
  'cursor',
  'vscode',
  'zed',
] as const;
export type AssistantName = (typeof ASSISTANTS)[number];

/** `sign-in`: a person lets it in; null: it takes no key. */
export type Way = 'sign-in' | 'key';

export interface AssistantStep {
  readonly does: string;
  /** To copy; null where there is nothing to. */
  readonly text: string | null;
  readonly copy: string;
}

export interface AssistantGuide {
  readonly name: string;
  readonly takesKeys: boolean;
  /** Whether it calls from the internet, and not from where it runs. */
  readonly isHosted: boolean;
  readonly steps: readonly AssistantStep[];
}

/** Stands in where the key is not known. */
const KEY = 'mp_…';

/** `url` is of the MCP endpoint; `key` null: it is not at hand, and the reader fills it in. */
export function guideFor(
  assistant: AssistantName,
  way: Way,
  url: string,
  key: string | null,
): AssistantGuide {
  const isByKey = way === 'key';
  const bearer = `Bearer ${key ?? KEY}`;
  const headers = isByKey ? { headers: { Authorization: bearer } } : {};
  switch (assistant) {
    case 'claude-code':
      return {
        ...{ name: 'Claude Code', takesKeys: true, isHosted: false },
        steps: [
          command(
            'Run this where you use it:',
            `claude mcp add --transport http milepost ${url}${isByKey ? ` --header "Authorization: ${bearer}"` : ''}`,
          ),
          ...(isByKey ? [] : [only('In Claude Code, type /mcp, choose milepost, and sign in.')]),
        ],
      };
    case 'claude-desktop':
      return {
        ...{ name: 'Claude Desktop', takesKeys: true, isHosted: false },
        steps: isByKey ? [lines(DESKTOP_FILE, desktopConfig(url, bearer))] : connector(url),
      };
    case 'claude-ai':
      return {
        ...{ name: 'claude.ai', takesKeys: false, isHosted: true },
        steps: connector(url),
      };
    case 'chatgpt':
      return {
        ...{ name: 'ChatGPT', takesKeys: false, isHosted: true },
        steps: [
          only('Under Settings, Apps, Advanced settings, switch on the developer mode.'),
          address('Create an app with this as the address of the MCP server, and OAuth:', url),
          only('Sign in here when it asks you to.'),
        ],
      };
    case 'cursor':
      return {
        ...{ name: 'Cursor', takesKeys: true, isHosted: false },
        steps: [
          lines(
            'Add this to ~/.cursor/mcp.json:',
            json({ mcpServers: { milepost: { url, ...headers } } }),
          ),
          ...(isByKey ? [] : [only('Under Settings, MCP, press Connect beside milepost.')]),
        ],
      };
    case 'vscode':
      return {
        ...{ name: 'VS Code', takesKeys: true, isHosted: false },
        steps: [
          lines(
            'Add this to .vscode/mcp.json, and start the server that it names:',
            json({ servers: { milepost: { type: 'http', url, ...headers } } }),
          ),
        ],
      };
    case 'zed':
      return {
        ...{ name: 'Zed', takesKeys: true, isHosted: false },
        steps: [
          lines(
            'Add this to the settings of Zed:',
            json({ context_servers: { milepost: { url, ...headers } } }),
          ),
        ],
      };
  }
}

const DESKTOP_FILE =
  'Add this to claude_desktop_config.json (Settings, Developer, Edit Config), and start it again:';

/** It takes no headers itself; this program beside it adds them. */
function desktopConfig(url: string, bearer: string): string {
  const args = ['-y', 'mcp-remote', url, '--header', `Authorization:\${AUTHORIZATION}`];
  return json({
    mcpServers: { milepost: { command: 'npx', args, env: { AUTHORIZATION: bearer } } },
  });
}

function connector(url: string): readonly AssistantStep[] {
  return [
    address('Under Settings, Connectors, add a custom connector with this address:', url),
    only('Press Connect, and sign in here when it asks you to.'),
  ];
}

function only(does: string): AssistantStep {
  return { does, text: null, copy: '' };
}

function command(does: string, text: string): AssistantStep {
  return { does, text, copy: 'Copy the command' };
}

function lines(does: string, text: string): AssistantStep {
  return { does, text, copy: 'Copy the lines' };
}

function address(does: string, text: string): AssistantStep {
  return { does, text, copy: 'Copy the address' };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
