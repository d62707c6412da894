import type { IncomingHttpHeaders } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { UNEXPECTED } from '../fault.ts';
import type { Clock } from '../platform/clock.ts';
import { isRecord } from '../core/record.ts';
import { Answer, Fields } from './answer.ts';
import { loadProtocol, type Server, type Transport } from './protocol.ts';
import { pictureUris } from './picture-uris.ts';
import { messageOf, paramsProblem, inspect, RPC, rpcError, type Incoming } from './rpc.ts';
import type { McpServerOptions } from './server.ts';
import { HEARTBEAT, HEARTBEAT_MS, Sessions } from './sessions.ts';

/** A request that may pass, with its whole body. */
export interface McpRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/** What the endpoint depends on. */
export interface McpEndpointOptions extends McpServerOptions {
  readonly clock: Clock;
}

const SESSION_HEADER = 'mcp-session-id';
const VERSION_HEADER = 'mcp-protocol-version';
/** Versions that are negotiated once, when a session begins. */
const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
type SessionVersion = (typeof SESSION_VERSIONS)[number];
/** Versions in which several messages may come as one list; of a client that names none the first is assumed. */
const BATCH_VERSIONS: readonly string[] = ['2025-03-26', '2024-11-05'];
const MOST_IN_BATCH = 50;
/** Letters of the answers to a list after which the rest of its messages is refused: all of them wait in memory. */
const MOST_OF_BATCH = 512 * 1024;
/** Versions that a client names with each request, which then needs no session. */
const REQUEST_VERSIONS = ['2026-07-28'];
const LISTEN = 'subscriptions/listen';
const MOST_LISTENING = 32;

const assemble = (
  options: McpEndpointOptions,
  sessions: Sessions,
): { readonly server: Server; readonly transport: Transport } => {
  const library = loadProtocol();
  // Tools, prompts and resources are loaded for the first client too.
  const { createMcpServer } = require('./server.ts') as typeof import('./server.ts');
  const server = createMcpServer(library, options);
  const transport = new library.HttpTransport(server, {
    path: null,
    // Without a session nothing is stored: there is no id.
    getSessionId: () => '',
    // Hosts and origins were checked before.
    allowedOrigins: true,
    sessionManager: { streams: sessions.streams, info: sessions.info },
  });
  // The build has it read and make these instead of the engine's own.
  return { server, transport: transport as unknown as Transport };
};

/** The same stream with heartbeats, and a callback that is called once when it ends. */
const attend = (body: Answer['body'], clock: Clock, onEnd: () => void): Answer['body'] => {
  if (body === null || typeof body === 'string') {
    onEnd();
    return body;
  }
  const reader = body.getReader();
  let cancelBeat = (): void => undefined;
  const end = (): void => {
    cancelBeat();
    onEnd();
  };
  reader.closed.then(end, end);
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const beat = (): void => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(HEARTBEAT);
        cancelBeat = clock.after(HEARTBEAT_MS, beat);
      };
      cancelBeat = clock.after(HEARTBEAT_MS, beat);
    },
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
};

/** A whole message, in JSON; for clients that want nothing but streams the only event of one. */
const reply = (text: string, request: McpRequest, session: string | null = null): Answer => {
  const isEvent = wantsEvents(request);
  const body = isEvent ? `event: message\ndata: ${text}\n\n` : text;
  const type = isEvent ? 'text/event-stream' : 'application/json';
  const own = { 'Content-Type': type, 'Cache-Control': 'no-store' };
  return new Answer(body, { headers: session === null ? own : { ...own, [SESSION_HEADER]: session } });
};

const textOf = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(', ') : (header ?? '');

const isSessionVersion = (version: unknown): version is SessionVersion =>
  SESSION_VERSIONS.some((one) => one === version);

/** The version that an `initialize` asks for, or else the newest. */
const negotiate = ({ params }: Incoming): SessionVersion => {
  const asked = isRecord(params) ? params['protocolVersion'] : undefined;
  return isSessionVersion(asked) ? asked : SESSION_VERSIONS[0];
};

const wantsEvents = ({ headers }: McpRequest): boolean => {
  const accept = textOf(headers.accept);
  return accept.includes('text/event-stream') && !/application\/json|\*\/\*|application\/\*/.test(accept);
};

const unknownSession = (): Answer =>
  rpcError(404, RPC.noSession, 'There is no such session: begin a new one with initialize.');

