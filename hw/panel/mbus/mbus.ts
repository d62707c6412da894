import type { Driver, DriverAction, Frame, ReadOutcome, Watch, WriteOutcome } from '../../../src/board/driver.ts';
import type { Grid } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { PanelSetup } from '../description.ts';
import { FlapSet, letterOf } from '../flap-set.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { Moves, type Start } from '../moves.ts';
import { openSerial, type OpenLine } from '../serial-line.ts';
import { Wall } from '../wall.ts';
import { busActions } from './actions.ts';
import type { BusKind } from './bus.ts';
import { busFor, type BusConnection } from './connection.ts';
import { Conversation } from './conversation.ts';
import { findModule } from './discovery.ts';
import { HIGHEST_ID, parseDescription, showFlap, showLetter, type Reply } from './frames.ts';
import { STANDARD_REEL } from './standard-reel.ts';
import { Outbox } from './outbox.ts';
import { BUS_TIMES, DESCRIPTION_FACTOR, type BusTimes } from './times.ts';
import { NOBODY, Rounds } from './rounds.ts';
import { Verification } from './verification.ts';

/** Size and settings of a panel. */
export type MbusSettings = PanelSetup<BusConnection>;

/** What the driver depends on. */
export interface MbusDeps {
  readonly clock: Clock;
  readonly open?: OpenLine;
  readonly times?: Partial<BusTimes>;
}

const READ_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 1000;
const STANDARD = new FlapSet(STANDARD_REEL);
/** After a power cut modules set out for home one after the other, the last this much later than the first. */
const START_SPREAD_MS = 31 * 120;

