import { costOfJson } from '../core/bounds/json-cost.ts';
import { Mutex } from '../core/mutex.ts';
import { onAbort } from '../platform/abort.ts';
import { homeZone } from '../core/time/zone.ts';
import type { JsonOptions } from '../documents/json-document.ts';
import { parseJson } from '../documents/json/parse-json.ts';
import { parseSafely, type Parsed } from '../documents/parsed.ts';
import type { ParserName, ParserTypes } from '../documents/parsers.ts';
import type { Documents } from '../documents/port.ts';
import type { Sieve } from '../documents/sieve-document.ts';
import { DOCUMENT_LIMITS, INLINE_BYTES, MOST_SIFTED, MOST_WAITING_BYTES, RESULT_COST } from './limits.ts';
import type { DocumentTask, Limits } from './protocol.ts';
import { JobError, type Sandbox } from './sandbox.ts';

/** The room of the document that is being read; no plugin has such a name. */
const ROOM = '/document';

/** The room of a document that is read through a sieve, by its number. */
const SIEVE_ROOM = '/sieve';

const TOO_DEAR = {
  error: `what is wanted of the answer needs more than ${RESULT_COST / 1024 / 1024} MiB of memory`,
};

const OUT_OF_TIME = { error: 'no answer in time' };

/** The same bytes in a buffer of their own, which can be handed to another thread. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);

const unreadable = (error: unknown): { readonly error: string } => ({
  error: `the answer cannot be read: ${error instanceof JobError ? error.message : 'the sandbox failed'}`,
});

/** The first pieces: all of them, or some more bytes than are read where they are asked for. */
const readStart = async (
  rest: AsyncIterator<Uint8Array>,
): Promise<{ readonly pieces: Uint8Array[]; readonly isAll: boolean }> => {
  const pieces: Uint8Array[] = [];
  for (let bytes = 0; bytes <= INLINE_BYTES; ) {
    const { done, value } = await rest.next();
    if (done === true) return { pieces, isAll: true };
    bytes += value.length;
    pieces.push(value);
  }
  return { pieces, isAll: false };
};

const siftAtOnce = (sieve: Sieve, pieces: readonly Uint8Array[]): Parsed<Uint8Array<ArrayBuffer>> => {
  const { siftPieces } = require('../documents/sieve/sift.ts') as typeof import('../documents/sieve/sift.ts');
  return siftPieces(sieve, pieces);
};

/**
 * Reads documents on the sandbox's worker, one after the other: a document that ends the worker fails, those that wait
 * are kept. Small JSON is parsed at once: that costs less than a message to the worker.
 */
export class SandboxDocuments implements Documents {
  readonly #sandbox: Sandbox;
  readonly #limits: Limits;
  readonly #turns = new Mutex();
  #waiting = 0;
  /** Numbers of rooms in which nothing is read through a sieve, and who waits for one. */
  readonly #freeRooms = Array.from({ length: MOST_SIFTED }, (_, at) => at);
  readonly #waitingForRoom: (() => void)[] = [];

  constructor(sandbox: Sandbox, limits = DOCUMENT_LIMITS) {
    this.#sandbox = sandbox;
    this.#limits = limits;
  }

  async read<N extends ParserName>(
    parser: N,
    bytes: Uint8Array,
    options: ParserTypes[N]['options'],
    signal?: AbortSignal,
  ): Promise<Parsed<ParserTypes[N]['value']>> {
    if (signal?.aborted) return OUT_OF_TIME;
    if (parser === 'json' && bytes.length <= INLINE_BYTES)
      return parseSafely(() => parseJson(bytes, options as JsonOptions));
    if (this.#waiting + bytes.length > MOST_WAITING_BYTES) return { error: 'too many large documents are being read' };
    const size = bytes.length;
    const mine = own(bytes);
    this.#waiting += size;
    // One that is being read is read to its end or its limits even when the caller has given up: nothing can interrupt
    // it, and the next one must not start beside it.
    const reading = this.#turns
      .run(async () =>
        signal?.aborted
          ? OUT_OF_TIME
          : this.#compute({ kind: 'document', parser, bytes: mine, options, homeZone: homeZone() } as DocumentTask),
      )
      .finally(() => (this.#waiting -= size)) as Promise<Parsed<ParserTypes[N]['value']>>;
    if (!signal) return reading;
    return new Promise((resolve, reject) => {
      const cancel = onAbort(signal, () => resolve(OUT_OF_TIME));
      void reading.then(resolve, reject).finally(cancel);
    });
  }

  async sift(
    sieve: Sieve,
    pieces: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<Parsed<Uint8Array<ArrayBuffer>>> {
    const rest = pieces[Symbol.asyncIterator]();
    try {
      const start = await readStart(rest);
      if (start.isAll) return siftAtOnce(sieve, start.pieces);
      return await this.#siftInTurn(sieve, start.pieces, rest, signal);
    } finally {
      // What still comes may come late, or never.
      void rest.return?.().catch(() => undefined);
    }
  }

  async #siftInTurn(
    sieve: Sieve,
    begun: Uint8Array[],
    rest: AsyncIterator<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<Parsed<Uint8Array<ArrayBuffer>>> {
    const number = await this.#takeRoom();
    const room = `${SIEVE_ROOM} ${number}`;
    const next = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
      const piece = begun.shift() ?? ((await rest.next()).value as Uint8Array | undefined);
      return piece ? new Uint8Array(piece) : null;
    };
    const job = { room, task: { kind: 'sieve', sieve } as const, limits: this.#limits, next };
    try {
      return (await this.#sandbox.run(signal ? { ...job, signal } : job)) as Parsed<Uint8Array<ArrayBuffer>>;
    } catch (error) {
      // The pieces themselves cannot be read.
      if (!(error instanceof JobError)) throw error;
      return signal?.aborted ? OUT_OF_TIME : unreadable(error);
    } finally {
      this.#sandbox.close(room);
      this.#freeRooms.push(number);
      this.#waitingForRoom.shift()?.();
    }
  }

  async #takeRoom(): Promise<number> {
    for (;;) {
      const room = this.#freeRooms.shift();
      if (room !== undefined) return room;
      await new Promise<void>((resolve) => this.#waitingForRoom.push(resolve));
    }
  }

  async #compute(task: DocumentTask): Promise<Parsed<unknown>> {
    try {
      const text = String(await this.#sandbox.run({ room: ROOM, task, limits: this.#limits }));
      const { bytes } = costOfJson(text, RESULT_COST);
      return bytes > RESULT_COST ? TOO_DEAR : (JSON.parse(text) as Parsed<unknown>);
    } catch (error) {
      return unreadable(error);
    } finally {
      this.#sandbox.close(ROOM);
    }
  }
}
