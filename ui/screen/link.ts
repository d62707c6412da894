/** An answer of the service: 0 as its status when there was none. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const PATIENCE_MS = 20_000;
/** The service says something at least every 25 seconds. */
const SILENT_MS = 70_000;
const LONGEST_PAUSE_MS = 30_000;

/** How long to wait after so many failures in a row, in ms: 1, 2, 4 … 30 s, and up to half of it more by chance. */
export const pauseAfter = (failures: number, random: number): number =>
  Math.min(LONGEST_PAUSE_MS, 1000 * Math.pow(2, Math.max(0, failures - 1))) * (1 + random / 2);

const headersFor = (token: string | null, body?: object): Record<string, string> => {
  const headers: Record<string, string> = {};
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  return headers;
};

/** Asks the service; never rejects, and gives up after 20 seconds. */
export const ask = (method: string, path: string, token: string | null, body?: object): Promise<Answer> =>
  new Promise((resolve) => {
    const none = { status: 0, body: null };
    setTimeout(() => resolve(none), PATIENCE_MS);
    const init: RequestInit = { method, headers: headersFor(token, body), credentials: 'same-origin' };
    if (body) init.body = JSON.stringify(body);
    fetch(`/api${path}`, init).then(
      (response) =>
        response.json().then(
          (read) => resolve({ status: response.status, body: read }),
          () => resolve({ status: response.status, body: null }),
        ),
      () => resolve(none),
    );
  });

/** What a stream tells: `event` and the text of its data. */
export type Listener = (event: string, data: string) => void;

/** Takes pieces of a stream of server-sent events, and tells of every event that is whole. */
export const createParser = (tell: Listener): ((piece: string) => void) => {
  let text = '';
  return (piece) => {
    const blocks = (text + piece).split('\n\n');
    text = blocks.pop() || '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block);
      const data = /^data: (.*)$/m.exec(block);
      if (event && data) tell(event[1] || '', data[1] || '');
    }
  };
};

/**
 * Listens to a stream with a token in the header, which `EventSource` cannot send. `onEnd` is called once: when it
 * ends, fails or falls silent. The answer ends it.
 */
export const listen = (path: string, token: string | null, tell: Listener, onEnd: () => void): (() => void) => {
  const decoder = new TextDecoder();
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let over = false;
  let timer = 0;
  const end = (): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    if (reader) reader.cancel().catch(() => undefined);
    onEnd();
  };
  const heard = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(end, SILENT_MS);
  };
  const take = createParser(tell);
  const read = (): void => {
    if (!reader || over) return;
    reader.read().then(({ done, value }) => {
      if (done || over) return end();
      heard();
      take(decoder.decode(value, { stream: true }));
      read();
    }, end);
  };
  heard();
  fetch(`/api${path}`, { headers: headersFor(token), credentials: 'same-origin' }).then((response) => {
    reader = response.body ? response.body.getReader() : null;
    if (!reader || response.status !== 200) return end();
    if (over) return void reader.cancel();
    read();
  }, end);
  return end;
};
