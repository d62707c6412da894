const PROBE = 'http://network-test.debian.org/nm';
const PROBE_ANSWER = 'NetworkManager is online';
const PROBE_MS = 5000;

/** Whether the internet answers: by the address and the text that Debian's own machines check. Never rejects. */
export const reachInternet = async (): Promise<boolean> => {
  try {
    // A captive portal answers with a redirect.
    const answer = await fetch(PROBE, { redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) });
    return answer.status === 200 && (await answer.text()).startsWith(PROBE_ANSWER);
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
  const timer = setTimeout(() => patience.abort(), 30_000);
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, patience.signal]) });
    if (!answer.ok || !answer.body) throw new Error(`The address answers with status ${answer.status}.`);
    const length = Number(answer.headers.get('content-length') ?? Number.NaN);
    // Read from now on: of an answer that nobody reads and nobody holds the engine lets the rest go.
    return { bytes: bytesOf(answer.body.getReader()), length: Number.isSafeInteger(length) ? length : null };
  } finally {
    clearTimeout(timer);
  }
};

const bytesOf = async function* (reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
};
