import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { onAbort } from '../src/platform/abort.ts';
import type { Cancel, Clock } from '../src/platform/clock.ts';

/** An answer, whatever its status. */
export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Why there is no answer. */
export type HttpFailure =
  /** No connection came about, so that the server knows nothing of the request; no code: it took too long. */
  | { readonly kind: 'unreached'; readonly code: string }
  /** The connection ended without an answer; `isReset`: one that was kept from before was reset. */
  | { readonly kind: 'closed'; readonly code: string; readonly isReset: boolean }
  /** It has what no request can have, was not answered in time, ended in the middle, is too long, was called off. */
  | { readonly kind: 'unsendable' | 'silent' | 'cut' | 'endless' | 'cancelled' };

/** The bounds of one request. */
export interface HttpBounds {
  readonly clock: Clock;
  /** Until there is a connection, in ms. */
  readonly connectMs: number;
  /** From there until the last byte of the answer, in ms. */
  readonly answerMs: number;
  /** The most bytes of an answer. */
  readonly longest: number;
  /** The socket's event after which a request can reach the server. */
  readonly ready: 'connect' | 'secureConnect';
}

/**
 * Sends a request once, with a body or without; any of the signals ends it. Never rejects; listeners, timers and a
 * connection that is not fit for use again are gone when it resolves.
 */
export const attemptHttp = (
  begin: (onAnswer: (answer: IncomingMessage) => void) => ClientRequest,
  body: string | undefined,
  { clock, connectMs, answerMs, longest, ready }: HttpBounds,
  signals: readonly AbortSignal[],
): Promise<HttpAnswer | HttpFailure> =>
  new Promise((resolve) => {
    if (signals.some((signal) => signal.aborted)) return resolve({ kind: 'cancelled' });
    let isConnected = false;
    let isSettled = false;
    let sent: ClientRequest | null = null;
    let cancelTimer: Cancel = () => undefined;
    const settle = (result: HttpAnswer | HttpFailure): void => {
      if (isSettled) return;
      isSettled = true;
      cancelTimer();
      for (const unhear of unhears) unhear();
      if (result.kind !== 'answer') sent?.destroy();
      resolve(result);
    };
    const unhears = signals.map((signal) => onAbort(signal, () => settle({ kind: 'cancelled' })));
    cancelTimer = clock.after(connectMs, () => settle({ kind: 'unreached', code: '' }));
    const onReady = (): void => {
      isConnected = true;
      cancelTimer();
      cancelTimer = clock.after(answerMs, () => settle({ kind: 'silent' }));
    };
    try {
      sent = begin((answer) => collect(answer, longest, settle));
    } catch {
      return settle({ kind: 'unsendable' });
    }
    const request = sent;
    request.on('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      settle(isConnected ? { kind: 'closed', code, isReset: isReset(request, error) } : { kind: 'unreached', code });
    });
    request.once('socket', (socket) => {
      if (request.reusedSocket) onReady();
      else socket.once(ready, onReady);
    });
    request.end(body);
  });

const collect = (
  answer: IncomingMessage,
  longest: number,
  settle: (result: HttpAnswer | HttpFailure) => void,
): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > longest) settle({ kind: 'endless' });
  });
  answer.on('error', () => settle({ kind: 'cut' }));
  answer.on('end', () => {
    const { statusCode = 0, headers } = answer;
    settle({ kind: 'answer', status: statusCode, headers, body: Buffer.concat(chunks).toString('utf8') });
  });
};

/**
 * A reset carries the system call that met it. An orderly close without an answer does not, and may follow upon the
 * request itself.
 */
const isReset = ({ reusedSocket }: ClientRequest, { code, syscall }: NodeJS.ErrnoException): boolean =>
  reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE') && syscall !== undefined;
