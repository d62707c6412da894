import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a tool answered. */
export interface Called {
  readonly refused: boolean;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A client of the official library, connected to an appliance. */
export interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** Calls a tool; the library checks the result against the schema that the tool declares. */
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

/** How to connect. */
export interface ConnectOptions {
  readonly token?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

/** Connects a client; rejects when the appliance does not let it in. */
export const connect = async (
  url: string,
  { token, path = '/api/mcp/', headers = {} }: ConnectOptions = {},
): Promise<Connected> => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const credentials: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(path, url), {
    requestInit: { headers: { ...headers, ...credentials } },
  });
  await client.connect(transport);
  await client.listTools();
  return {
    client,
    transport,
    call: async (name, args) => {
      const { isError, content, structuredContent } = await client.callTool({
        name,
        ...(args ? { arguments: args } : {}),
      });
      const [first] = content as { text: string }[];
      return {
        refused: isError === true,
        text: first?.text ?? '',
        value: (structuredContent ?? {}) as Called['value'],
      };
    },
    close: () => client.close(),
  };
};

/** One message of JSON-RPC over bare HTTP. */
export const post = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/api/mcp',
): Promise<Response> =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });

/** The message that begins a session. */
export const initialize = (protocolVersion = '2025-06-18') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'bare', version: '1' } },
});

/** Begins a session over bare HTTP and answers its id. */
export const beginSession = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await post(url, initialize(), headers);
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
};
