import { tellFault } from '../faults.ts';
import type { MappedModule } from '../../../src/core/flaps/module-layout.ts';
import { BusFailure, type Conversation } from './conversation.ts';
import { FLAP, HEALTH, VERSION, encodeShow, isTurning } from './protocol.ts';

/** What is known of a unit's firmware. */
export interface Firmware {
  /** Its version; null for the first firmware, which knows flaps only and cannot tell. */
  readonly version: string | null;
  /** Whether it tells which flap it shows. */
  readonly tellsFlap: boolean;
}

/** Units count no further. */
const MOST_BAD_COMMANDS = 255;

const FIRST: Firmware = { version: null, tellsFlap: false };

/** What a unit says when it is looked at. `flap` is null when it cannot tell. */
export interface UnitView {
  readonly turning: boolean;
  readonly flap: number | null;
}

/** The units of a wall on an open bus, by their index in `modules`. Rejects with a `BusFailure` only. */
export class Units {
  /** The bus, for commands of one unit. */
  readonly talk: Conversation;
  readonly #modules: readonly MappedModule[];
  readonly #firmware: Firmware[];

  constructor(talk: Conversation, modules: readonly MappedModule[]) {
    this.talk = talk;
    this.#modules = modules;
    this.#firmware = modules.map(() => FIRST);
  }

  /** What is known of the firmware of a unit. */
  firmwareOf(index: number): Firmware {
    return this.#firmware[index] ?? FIRST;
  }

  /** Finds out which units are there and what they know; rejects when none is. */
  async greet(signal: AbortSignal): Promise<void> {
    const silent = await this.#each((address) => this.talk.turning(address, signal), signal);
    if (silent.length === this.#modules.length)
      throw new BusFailure(
        `None of the ${silent.length} units answers: check their power, wires and address switches.`,
      );
    if (await this.#mayKnowCommands(signal)) await this.#examine(silent, signal);
  }

  /** Sends units to flaps; answers the indexes of those that did not take theirs. */
  async show(
    moves: readonly { readonly module: number; readonly flap: number }[],
    signal: AbortSignal,
  ): Promise<number[]> {
    const silent = await this.talk.each(
      moves,
      ({ module, flap }) => this.talk.tell(this.#addressOf(module), encodeShow(flap), signal),
      signal,
    );
    return silent.map(({ module }) => module);
  }

  /** Looks at every unit; those that do not answer are missing. */
  async look(signal: AbortSignal): Promise<Map<number, UnitView>> {
    const views = new Map<number, UnitView>();
    await this.#each(async (address, index) => {
      const heard = await this.talk.turning(address, signal);
      if (!heard) return null;
      const turning = isTurning(heard.answer);
      const told = !turning && this.firmwareOf(index).tellsFlap ? await this.talk.ask(address, FLAP, signal) : null;
      views.set(index, { turning, flap: told?.answer ?? null });
      return heard;
    }, signal);
    return views;
  }

  /** Whether a unit turns, asked once; null when it does not answer. */
  async isTurning(index: number, signal: AbortSignal): Promise<boolean | null> {
    const heard = await this.talk.turning(this.#addressOf(index), signal);
    return heard && isTurning(heard.answer);
  }

  /** Whether a unit can tell how long it has been running. */
  counts(index: number): boolean {
    return this.firmwareOf(index).version !== null;
  }

  /** How many seconds a unit has been running; null when it cannot tell. */
  async uptimeOf(index: number, signal: AbortSignal): Promise<number | null> {
    if (!this.counts(index)) return null;
    const heard = await this.talk.ask(this.#addressOf(index), HEALTH, signal);
    return heard?.answer?.uptime_seconds ?? null;
  }

  /** A sentence about units that do not answer; null when there are none. */
  tellSilence(indexes: readonly number[]): string | null {
    const modules = indexes.flatMap((index) => this.#modules[index] ?? []);
    return tellFault(
      modules,
      'does not answer: check its power, wires and address switch',
      'do not answer (check power, wires and address switches)',
    );
  }

  /**
   * Only firmware with commands listens to the address of all, so nobody answers there when none is on the bus. The
   * first firmware takes a question for a flap far beyond its reel and turns for a long time; and one of its units, of
   * this wall or of another on the bus, may itself have address 0: that one answers reads, which the address of all
   * never does.
   */
  async #mayKnowCommands(signal: AbortSignal): Promise<boolean> {
    const absent = await this.talk.each(
      [0],
      async (address) => (await this.talk.turning(address, signal)) !== null,
      signal,
    );
    return absent.length > 0 && this.talk.anyoneAtAll(signal);
  }

  async #examine(silent: readonly number[], signal: AbortSignal): Promise<void> {
    for (const [index, { address }] of this.#modules.entries()) {
      if (silent.includes(index)) continue;
      const version = (await this.talk.ask(address, VERSION, signal))?.answer ?? null;
      this.#firmware[index] = { version, tellsFlap: version !== null && (await this.#tellsFlap(address, signal)) };
    }
  }

  /**
   * A unit that does not know the question sends its usual byte, and at rest that reads as the first flap with its
   * complement, for a wire that nobody drives reads as ones. But it counts the question as a bad command.
   */
  async #tellsFlap(address: number, signal: AbortSignal): Promise<boolean> {
    const flap = async (): Promise<number | null> => (await this.talk.ask(address, FLAP, signal))?.answer ?? null;
    const badCommands = async (): Promise<number> =>
      (await this.talk.ask(address, HEALTH, signal))?.answer?.bad_commands ?? MOST_BAD_COMMANDS;
    const told = await flap();
    if (told !== 0) return told !== null;
    const before = await badCommands();
    await flap();
    return before < MOST_BAD_COMMANDS && (await badCommands()) === before;
  }

  async #each(work: (address: number, index: number) => Promise<unknown>, signal: AbortSignal): Promise<number[]> {
    return this.talk.each(
      [...this.#modules.keys()],
      async (index) => (await work(this.#addressOf(index), index)) !== null,
      signal,
    );
  }

  #addressOf(index: number): number {
    return this.#modules[index]?.address ?? 0;
  }
}
