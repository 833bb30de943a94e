/** The client of the SDK's second line, which test/tools has: for 2026-07-28 and what was before. */
import { existsSync } from 'node:fs';

/** What the tests use of it; its own types are only there where test/tools is installed. */
export interface ModernClient {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  getProtocolEra(): string | undefined;
  getInstructions(): string | undefined;
  getServerVersion(): { readonly name: string } | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<{
    readonly isError?: boolean;
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly content: readonly { readonly text: string }[];
  }>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: { uri: string; text: string }[] }>;
  getPrompt(params: {
    name: string;
    arguments: object;
  }): Promise<{ messages: { content: { text: string } }[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
}

interface Library {
  readonly Client: new (
    info: { name: string; version: string },
    options: { versionNegotiation?: { mode: 'legacy' | 'auto' | { pin: string } } },
  ) => ModernClient;
  readonly StreamableHTTPClientTransport: new (
    url: URL,
    options: { requestInit: { headers: Record<string, string> } },
  ) => unknown;
}

const FILE = new URL(
  '../../tools/node_modules/@modelcontextprotocol/client/dist/index.mjs',
  import.meta.url,
);

export type Mode = 'legacy' | 'auto' | { readonly pin: string };

/** Undefined where test/tools is not installed. */
export const connectModern = existsSync(FILE)
  ? async (url: string, key: string, mode?: Mode): Promise<ModernClient> => {
      const { Client, StreamableHTTPClientTransport } = (await import(FILE.href)) as Library;
      const info = { name: 'test', version: '1' };
      const client = new Client(info, mode === undefined ? {} : { versionNegotiation: { mode } });
      const headers = { Authorization: `Bearer ${key}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      );
      return client;
    }
  : undefined;
