import type { MappedModule } from '../../../src/core/flaps/module-layout.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { Moves } from '../moves.ts';
import { CALLED_OFF } from '../waiting.ts';
import type { Conversation } from './conversation.ts';
import { FIRST_ASKED, SearchPauses } from './discovery.ts';
import { faultIn } from './faults.ts';
import { parseDescription, parseHealth, type ModuleHealth, type Reply } from './frames.ts';
import { HealthChecks } from './health-checks.ts';
import { Restarts } from './restarts.ts';
import type { Position, Verification } from './verification.ts';
import { Whereabouts } from './whereabouts.ts';

/** What rounds need. */
export interface RoundsOptions {
  readonly clock: Clock;
  readonly talk: Conversation;
  readonly replyMs: number;
  readonly modules: readonly MappedModule[];
  readonly moves: Moves;
  readonly verification: Verification;
  /** Some module started anew. */
  onRestart(): void;
}

/** The sentence for a wall that is silent as a whole. */
export const NOBODY =
  'No module of the panel answers: is it switched on, and are the wires A and B the right way round?';
/** Where a module is that started anew: at home, or nowhere that it knows. */
const AFTER_START: readonly Position[] = [0, -1];

/** Goes round and asks modules where they are; what they say tells of restarts, and of what fails. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #whereabouts: Whereabouts;
  readonly #searches: SearchPauses;
  readonly #restarts: Restarts;
  readonly #health: HealthChecks;
  #turn = 0;

  constructor(options: RoundsOptions) {
    this.#options = options;
    const { clock, talk, replyMs, modules } = options;
    this.#whereabouts = new Whereabouts({ talk, replyMs, idOf: (module) => modules[module]?.address ?? 0 });
    this.#searches = new SearchPauses(clock);
    this.#restarts = new Restarts(modules, () => options.onRestart());
    this.#health = new HealthChecks({ clock, talk, replyMs });
  }

  /** What is wrong with the modules, as far as they were asked; null when nothing is. */
  get fault(): string | null {
    const isAstray = (module: number): boolean => this.at(module) === -1 && !this.isUnderWay(module);
    return faultIn(this.#options.modules, this.#options.verification, isAstray);
  }

  /** What a module answered last; null when it was silent or nobody asked. */
  at(module: number): Position {
    return this.#whereabouts.at(module);
  }

  /** Whether a module turns, waits to, or has still to show that it arrived. */
  isUnderWay(module: number): boolean {
    const { moves, verification } = this.#options;
    return moves.isBusy(module) || verification.awaits(module);
  }

  /** Takes what a module said, asked or not. */
  hear(reply: Reply): void {
    this.#whereabouts.hear(reply);
    if (reply.kind !== 'answer') return;
    if (reply.letter === 'A' && parseDescription(reply.data)) this.#searches.reset();
    const health = reply.letter === 'Q' ? parseHealth(reply.data) : null;
    if (health) this.#restarts.note(reply.id, health.starts);
  }

  /** Asks a module where it is; null when it is silent. */
  locate(module: number, signal: AbortSignal): Promise<Position> {
    return this.#whereabouts.locate(module, signal);
  }

  /** Bytes into the void would be taken for sent: rejects with `NOBODY` unless somebody is there. */
  async requireAnswer(signal: AbortSignal): Promise<void> {
    const { verification } = this.#options;
    const few = this.#talkativeFirst(this.#inTurn(this.#all)).slice(0, FIRST_ASKED);
    for (const module of few) if (await this.#hears(module, signal)) return verification.reset();
    const isTime = !signal.aborted && this.#searches.take();
    for (const module of isTime ? few : [])
      if ((await this.#whereabouts.locateAgain(module, signal)) !== null) return verification.reset();
    throw new Error(NOBODY);
  }

  /** Asks one module, in turn one that a start would turn away; rejects with `NOBODY` when all are silent. */
  async askNext(signal: AbortSignal): Promise<void> {
    const { moves, verification } = this.#options;
    const atRest = this.#all.filter((module) => !this.isUnderWay(module));
    const telling = atRest.filter((module) => !AFTER_START.includes(moves.heading(module) ?? -1));
    const [module] = this.#inTurn(telling.length > 0 ? telling : atRest);
    if (module !== undefined && !signal.aborted) await this.#hears(module, signal);
    if (verification.allSilent) throw new Error(NOBODY);
  }

  /**
   * Asks every module that should be at rest, each a second time when it does not answer, by its id where others do;
   * gives up when the first few are all silent.
   */
  async survey(signal: AbortSignal): Promise<void> {
    const { verification } = this.#options;
    let heard = false;
    let asked = 0;
    for (const module of this.#talkativeFirst(this.#all)) {
      if (this.isUnderWay(module)) continue;
      const again = (): Promise<Position> =>
        heard ? this.#whereabouts.locateAgain(module, signal) : this.locate(module, signal);
      const position: Position = (await this.locate(module, signal)) ?? (await again());
      if (signal.aborted) throw new Error(CALLED_OFF);
      heard ||= position !== null;
      if (position === null) verification.note(module, null);
      else await this.#meet(module, position, signal);
      if (!heard && ++asked >= FIRST_ASKED) return this.#all.forEach((each) => verification.note(each, null));
    }
  }

  /** The health of the module with an id; an answer of earlier is brought up to date by asking where it is. */
  async healthOf(id: number, signal: AbortSignal): Promise<ModuleHealth | null> {
    const module = this.#options.modules.findIndex(({ address }) => address === id);
    const position = await this.locate(module, signal);
    if (position === null) return null;
    const last = (await this.#health.ask(id, this.#whereabouts.serialOf(module), signal)) ?? this.#health.lastOf(id);
    return last && { ...last, flap: position };
  }

  /** The line was lost: nobody knows where modules are, nor whether they started anew. */
  forget(): void {
    this.#whereabouts.forget();
    this.#restarts.recount();
  }

  get #all(): number[] {
    return [...this.#options.modules.keys()];
  }

  /** Whether a module answers; keeps in mind whether it does. */
  async #hears(module: number, signal: AbortSignal): Promise<boolean> {
    const position = await this.locate(module, signal);
    if (position !== null) await this.#meet(module, position, signal);
    return position !== null;
  }

  /** A module at rest told where it is: it is told from a restart that nobody told of. */
  async #meet(module: number, position: number, signal: AbortSignal): Promise<void> {
    const { verification, moves } = this.#options;
    verification.note(module, position);
    const strayed = await this.#findRestart(module, position, signal);
    if (!strayed && !this.isUnderWay(module)) moves.rested(module, position >= 0 ? position : null);
  }

  /**
   * Whether a module started anew. One that is where it was sent, or where a start does not bring it, did not; nothing
   * but its count tells a start from the command of another master. It is asked for that as seldom as its memory needs
   * it: when it is met first, and when it is in doubt. Where there is nothing to compare, the doubt counts.
   */
  async #findRestart(module: number, position: number, signal: AbortSignal): Promise<boolean> {
    const { moves, modules } = this.#options;
    const heading = moves.heading(module);
    const isDoubtful = heading !== null && heading !== position && AFTER_START.includes(position);
    if (!isDoubtful && this.#restarts.hasCounted(module)) return false;
    const isAsked = !isDoubtful || this.#restarts.canCompare(module);
    const health = isAsked
      ? await this.#health.ask(modules[module]?.address ?? 0, this.#whereabouts.serialOf(module), signal)
      : null;
    if (isDoubtful && health === null && !signal.aborted && !this.isUnderWay(module)) this.#restarts.presume();
    return isDoubtful && moves.heading(module) === null;
  }

  /** These modules, beginning with another one each time. */
  #inTurn(modules: readonly number[]): number[] {
    const from = modules.length === 0 ? 0 : this.#turn++ % modules.length;
    return [...modules.slice(from), ...modules.slice(0, from)];
  }

  /** These modules, those last that were silent when they were asked last. */
  #talkativeFirst(modules: readonly number[]): number[] {
    const isUnheard = (module: number): number => Number(this.at(module) === null);
    return [...modules].sort((a, b) => isUnheard(a) - isUnheard(b));
  }
}
