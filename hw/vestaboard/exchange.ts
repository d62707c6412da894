import type { IncomingHttpHeaders } from 'node:http';

/** How long a link waits, in ms. */
export interface Limits {
  /** Until there is a connection. */
  readonly connectMs: number;
  /** From there until the last byte of the answer. */
  readonly answerMs: number;
  /** Before the one more try of a connection that was never accepted. */
  readonly retryMs: number;
}

/** One request; `path` is appended to the link's base address. */
export interface LinkRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, whatever its status. */
export interface LinkAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** No answer, and why, in a sentence for the owner. */
export interface LinkFailure {
  readonly kind: 'failure';
  readonly reason: string;
  /** Whether no connection came about, so that the server knows nothing of the request. */
  readonly unreached: boolean;
}
