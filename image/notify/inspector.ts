import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Where a program stands: a function, and the place in its file. */
export interface Frame {
  readonly name: string;
  readonly place: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

const USUAL_PORT = 9229;
const LOOK_EVERY_MS = 100;

const portOf = (pid: number): number =>
  Number(/--inspect-port=(\d+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? USUAL_PORT);

const addressAt = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  return target?.webSocketDebuggerUrl ?? '';
};

const opened = async (port: number, until: number): Promise<string> => {
  for (;;) {
    const address = await addressAt(port).catch(() => '');
    if (address !== '') return address;
    if (performance.now() > until) throw new Error('it does not even let itself be looked into');
    await wait(LOOK_EVERY_MS);
  }
};

/**
 * A look into a Node program that need not answer any more: its inspector is woken by a signal, and runs beside
 * whatever keeps the program busy. Every question rejects when there is no answer within `withinMs`.
 */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #withinMs: number;
  readonly #listeners = new Set<(message: Message) => void>();
  #count = 0;

  private constructor(socket: WebSocket, withinMs: number) {
    this.#socket = socket;
    this.#withinMs = withinMs;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      for (const listener of this.#listeners) listener(message);
    };
  }

  /** Opens it; rejects when the program is not even able to do that, as one that the kernel holds. */
  static async open(pid: number, withinMs: number): Promise<Inspector> {
    const port = portOf(pid);
    process.kill(pid, 'SIGUSR1');
    const socket = new WebSocket(await opened(port, performance.now() + withinMs));
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error('its inspector cannot be reached'));
    });
    return new Inspector(socket, withinMs);
  }

  #expect<T>(isMeant: (message: Message) => boolean, read: (message: Message) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), this.#withinMs);
      const listener = (message: Message): void => {
        if (!isMeant(message)) return;
        clearTimeout(timer);
        this.#listeners.delete(listener);
        resolve(read(message));
      };
      this.#listeners.add(listener);
    });
  }

  #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#count;
    const answer = this.#expect(
      (message) => message.id === id,
      ({ result }) => result,
    );
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }

  /**
   * Stops the program where it is, and tells where that is, the innermost function first; rejects for one that runs no
   * JavaScript now.
   */
  async stack(): Promise<Frame[]> {
    await this.#ask('Debugger.enable');
    const paused = this.#expect(
      ({ method }) => method === 'Debugger.paused',
      ({ params }) =>
        params as {
          callFrames: { functionName: string; url: string; location: { lineNumber: number; columnNumber?: number } }[];
        },
    );
    await this.#ask('Debugger.pause');
    const { callFrames } = await paused.catch(async (error: unknown) => {
      // Otherwise the next question itself would be stopped.
      await this.#ask('Debugger.disable');
      throw error;
    });
    return callFrames.map(({ functionName, url, location }) => ({
      name: functionName || '(anonymous)',
      place: `${url}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1}`,
    }));
  }

  /** What an expression comes to in the program, as a text. */
  async evaluate(expression: string): Promise<string> {
    const { result } = (await this.#ask('Runtime.evaluate', { expression })) as { result: { value?: unknown } };
    return String(result.value);
  }

  /** Ends the look; a program that recovers closes its inspector. */
  async close(): Promise<void> {
    await this.evaluate('void setTimeout(() => process._debugEnd(), 100)').catch(() => undefined);
    this.#socket.close();
  }
}
