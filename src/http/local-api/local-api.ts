import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Mutex } from '../../core/mutex.ts';
import { Fault } from '../../fault.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Message, MessageAnswer } from '../../schema/content/messages.ts';
import type { Serving } from '../../service/wiring/served-boards.ts';
import { receiveBody } from '../wire/body.ts';
import type { HttpLog } from '../reply.ts';
import type { Intake } from '../wire/intake.ts';
import { TIMES } from '../wire/limits.ts';
import { createNodeServer } from '../wire/node-server.ts';
import { originForm } from '../wire/origin-form.ts';
import { answerBoard, type BoardReply } from './answer.ts';

/** What the served boards work with. */
export interface LocalApiOptions {
  /** The address to listen at. */
  readonly host: string;
  /** Where the appliance itself listens; null before it does. */
  ownPort(): number | null;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly log: HttpLog;
  readonly version: string;
  boards(): readonly StoredBoard[];
  characters(boardId: string): number[][] | null;
  send(boardId: string, message: Message): Promise<MessageAnswer>;
  enable(boardId: string): Promise<string>;
}

interface Station {
  readonly port: number;
  readonly server: Server;
  listening: boolean;
  error: string | null;
  cancelRetry: Cancel;
}

const BODY_LIMIT_BYTES = 256 * 1024;
/** When a port that was taken is tried again. */
const RETRY_MS = 30_000;

/**
 * Answers the Vestaboard Local API for every board that has a port of its own, so that any Vestaboard program can write
 * on any wall. It takes any host name: clients call it `vestaboard.local`, and no browser sends the key by itself.
 */
export class LocalApi {
  readonly #options: LocalApiOptions;
  readonly #stations = new Map<string, Station>();
  /** Ports are opened and closed one after another: what is wanted may change meanwhile. */
  readonly #turns = new Mutex();

  constructor(options: LocalApiOptions) {
    this.#options = options;
  }

  /**
   * Listens where the boards say, and nowhere else. A port that is taken becomes the board's `error`, until it is free.
   */
  follow(): Promise<void> {
    return this.#turns.run(() => this.#follow());
  }

  async #follow(): Promise<void> {
    const wanted = new Map(
      this.#options
        .boards()
        .flatMap(({ id, enabled, local_api_port }) =>
          enabled && local_api_port !== null ? [[id, local_api_port] as const] : [],
        ),
    );
    for (const [id, { port }] of this.#stations) if (wanted.get(id) !== port) await this.#close(id);
    await Promise.all([...wanted].filter(([id]) => !this.#stations.has(id)).map(([id, port]) => this.#open(id, port)));
  }

  /** Where a board is served. */
  serving(boardId: string): Serving {
    const station = this.#stations.get(boardId);
    return { listening: station?.listening ?? false, error: station?.error ?? null };
  }

  /** Stops listening; what is being answered is cut off. */
  stop(): Promise<void> {
    return this.#turns.run(async () => {
      await Promise.all([...this.#stations.keys()].map((id) => this.#close(id)));
    });
  }

  async #open(boardId: string, port: number): Promise<void> {
    const { intake, clock } = this.#options;
    const server = createNodeServer(
      intake.connections,
      TIMES,
      clock,
      (incoming, outgoing) => void this.#answer(boardId, incoming, outgoing),
    );
    const station: Station = { port, server, listening: false, error: null, cancelRetry: () => undefined };
    this.#stations.set(boardId, station);
    await this.#listen(boardId, station);
  }

  async #listen(boardId: string, station: Station): Promise<void> {
    if (this.#stations.get(boardId) !== station) return;
    const { host, ownPort, log, clock } = this.#options;
    const { port, server } = station;
    try {
      // A stored number may be no port at all, which is thrown at once.
      server.listen(port, host);
      await once(server, 'listening');
      station.listening = true;
      station.error = null;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (station.error === null) log.error('a board is not served', { port, error: code ?? message });
      station.error =
        code === 'EADDRINUSE'
          ? `Port ${port} is taken by ${port === ownPort() ? 'flapbox itself' : 'another program'}: choose a free one.`
          : `Port ${port} cannot be used (${code ?? message}).`;
      station.cancelRetry = clock.after(RETRY_MS, () => void this.#turns.run(() => this.#listen(boardId, station)));
    }
  }

  async #close(boardId: string): Promise<void> {
    const station = this.#stations.get(boardId);
    this.#stations.delete(boardId);
    station?.cancelRetry();
    if (!station?.listening) return;
    station.server.closeAllConnections();
    await new Promise((resolve) => station.server.close(resolve));
  }

  async #answer(boardId: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      this.#send(outgoing, await this.#reply(boardId, incoming, outgoing));
    } catch (error) {
      if (error instanceof Fault)
        return this.#send(outgoing, { status: error.status, text: error.detail, headers: { Connection: 'close' } });
      if (!incoming.destroyed) this.#options.log.error('a served board failed unexpectedly', { error });
      this.#send(outgoing, { status: 500, text: 'Internal error' });
    }
  }

  async #reply(boardId: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<BoardReply> {
    const { intake, boards, characters, send, enable } = this.#options;
    // Programs of Vestaboards send their JSON as any type: the key, which no web page can send unasked, is in a header.
    const body = await receiveBody(incoming, outgoing, BODY_LIMIT_BYTES, intake.bodies);
    const [path = '/'] = originForm(incoming.url ?? '/').split('?', 1);
    const behind = {
      board: () => boards().find(({ id }) => id === boardId),
      characters: () => characters(boardId),
      send: (message: Message) => send(boardId, message),
      enable: () => enable(boardId),
    };
    return (
      (await answerBoard({ method: incoming.method ?? 'GET', path, headers: incoming.headers, body }, behind)) ?? {
        status: 404,
        text: 'Not Found',
      }
    );
  }

  #send(outgoing: ServerResponse, { status, text, headers = {} }: BoardReply): void {
    if (outgoing.destroyed || outgoing.headersSent) return;
    outgoing.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'X-Content-Type-Options': 'nosniff',
      Server: `flapbox/${this.#options.version}`,
      ...headers,
    });
    outgoing.end(text);
  }
}
