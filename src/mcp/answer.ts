import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';

/** The fields of a head by their names, of which upper and lower case are the same. */
export class Fields {
  readonly #values: Map<string, string>;

  constructor(given: Readonly<Record<string, string>> = {}) {
    this.#values = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** The value of a field; null when there is none. */
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  /** Every field, named in lower case. */
  get all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#values);
  }
}

/** What an answer is besides its body. */
export interface AnswerHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An answer over HTTP, as the library's transport makes and the endpoint reads it. The engine has such a class too,
 * which brings a whole client for HTTP that stays in memory. The build gives this one to the library
 * (`src/build/slim.mjs`).
 */
export class Answer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string | ReadableStream<Uint8Array> | null;

  constructor(body: string | ReadableStream<Uint8Array> | null, { status = 200, headers = {} }: AnswerHead = {}) {
    this.status = status;
    this.headers = new Fields(headers);
    this.body = body;
  }

  /** The whole body. Rejects when its stream breaks off. */
  text(): Promise<string> {
    return typeof this.body === 'string' || this.body === null ? Promise.resolve(this.body ?? '') : text(this.body);
  }
}