/** Drives modules on a shared bus of short text frames, over an RS-485 adapter or through an MQTT gateway. */
export class Mbus extends LinkedDriver<Conversation> implements Driver {
  readonly kind = 'mbus';
  readonly transitions = 'cells';
  readonly readBackMs = READ_EVERY_MS;
  readonly watch: Watch = {
    everyMs: LOOK_EVERY_MS,
    look: (signal) => this.until(signal, (either) => this.#look(either)),
  };
  readonly actions: Readonly<Record<string, DriverAction>>;
  readonly #clock: Clock;
  readonly #wall: Wall;
  readonly #times: BusTimes;
  readonly #kind: BusKind;
  readonly #talk: Conversation;
  readonly #moves: Moves;
  readonly #verification: Verification;
  readonly #outbox: Outbox;
  readonly #unprovisioned = new Set<string>();
  readonly #rounds: Rounds;
  /** Until when modules may still be on their way home after a start. */
  #startingUntil = -Infinity;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: MbusSettings, { clock, open = openSerial, times }: MbusDeps) {
    super();
    this.#clock = clock;
    this.#times = { ...BUS_TIMES, ...times };
    this.#wall = new Wall({ rows, cols, panel, highestAddress: HIGHEST_ID, defaultFlaps: STANDARD_REEL });
    this.#kind = busFor(panel.connection, { clock, open, gapMs: this.#times.gapMs });
    this.#talk = new Conversation({
      clock,
      kind: this.#kind,
      sendMs: this.#times.sendMs,
      onLost: () => {
        this.lose(this.#talk);
        this.forget();
      },
      onReply: (reply) => {
        this.#list(reply);
        this.#rounds.hear(reply);
      },
    });
    const count = this.#wall.modules.length;
    this.#moves = new Moves({
      clock,
      count,
      panel,
      redirectable: false,
      duration: (_module, from, to) => this.#duration(from, to),
      launch: (starts) => this.#launch(starts),
    });
    const { marginMs, homingMs } = this.#times;
    this.#verification = new Verification({
      clock,
      moves: this.#moves,
      count,
      marginMs,
      homingMs,
      ask: (module) => this.#rounds.locate(module, this.stopped),
    });
    this.#rounds = new Rounds({
      clock,
      talk: this.#talk,
      replyMs: this.#times.replyMs,
      modules: this.#wall.modules,
      moves: this.#moves,
      verification: this.#verification,
      onRestart: () => this.#noteRestart(),
    });
    this.#outbox = new Outbox({
      talk: this.#talk,
      moves: this.#moves,
      gapMs: this.#times.gapMs,
      frameFor: (module, flap) => this.#frameFor(module, flap),
      onSent: (module) => this.#verification.expect(module),
    });
    this.actions = busActions({
      clock,
      wall: this.#wall,
      talk: this.#talk,
      times: this.#times,
      unprovisioned: this.#unprovisioned,
      connect: (signal) => this.until(signal, (either) => this.#reach(either)),
      health: (id, signal) => this.#rounds.healthOf(id, signal),
      moved: (modules) => this.#moved(modules),
      strayed: (modules) => this.#forgetPlaces(modules),
      show: (flaps, signal) => this.until(signal, (either) => this.#show(flaps, true, either)),
    });
  }

  /** Drops what waits, and what was sent and not found there yet; what the wall was to show is asked for again. */
  halt(): void {
    const dropped = [this.#moves.halt(), this.#outbox.halt(), this.#verification.halt()];
    if (dropped.includes(true)) this.tellRestart();
  }

  override async stop(): Promise<void> {
    await super.stop();
    // The bus may be open although no module answered.
    await this.#talk.close();
    this.forget();
  }

  write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    return this.report(signal, (either) => this.#write(grid, either));
  }

  async #write(grid: Grid, signal: AbortSignal): Promise<WriteOutcome> {
    await this.#reach(signal);
    const { flaps, substitutions, repeated } = this.#wall.aim(grid);
    // Modules that lost their place are those that a repetition is for.
    const again = repeated && flaps.every((_, module) => this.#moves.heading(module) !== null);
    await this.#show(flaps, again, signal);
    return { status: 'sent', substitutions };
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, (either) => this.#read(either));
  }

  async #read(either: AbortSignal): Promise<ReadOutcome> {
    await this.#reach(either);
    await this.#rounds.survey(either);
    const { fault } = this.#rounds;
    if (fault !== null) return { status: 'failed', reason: fault };
    return {
      status: 'read',
      grid: this.#wall.gridFrom((module) => (this.#rounds.isUnderWay(module) ? null : this.#rounds.at(module))),
    };
  }

  /** A bus that was open already is no proof that somebody is still there. */
  async #reach(signal: AbortSignal): Promise<void> {
    if (!this.#talk.isOpen) this.lose(this.#talk);
    const wasOpen = this.link !== null;
    await this.connect(signal);
    if (wasOpen && this.#verification.allSilent) await this.#rounds.requireAnswer(signal);
  }

  /** Opens the bus and finds a module that answers; its reel is taken for that of all. */
  protected async open(signal: AbortSignal): Promise<Conversation> {
    await this.#talk.open(signal);
    const ids = this.#wall.modules.map(({ address }) => address);
    const id = await findModule(this.#talk, ids, this.#times, signal);
    if (id === null) throw new Error(NOBODY);
    if (!this.#wall.hasOwnersFlaps) {
      const data = await this.#talk.askModule(id, 'A', this.#times.replyMs * DESCRIPTION_FACTOR, signal);
      this.#wall.adopt(data === null ? null : (parseDescription(data)?.flaps ?? null));
    }
    this.#verification.reset();
    return this.#talk;
  }

  protected release(talk: Conversation): Promise<void> {
    return talk.close();
  }

  /** Repeats what starting modules may have missed, and asks one module where it is. */
  async #look(signal: AbortSignal): Promise<void> {
    if (!this.link) return this.#reach(signal);
    await this.#repeat(signal);
    await this.#rounds.askNext(signal);
  }

  /**
   * Modules that look for home hear nothing, and come home at different times. To those that are there already a
   * repetition means nothing.
   */
  async #repeat(signal: AbortSignal): Promise<void> {
    if (this.#clock.monotonic() >= this.#startingUntil) return;
    const frames = [...this.#wall.modules.keys()].flatMap((module) => {
      const flap = this.#verification.awaits(module) ? this.#moves.sentTo(module) : null;
      return flap === null ? [] : [this.#frameFor(module, flap)];
    });
    await this.#talk.say(() => (signal.aborted ? null : (frames.shift() ?? null)));
  }

  /** Where one module lost its power others may have: all get their flaps again, which moves none that is there. */
  #noteRestart(): void {
    const { turnMs, homingMs } = this.#times;
    this.#startingUntil = this.#clock.monotonic() + START_SPREAD_MS + turnMs + homingMs;
    this.#forgetPlaces(this.#wall.modules.keys());
    this.tellRestart();
  }

  /** Nobody knows where modules are until they are asked, and what they are to show next is sent to them. */
  #forgetPlaces(modules: Iterable<number>): void {
    for (const module of modules) {
      this.#verification.begin(module);
      this.#moves.rested(module, null);
    }
  }

  #duration(from: number | null, to: number): number {
    const { turnMs, homingMs } = this.#times;
    const { count } = this.#wall.flaps;
    if (from === null) return turnMs + homingMs;
    return (((to - from + count) % count) * turnMs) / count;
  }

  /**
   * Sends the wall to flaps; resolves when all that may start now is on the wire, rejects with a sentence when the bus
   * is gone.
   */
  async #show(flaps: readonly number[], again: boolean, signal: AbortSignal): Promise<void> {
    const moves = flaps
      .map((flap, module) => ({ module, flap }))
      .filter(({ module, flap }) => again || !this.#isKnownAt(module, flap));
    for (const { module } of moves) this.#verification.begin(module);
    flaps.forEach((flap, module) => this.#moves.heading(module) === flap && this.#verification.stuck.delete(module));
    this.#outbox.put(this.#moves.begin(moves));
    await this.#outbox.transmit(signal);
  }

  /** What a module was sent that then fell silent may never have arrived. */
  #isKnownAt(module: number, flap: number): boolean {
    return this.#moves.heading(module) === flap && !this.#verification.silent.has(module);
  }

  #launch(starts: readonly Start[]): void {
    this.#outbox.put(starts);
    this.#outbox.transmit(this.stopped).catch(() => undefined);
  }

  /** Modules without an id say so again and again until they are given one; of more than a bus has the latest count. */
  #list(reply: Reply): void {
    if (reply.kind === 'assigned') this.#unprovisioned.delete(reply.serial);
    if (reply.kind !== 'unprovisioned') return;
    this.#unprovisioned.add(reply.serial);
    const [oldest = ''] = this.#unprovisioned;
    if (this.#unprovisioned.size > HIGHEST_ID + 1) this.#unprovisioned.delete(oldest);
  }

  /** What modules call a flap is known where they said so, or have it from the factory; else it has but its number. */
  #letterFor(flap: number): string | undefined {
    const { flaps, hasOwnersFlaps } = this.#wall;
    const letter = letterOf(flaps.glyphs[flap] ?? '');
    const standard = STANDARD.glyphs.indexOf(letter ?? '');
    const isCalledSo = !hasOwnersFlaps || (standard >= 0 && STANDARD.codeAt(standard) === flaps.codeAt(flap));
    return isCalledSo && !this.#kind.trims ? letter : undefined;
  }

  #frameFor(module: number, flap: number): string {
    const letter = this.#letterFor(flap);
    return letter === undefined
      ? showFlap(this.#wall.addressOf(module), flap)
      : showLetter(this.#wall.addressOf(module), letter);
  }

  /** Modules were set in motion by a command, towards their home. */
  #moved(modules: readonly number[]): void {
    for (const module of modules) {
      this.#verification.begin(module);
      this.#moves.departed(module, 0, this.#times.homingMs);
    }
  }

  protected override forget(): void {
    this.#outbox.clear();
    this.#moves.reset();
    this.#verification.reset();
    this.#rounds.forget();
  }
}
