import { exchange, NetError } from './exchange.ts';

const PROBE = 'http://network-test.debian.org/nm';
const PROBE_ANSWER = 'NetworkManager is online';
const PROBE_MS = 5000;
const ANSWER_MS = 30_000;
const SILENCE_MS = 60_000;

/** A captive portal answers with a redirect. */
const refuseRedirect = (): Promise<never> => Promise.reject(new NetError('the address leads to another one'));

/** Whether a body begins with a text. */
const beginsWith = async (body: AsyncIterable<Uint8Array>, expected: string): Promise<boolean> => {
  let text = '';
  for await (const piece of body) {
    text += Buffer.from(piece).toString('latin1');
    if (text.length >= expected.length) break;
  }
  return text.startsWith(expected);
};

/**
 * Whether the internet answers: by the address and the text that Debian's own machines check, unless another one is
 * given. Never rejects.
 */
export const reachInternet = async (probe = PROBE): Promise<boolean> => {
  try {
    const { answer } = await exchange(probe, { signal: AbortSignal.timeout(PROBE_MS), enter: refuseRedirect });
    return answer.statusCode === 200 && (await beginsWith(answer, PROBE_ANSWER));
  } catch {
    return false;
  }
};

/** A file of the network as its bytes come. */
export interface Download {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Null when the other side does not say. */
  readonly length: number | null;
}

/**
 * Opens what lies at an address. Rejects when there is nothing, or nobody answers within 30 s; `signal` ends it at any
 * time.
 */
export const openDownload = async (url: string, signal: AbortSignal): Promise<Download> => {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ANSWER_MS);
  try {
    const { answer } = await exchange(url, {
      headers: { 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, patience.signal]),
      silenceMs: SILENCE_MS,
    });
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new NetError(`the address answers with status ${answer.statusCode}`);
    }
    const length = Number(answer.headers['content-length'] ?? Number.NaN);
    return { bytes: answer, length: Number.isSafeInteger(length) ? length : null };
  } finally {
    clearTimeout(timer);
  }
};
