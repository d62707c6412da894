import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parseObject } from '../core/json.ts';
import { isRecord } from '../core/record.ts';

/** The system refused a request: a code for programs, and a sentence for the owner as the message. */
export class SystemRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** There is no system to ask: this machine was not started from an appliance's card, or its system does not answer. */
export class SystemAbsent extends Error {}

/** An answer of the system. */
export type SystemAnswer = Readonly<Record<string, unknown>>;

/**
 * The few things that the service may ask of the system; every request rejects with `SystemRefusal` or `SystemAbsent`.
 */
export interface SystemRequests {
  /** Whether there is a system to ask at all. */
  readonly present: boolean;
  /** One request, answered within 20 s. */
  ask(request: SystemAnswer): Promise<SystemAnswer>;
  /**
   * One request followed by bytes, which are passed on as they come and as fast as they are taken; `onProgress` gets
   * each report. After a refusal the rest of the bytes is read and dropped, so that the sender gets the answer. A
   * source that fails ends the request.
   */
  write(
    request: SystemAnswer,
    bytes: AsyncIterable<Uint8Array>,
    onProgress: (progress: SystemAnswer) => void,
  ): Promise<SystemAnswer>;
}

const ANSWER_MS = 20_000;
const ABSENT = 'This machine was not started from a flapbox card: its system is managed by whoever set it up.';
const SILENT = 'The system of the appliance does not answer.';

const open = async (path: string, request: SystemAnswer): Promise<Socket> => {
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new SystemAbsent(SILENT, { cause: error });
  }
  // What goes wrong afterwards shows in an answer that does not come.
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify(request)}\n`);
  return socket;
};

/** What the system says, until it goes away. */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  const { createInterface } = require('node:readline') as typeof import('node:readline');
  const lines = createInterface({ input: socket });
  // The reader of lines ends with its source, but does not notice when the source is destroyed.
  socket.once('close', () => lines.close());
  try {
    yield* lines;
  } catch {
    // It has left something unread: what it said counts, whatever became of the connection.
  }
}

/** The last line of the system; earlier ones go to `onProgress`. */
const readAnswer = async (socket: Socket, onProgress: (progress: SystemAnswer) => void): Promise<SystemAnswer> => {
  for await (const line of linesOf(socket)) {
    const answer = parseObject(line) ?? {};
    const { progress, ok, code, reason } = answer;
    if (ok === true) return answer;
    if (ok === false) throw new SystemRefusal(String(code), String(reason));
    if (isRecord(progress)) onProgress(progress);
  }
  throw new SystemAbsent(SILENT);
};

const pass = async (socket: Socket, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const next = (event: 'drain' | 'close') => new Promise<void>((resolve) => void socket.once(event, () => resolve()));
  // A system that goes away is no fault of the source: what became of the request shows in its answer.
  const closed = next('close');
  for await (const piece of bytes) {
    if (socket.writable && !socket.write(piece)) await Promise.race([next('drain'), closed]);
  }
  if (socket.writable) socket.end();
};

/** The system behind a unix socket, one connection for each request; without a path there is none. */
export const createSystemRequests = (path: string | undefined): SystemRequests => {
  const begin = (request: SystemAnswer): Promise<Socket> =>
    path === undefined ? Promise.reject(new SystemAbsent(ABSENT)) : open(path, request);
  return {
    present: path !== undefined,
    ask: async (request) => {
      const socket = await begin(request);
      socket.end();
      // A connection that is gone has no answer either.
      const patience = setTimeout(() => socket.destroy(), ANSWER_MS).unref();
      try {
        return await readAnswer(socket, () => undefined);
      } finally {
        clearTimeout(patience);
        socket.destroy();
      }
    },
    write: async (request, bytes, onProgress) => {
      const socket = await begin(request);
      const passing = pass(socket, bytes);
      const answer = readAnswer(socket, onProgress).finally(() => socket.destroy());
      try {
        // A source that fails makes the answer meaningless; an answer that comes early does not end the source.
        await Promise.all([passing, answer.catch(() => undefined)]);
      } catch {
        // The source failed: the end of the connection tells the system so.
        socket.destroy();
        await answer.catch(() => undefined);
        throw new SystemRefusal('cut-off', 'The update ended too early.');
      }
      return answer;
    },
  };
};
