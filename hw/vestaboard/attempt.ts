import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { onAbort } from '../../src/platform/abort.ts';
import type { Cancel, Clock } from '../../src/platform/clock.ts';
import { NOT_AT_HOME } from '../../src/platform/network/net.ts';
import type { Limits, LinkAnswer, LinkFailure, LinkRequest } from './exchange.ts';

/** How connections to one server are made. */
export interface Dial {
  readonly request: (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;
  /** The socket's event after which a request can reach the server. */
  readonly ready: 'connect' | 'secureConnect';
  readonly target: {
    readonly host: string;
    readonly port: number | null;
    readonly family: number;
    readonly path: string;
    readonly agent: Agent | null;
    readonly lookup: LookupFunction | undefined;
  };
}

/** What surrounds one attempt. */
export interface AttemptContext {
  /** Names the server at the start of a sentence. */
  readonly label: string;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Any of them ends the attempt at once. */
  readonly signals: readonly AbortSignal[];
}

/** What became of one attempt. `died`: a kept connection was reset before any byte of an answer. */
export type Attempt = LinkAnswer | (LinkFailure & { readonly died: boolean });

/** No board and no cloud answers more than this. */
const LONGEST_ANSWER = 256 * 1024;

/** A failed attempt. */
export const failure = (reason: string, why?: 'unreached' | 'died'): Attempt => ({
  kind: 'failure',
  reason,
  unreached: why === 'unreached',
  died: why === 'died',
});

/**
 * Sends a request once. Never rejects; listeners, timers and a connection that is not fit for use again are gone when
 * it resolves.
 */
export const attempt = (dial: Dial, request: LinkRequest, around: AttemptContext): Promise<Attempt> =>
  new Promise((resolve) => {
    const { label, limits, clock, signals } = around;
    let connected = false;
    let settled = false;
    let cancelTimer: Cancel = () => undefined;
    let unhears: Cancel[] = [];
    let sent: ClientRequest | null = null;
    const settle = (result: Attempt) => {
      if (settled) return;
      settled = true;
      cancelTimer();
      for (const unhear of unhears) unhear();
      if (result.kind === 'failure') sent?.destroy();
      resolve(result);
    };
    const callOff = () => settle(failure(`The exchange with ${inSentence(label)} was cancelled.`));
    const onReady = () => {
      connected = true;
      cancelTimer();
      cancelTimer = clock.after(limits.answerMs, () =>
        settle(failure(`${label} accepted the connection but did not answer within ${seconds(limits.answerMs)}.`)),
      );
    };
    const onError = (error: NodeJS.ErrnoException) =>
      settle(connected ? brokenOff(label, error, sent) : unreached(label, error, dial.target));
    if (signals.some((signal) => signal.aborted)) return callOff();
    unhears = signals.map((signal) => onAbort(signal, callOff));
    cancelTimer = clock.after(limits.connectMs, () => settle(unreached(label, {}, dial.target)));
    try {
      sent = dial.request(optionsOf(dial, request), (answer) => collect(answer, label, settle));
    } catch {
      return settle(
        failure(
          `The key that is stored for ${inSentence(label)} has characters that cannot be part of a key: ` +
            'enter it again.',
        ),
      );
    }
    sent.on('error', onError);
    whenReady(sent, dial.ready, onReady);
    sent.end(request.body);
  });

const optionsOf = ({ target }: Dial, request: LinkRequest): RequestOptions => ({
  host: target.host,
  port: target.port,
  family: target.family,
  agent: target.agent ?? undefined,
  ...(target.lookup ? { lookup: target.lookup } : {}),
  method: request.method,
  path: target.path + request.path,
  headers: request.headers,
});

const whenReady = (sent: ClientRequest, event: Dial['ready'], run: () => void): void => {
  sent.once('socket', (socket) => {
    if (sent.reusedSocket) run();
    else socket.once(event, run);
  });
};

const collect = (answer: IncomingMessage, label: string, settle: (result: Attempt) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST_ANSWER)
      settle(failure(`${label} answers with more than ${LONGEST_ANSWER / 1024} KiB: this is not a Vestaboard.`));
  });
  answer.on('error', () => settle(failure(`${label} broke off in the middle of its answer.`)));
  answer.on('end', () =>
    settle({
      kind: 'answer',
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }),
  );
};

const UNREACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection: is its Local API enabled, and is the port right?',
  ENOTFOUND: 'cannot be found by its name: use its IP address.',
  [NOT_AT_HOME]: 'leads out of the home network by its name: it is not connected to.',
  EAI_AGAIN: 'cannot be found by its name: is there a connection to the network?',
};

const unreached = (label: string, { code = '' }: { readonly code?: string }, { lookup }: Dial['target']): Attempt => {
  if (/^(?:ERR_TLS|CERT|DEPTH|UNABLE|SELF|EPROTO|ERR_SSL)/.test(code))
    return failure(`${label} has a certificate that does not match (${code}): are the date and the address right?`);
  // What is not looked for at home is on the internet, and never the board itself.
  if (!lookup) return failure(`${label} cannot be reached: is there a connection to the internet?`, 'unreached');
  return failure(
    `${label} ${UNREACHED[code] ?? 'cannot be reached: is it switched on and connected to the network?'}`,
    'unreached',
  );
};

const brokenOff = (label: string, error: NodeJS.ErrnoException, sent: ClientRequest | null): Attempt => {
  if (error.code?.startsWith('HPE_')) return failure(`${label} does not answer in HTTP: is the port right?`);
  // A reset carries the system call that met it. An orderly close without an answer does not, and may follow upon the
  // request itself.
  const reset = (error.code === 'ECONNRESET' || error.code === 'EPIPE') && error.syscall !== undefined;
  return failure(`${label} closed the connection without an answer.`, sent?.reusedSocket && reset ? 'died' : undefined);
};

const seconds = (ms: number): string => `${ms / 1000} s`;

const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