/** The MCP side of the appliance: streamable HTTP, answered in JSON, with streams for what changes. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #sessions: Sessions;
  #parts: ReturnType<typeof assemble> | undefined;
  #listening = 0;
  #stopped = false;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options.clock);
  }

  /** Answers a request whose credentials were checked. */
  respond(request: McpRequest): Promise<Answer> {
    if (this.#stopped) return Promise.resolve(rpcError(503, RPC.refused, 'The appliance is stopping.'));
    return request.method === 'POST' ? this.#post(request) : this.#other(request);
  }

  /**
   * Notifies the subscribers of a board's picture that it has changed; `primary` says whether it is the primary one.
   */
  boardChanged(boardId: string, primary: boolean): void {
    if (!this.#parts) return;
    for (const uri of pictureUris(boardId, primary)) {
      this.#sessions.notify(uri);
      this.#parts.server.changed('resource', uri);
    }
  }

  /** Ends every stream; clients reconnect by themselves and are checked again. */
  async disconnect(): Promise<void> {
    this.#sessions.disconnect();
    await this.#parts?.transport.close();
  }

  /** Ends every stream, and refuses further requests. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.disconnect();
  }

  /** GET and DELETE: a session's stream, and its end. */
  async #other(request: McpRequest): Promise<Answer> {
    const { method, headers } = request;
    const id = textOf(headers[SESSION_HEADER]);
    const perRequest = REQUEST_VERSIONS.includes(textOf(headers[VERSION_HEADER]));
    if (!perRequest && ['GET', 'DELETE'].includes(method)) {
      if (method === 'GET' && !textOf(headers.accept).includes('text/event-stream'))
        return rpcError(406, RPC.refused, 'The stream is of type text/event-stream, which the client does not accept.');
      if (id === '')
        return rpcError(400, RPC.refused, 'The header Mcp-Session-Id is missing: begin a session with initialize.');
      if (!this.#sessions.markActive(id)) return unknownSession();
    }
    return this.#pass(request, id);
  }

  async #post(request: McpRequest): Promise<Answer> {
    const incoming = inspect(request.body);
    const problem = this.#checkPost(request, incoming);
    if (problem) return problem;
    if (incoming.batch) return this.#batch(request, incoming.batch);
    if (incoming.method === 'initialize') return this.#initialize(request, incoming);
    if (incoming.method === LISTEN) return this.#listen(request, incoming);
    // Nothing is kept of such a client that a notification could change; some name its method in the body alone.
    const isNotification = incoming.id === null && incoming.method?.startsWith('notifications/');
    if (isNotification && REQUEST_VERSIONS.includes(this.#versionOf(request))) return new Answer(null, { status: 202 });
    return this.#settle(await this.#pass(request, textOf(request.headers[SESSION_HEADER])), request, incoming);
  }

  /** Handles the messages of a list one after another; their answers are a list too, without those of notifications. */
  async #batch(request: McpRequest, batch: readonly unknown[]): Promise<Answer> {
    const version = this.#versionOf(request);
    if (!BATCH_VERSIONS.includes(version))
      return rpcError(400, RPC.invalidRequest, `Version ${version} of the protocol has no lists of messages.`);
    if (batch.length === 0 || batch.length > MOST_IN_BATCH)
      return rpcError(400, RPC.invalidRequest, `A list has 1 to ${MOST_IN_BATCH} messages.`);
    const answers: string[] = [];
    let letters = 0;
    for (const message of batch) {
      const answer = await this.#oneOfBatch(request, message, letters > MOST_OF_BATCH);
      if (answer !== '') answers.push(answer);
      letters += answer.length;
    }
    if (answers.length === 0) return new Answer(null, { status: 202 });
    return reply(`[${answers.join()}]`, request);
  }

  async #oneOfBatch(request: McpRequest, message: unknown, isFull: boolean): Promise<string> {
    const body = Buffer.from(JSON.stringify(message));
    const { method, id, batch } = inspect(body);
    const refuse = (code: number, why: string) => rpcError(400, code, why, id).text();
    if (batch || method === 'initialize' || method === LISTEN)
      return refuse(RPC.invalidRequest, 'This message cannot be one of a list.');
    if (isFull && id !== null)
      return refuse(RPC.refused, 'Nothing was done: the answers before it are too large. Send this message by itself.');
    const headers = { ...request.headers, accept: 'application/json' };
    return (await this.#post({ ...request, body, headers })).text();
  }

  /** The version in which a request speaks. */
  #versionOf({ headers }: McpRequest): string {
    return (
      textOf(headers[VERSION_HEADER]) ||
      this.#sessions.versionOf(textOf(headers[SESSION_HEADER])) ||
      (BATCH_VERSIONS[0] ?? '')
    );
  }

  #checkPost({ headers }: McpRequest, incoming: Incoming): Answer | null {
    const version = textOf(headers[VERSION_HEADER]);
    const id = textOf(headers[SESSION_HEADER]);
    if (incoming.method !== 'initialize') {
      const supported = [...REQUEST_VERSIONS, ...SESSION_VERSIONS];
      if (version !== '' && !supported.includes(version)) {
        const requested = version.slice(0, 40);
        const problem = `The protocol version "${requested}" is not supported: ${supported.join(', ')} are.`;
        return rpcError(400, RPC.noVersion, problem, incoming.id, { supported, requested });
      }
      if (id !== '' && !REQUEST_VERSIONS.includes(version) && !this.#sessions.markActive(id)) return unknownSession();
    }
    const problem = incoming.id === null ? null : paramsProblem(incoming);
    return problem === null ? null : rpcError(200, RPC.invalidParams, problem, incoming.id);
  }

  async #initialize(request: McpRequest, incoming: Incoming): Promise<Answer> {
    if (incoming.id === null) return this.#settle(await this.#pass(request, ''), request, incoming);
    const version = negotiate(incoming);
    const id = this.#sessions.open(version);
    // The library takes a version that it does not know for the newest that it does, which is served alike.
    const response = await this.#settle(await this.#pass(request, id), request, incoming, (result) => ({
      ...result,
      protocolVersion: version,
    }));
    if (response.status === 200 && response.headers.get(SESSION_HEADER) !== null) return response;
    this.#sessions.end(id);
    return response;
  }

  async #listen(request: McpRequest, incoming: Incoming): Promise<Answer> {
    if (this.#listening >= MOST_LISTENING)
      return rpcError(503, RPC.refused, 'Too many clients are listening.', incoming.id);
    this.#listening++;
    const response = await this.#pass(request, '').catch((error: unknown) => {
      this.#listening--;
      throw error;
    });
    return new Answer(
      attend(response.body, this.#options.clock, () => this.#listening--),
      { status: response.status, headers: response.headers.all },
    );
  }

  /** Passes a request to the transport, with only what belongs to the protocol. */
  async #pass({ method, headers, body, signal }: McpRequest, session: string): Promise<Answer> {
    const names = Object.keys(headers).filter(
      (name) => name === 'content-type' || (name.startsWith('mcp-') && name !== SESSION_HEADER),
    );
    const own = Object.fromEntries(names.map((name) => [name, textOf(headers[name])]));
    this.#parts ??= assemble(this.#options, this.#sessions);
    const answer = await this.#parts.transport.respond({
      method,
      url: 'http://flapbox/mcp',
      headers: new Fields(session === '' ? own : { ...own, [SESSION_HEADER]: session }),
      json: async () => JSON.parse(body.toString('utf8')) as unknown,
      signal,
    });
    return answer ?? rpcError(404, RPC.refused, 'There is nothing at this address.');
  }

  /**
   * Turns the stream of one message into the message itself, its result changed by `change`, unless the client wants
   * nothing but streams.
   */
  async #settle(
    response: Answer,
    request: McpRequest,
    incoming: Incoming,
    change: (result: object) => object = (result) => result,
  ): Promise<Answer> {
    if (!response.headers.get('content-type')?.includes('text/event-stream')) return response;
    const events = await response.text().catch(() => '');
    const message = messageOf(events);
    if (message === null)
      return rpcError(400, RPC.invalidRequest, 'The message is no valid JSON-RPC request.', incoming.id);
    const told = JSON.parse(message) as { error?: { code: number; message: string }; result?: object | null };
    const { error, result } = told;
    if (error) return this.#describe(error, incoming, REQUEST_VERSIONS.includes(this.#versionOf(request)));
    // The library answers so for a prompt, a resource or an argument that it does not know.
    if (result === null)
      return rpcError(200, RPC.invalidParams, 'There is nothing of this name that could be completed.', incoming.id);
    const text = JSON.stringify({ ...told, ...(result ? { result: change(result) } : {}) });
    return reply(text, request, response.headers.get(SESSION_HEADER));
  }

  #describe(
    { code: told, message }: { code: number; message: string },
    { method, id }: Incoming,
    isPerRequest: boolean,
  ): Answer {
    const text = message.replace(/^MCP error -?\d+: /, '');
    const isMissing = told === RPC.noResource || (method === 'resources/read' && text.endsWith(' not found'));
    // Versions without sessions have no code of its own for a resource that is not there.
    const code = isMissing ? (isPerRequest ? RPC.invalidParams : RPC.noResource) : told;
    if (code !== RPC.internal) return rpcError(200, code, text, id);
    this.#options.log.error('a request failed unexpectedly', { method, problem: text });
    return rpcError(200, code, UNEXPECTED, id);
  }
}
