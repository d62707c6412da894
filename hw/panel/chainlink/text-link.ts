import { isRecord } from '../../../src/core/record.ts';
import { underAny } from '../../../src/platform/abort.ts';
import { letterOf, type FlapSet } from '../flap-set.ts';
import { memberOf, parseJson } from '../../../src/core/json.ts';
import { LineSplitter } from '../line-splitter.ts';
import { CALLED_OFF, Listeners, unlessAborted, within } from '../waiting.ts';
import type { ChainLink, ChainPort, ChainStatus } from './link.ts';
import { MODULE_STATES, type ModuleStatus } from './messages.ts';

/** Characters that are commands of the text protocol and therefore cannot be shown by it. */
const COMMANDS: ReadonlySet<string> = new Set(['=', '+', '@', '#', '%', '<', '>', '\\']);
const CLEAR = '=';
const SHOW = '\n';
const HOME_ALL = '@';
const ASK = '#';
const LONGEST_LINE = 64 * 1024;
const ECHO_TRIES = 2;
/** How many times longer than an acknowledgement the echo of a whole line may take. */
const ECHO_RETRIES = 4;
const SILENT = 'The panel does not answer: is it switched on?';
/** More modules no chain has; a line that tells of more was damaged on its way. */
const MOST_MODULES = 255;

type Line = Readonly<Record<string, unknown>>;

/**
 * Talks to boards with the older text protocol: no numbers, no checksums, an echo of what was asked and a status once
 * all is still. Every frame turns every module, also one that shows its flap already.
 */
export class TextLink implements ChainLink {
  readonly unusable = COMMANDS;
  readonly single = false;
  readonly #port: ChainPort;
  readonly #gone = new AbortController();
  readonly #heard = new Listeners<Line>();
  readonly #splitter = new LineSplitter(LONGEST_LINE, (text) => {
    const line = parseJson(text);
    if (isRecord(line)) this.#take(line);
  });
  #modules: readonly ModuleStatus[] = [];
  #count: number | null = null;
  #flaps: string | null = null;
  #set: FlapSet | null = null;
  #greeted = false;

  constructor(port: ChainPort) {
    this.#port = port;
  }

  get moduleCount(): number | null {
    return this.#count;
  }

  get deviceFlaps(): string | null {
    return this.#flaps;
  }

  receive(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  drop(reason: string): void {
    this.#gone.abort(reason);
  }

  /** A board that has just started answers only when its boot loader is through. */
  async greet(signal: AbortSignal): Promise<boolean> {
    const { helloMs, retryMs } = this.#port.times;
    for (let turn = 0; turn < Math.ceil(helloMs / retryMs) && !signal.aborted; turn++) {
      if (await this.#exchange(ASK, 'no_op', retryMs, signal).catch(() => null)) return (this.#greeted = true);
    }
    return false;
  }

  async show(flaps: readonly (number | undefined)[], set: FlapSet, signal: AbortSignal): Promise<void> {
    const text = Array.from(
      { length: Math.max(flaps.length, this.#count ?? 0) },
      (_, address) => letterOf(set.glyphs[flaps[address] ?? 0] ?? ' ') ?? ' ',
    ).join('');
    this.#set = set;
    this.#modules = this.#modules.map((module) => ({ ...module, moving: true }));
    for (let turn = 0; turn < ECHO_TRIES; turn++) {
      const line = await this.#exchange(CLEAR + text + SHOW, 'move_echo', this.#echoMs, signal);
      const echo = line && memberOf(line, 'dest');
      if (typeof echo === 'string' && echo.trimEnd() === text.slice(0, echo.length).trimEnd() && echo.length > 0)
        return;
    }
    throw new Error('The panel did not repeat what it was asked to show.');
  }

  /** The protocol can only home all modules at once, and does not answer to it. */
  async home(_addresses: readonly number[], signal: AbortSignal): Promise<void> {
    await this.#exchange(HOME_ALL, null, 0, signal);
  }

  /** Boards say by themselves when they start. */
  look(): Promise<void> {
    return Promise.resolve();
  }

  /** Boards tell their status by themselves when all is still; asking only shows that they are there. */
  async status(signal: AbortSignal): Promise<ChainStatus | null> {
    if (!(await this.#exchange(ASK, 'no_op', this.#echoMs, signal))) throw new Error(SILENT);
    return this.#modules.length > 0 ? { modules: this.#modules, fault: null } : null;
  }

  get #echoMs(): number {
    return this.#port.times.retryMs * ECHO_RETRIES;
  }

  /** Sends text and waits for a line of the given type; null when it does not come. Rejects when it is ended. */
  #exchange(text: string, type: string | null, ms: number, caller: AbortSignal): Promise<Line | null> {
    return underAny([caller, this.#gone.signal], (signal) => this.#exchangeUnder(signal, text, type, ms));
  }

  async #exchangeUnder(signal: AbortSignal, text: string, type: string | null, ms: number): Promise<Line | null> {
    const { clock, write } = this.#port;
    const awaited = type === null ? null : this.#heard.first(clock, ms, signal, (line) => line['type'] === type);
    // A line that takes no bytes must not hold the request beyond its time.
    const limit = type === null ? this.#echoMs : ms;
    if (!signal.aborted) {
      const written = within(clock, limit, write(Buffer.from(text, 'latin1')), () => new Error(SILENT));
      await unlessAborted(written, signal);
    }
    const line = await awaited;
    if (!signal.aborted) return line;
    throw new Error(this.#gone.signal.aborted ? String(this.#gone.signal.reason) : CALLED_OFF);
  }

  #take(line: Line): void {
    const { type, num_modules, character_list, modules } = line;
    if (
      type === 'init' &&
      Number.isInteger(num_modules) &&
      Number(num_modules) > 0 &&
      Number(num_modules) <= MOST_MODULES
    )
      this.#count = Number(num_modules);
    if (type === 'init' && typeof character_list === 'string') this.#flaps = character_list;
    if (type === 'status' && Array.isArray(modules) && modules.length <= MOST_MODULES) {
      this.#modules = modules.map((module: unknown) => this.#statusOf(module));
      this.#count = modules.length;
      this.#port.onStatus({ modules: this.#modules, fault: null });
    }
    this.#heard.tell(line);
    if (type === 'init' && this.#greeted) this.#restart();
  }

  #restart(): void {
    this.#modules = [];
    this.#port.onRestart();
  }

  #statusOf(module: unknown): ModuleStatus {
    const count = (name: string): number => Number(memberOf(module, name)) || 0;
    const flap = memberOf(module, 'flap');
    const at =
      typeof flap === 'string' ? (this.#set?.glyphs.findIndex((glyph) => letterOf(glyph) === flap) ?? -1) : flap;
    return {
      state: MODULE_STATES.find((state) => state === memberOf(module, 'state')) ?? 'panic',
      flap: typeof at === 'number' && at >= 0 ? at : null,
      moving: false,
      atHome: false,
      unexpectedHomes: count('count_unexpected_home'),
      missedHomes: count('count_missed_home'),
    };
  }
}
