import { MODES, STATES } from '../motion/motion-settings.ts';
import type { ModuleMotion } from '../motion/module-motion.ts';

/** What the clock of steps is told; `a` and `b` are the numbers that an order comes with. */
export const ORDERS = { aim: 1, home: 2, jog: 3, offset: 4, reverse: 5, release: 6, halt: 7, stop: 8 } as const;
/** One thing that the clock is told; `module` is a place of the line. */
export interface Order {
  readonly what: keyof typeof ORDERS;
  readonly module?: number;
  readonly a?: number;
  readonly b?: number;
}

/** What is known of a module, as places in its row of numbers. */
const FIELDS = [
  'mode',
  'state',
  'position',
  'phase',
  'offset',
  'reversed',
  'missedHomes',
  'unexpectedHomes',
  'flap',
  'coils',
  'near',
] as const;
type Field = (typeof FIELDS)[number];
const ROW = FIELDS.length;
const AT = Object.fromEntries(FIELDS.map((field, at) => [field, at])) as Record<Field, number>;

/** Words of the head: `signal` wakes the thread, `told` the service; `pushed`, `taken` and `done` count orders. */
const HEAD = { signal: 0, told: 1, pushed: 2, taken: 3, done: 4, thread: 5, ticks: 6, worstUs: 7 } as const;
const HEAD_WORDS = 8;
/** How late ticks were: counted in parts of 50 us, the last part for all that were later. */
const LATENESS_PARTS = 64;
const LATENESS_PART_US = 50;
const ORDERS_KEPT = 1024;
const ORDER_NUMBERS = 4;

/**
 * The memory that the service and the clock of steps share: orders one way, states the other, and two words on which
 * each waits for the other. It lives on when a thread ends, so the next one goes on from it.
 */
export class ClockMemory {
  readonly buffer: SharedArrayBuffer;
  readonly modules: number;
  readonly #words: Int32Array;
  readonly #orders: Float64Array;
  readonly #rows: Float64Array;

  constructor(buffer: SharedArrayBuffer, modules: number) {
    const words = HEAD_WORDS + LATENESS_PARTS;
    this.buffer = buffer;
    this.modules = modules;
    this.#words = new Int32Array(buffer, 0, words);
    this.#orders = new Float64Array(buffer, words * 4, ORDERS_KEPT * ORDER_NUMBERS);
    this.#rows = new Float64Array(buffer, words * 4 + this.#orders.byteLength, modules * ROW);
  }

  /** Makes the memory for a line with so many places, of which nothing is known. */
  static make(modules: number): ClockMemory {
    const bytes = (HEAD_WORDS + LATENESS_PARTS) * 4 + (ORDERS_KEPT * ORDER_NUMBERS + modules * ROW) * 8;
    const memory = new ClockMemory(new SharedArrayBuffer(bytes), modules);
    for (let module = 0; module < modules; module++) memory.set(module, 'flap', -1);
    return memory;
  }

  get(module: number, field: Field): number {
    return this.#rows[module * ROW + AT[field]] ?? 0;
  }

  set(module: number, field: Field, value: number): void {
    this.#rows[module * ROW + AT[field]] = value;
  }

  /** Writes down what a module is at. Called at each step: it makes nothing new. */
  publish(at: number, module: ModuleMotion, near: number): void {
    const row = at * ROW;
    this.#rows[row + AT.mode] = module.mode;
    this.#rows[row + AT.state] = module.state;
    this.#rows[row + AT.position] = module.position;
    this.#rows[row + AT.phase] = module.phase;
    this.#rows[row + AT.missedHomes] = module.missedHomes;
    this.#rows[row + AT.unexpectedHomes] = module.unexpectedHomes;
    this.#rows[row + AT.flap] = module.flap;
    this.#rows[row + AT.coils] = module.coils;
    this.#rows[row + AT.near] = near;
  }

  /** Lets a module that was just made go on from what is written down. */
  restore(at: number, module: ModuleMotion): void {
    module.offset = this.get(at, 'offset');
    module.reversed = this.get(at, 'reversed') === 1;
    module.missedHomes = this.get(at, 'missedHomes');
    module.unexpectedHomes = this.get(at, 'unexpectedHomes');
    const state = this.get(at, 'state');
    if (state === STATES.ok) module.restore(this.get(at, 'position'), this.get(at, 'phase'));
    else if (state !== STATES.homing) module.state = state;
    module.phase = this.get(at, 'phase');
  }

  /** Nothing is known any more of where modules are: the thread ended in the middle. */
  forget(): void {
    for (let module = 0; module < this.modules; module++) {
      this.set(module, 'mode', MODES.rest);
      this.set(module, 'coils', 0);
      this.set(module, 'flap', -1);
      if (this.get(module, 'state') < STATES.missed) this.set(module, 'state', STATES.stopped);
    }
  }

  /** Drops the orders that nobody took. */
  dropOrders(): void {
    Atomics.store(this.#words, HEAD.taken, this.#word(HEAD.pushed));
    Atomics.store(this.#words, HEAD.done, this.#word(HEAD.pushed));
  }

  /** Puts orders down and wakes the thread; answers the number of the last one. Throws when far too many wait. */
  push(orders: readonly Order[]): number {
    let pushed = this.#word(HEAD.pushed);
    if (pushed + orders.length - this.#word(HEAD.taken) > ORDERS_KEPT) throw new Error('The clock of steps hangs.');
    for (const { what, module = 0, a = 0, b = 0 } of orders)
      this.#orders.set([ORDERS[what], module, a, b], (pushed++ % ORDERS_KEPT) * ORDER_NUMBERS);
    Atomics.store(this.#words, HEAD.pushed, pushed);
    Atomics.add(this.#words, HEAD.signal, 1);
    Atomics.notify(this.#words, HEAD.signal);
    return pushed;
  }

  /** Whether orders wait. */
  get hasOrders(): boolean {
    return this.#word(HEAD.pushed) !== this.#word(HEAD.taken);
  }

  /** Hands out every order that waits. */
  take(each: (what: number, module: number, a: number, b: number) => void): void {
    for (let taken = this.#word(HEAD.taken); taken !== this.#word(HEAD.pushed); taken++) {
      const at = (taken % ORDERS_KEPT) * ORDER_NUMBERS;
      const order = this.#orders;
      each(order[at] ?? 0, order[at + 1] ?? 0, order[at + 2] ?? 0, order[at + 3] ?? 0);
      Atomics.store(this.#words, HEAD.taken, taken + 1);
    }
  }

  /** Tells that all orders that were taken are on the wires. */
  finish(): void {
    Atomics.store(this.#words, HEAD.done, this.#word(HEAD.taken));
    this.tell();
  }

  /** Whether the wires follow everything that was ordered. */
  get isCurrent(): boolean {
    return this.#word(HEAD.pushed) === this.#word(HEAD.done);
  }

  /** The number of the last order that is on the wires. */
  get done(): number {
    return this.#word(HEAD.done);
  }

  /** Wakes the service: something is different. */
  tell(): void {
    Atomics.add(this.#words, HEAD.told, 1);
    Atomics.notify(this.#words, HEAD.told);
  }

  /** What `change` compares with. */
  get told(): number {
    return this.#word(HEAD.told);
  }

  /** Resolves when the service was told something since `told` was read. */
  async change(told: number): Promise<void> {
    const { value } = waitAsync(this.#words, HEAD.told, told);
    await value;
  }

  /** What `wait` compares with. */
  get signal(): number {
    return this.#word(HEAD.signal);
  }

  /** Blocks the thread until there are orders since `signal` was read, for at most `ms`; whether time is up. */
  wait(signal: number, ms: number): boolean {
    return Atomics.wait(this.#words, HEAD.signal, signal, ms) === 'timed-out';
  }

  /** The system's id of the thread; 0 when unknown. */
  get thread(): number {
    return this.#word(HEAD.thread);
  }

  set thread(id: number) {
    Atomics.store(this.#words, HEAD.thread, id);
  }

  /** Counts a tick that came so late. */
  noteLateness(us: number): void {
    const part = Math.min(LATENESS_PARTS - 1, Math.max(0, Math.floor(us / LATENESS_PART_US)));
    const at = HEAD_WORDS + part;
    this.#words[at] = (this.#words[at] ?? 0) + 1;
    this.#words[HEAD.ticks] = (this.#words[HEAD.ticks] ?? 0) + 1;
    if (us > (this.#words[HEAD.worstUs] ?? 0)) this.#words[HEAD.worstUs] = us;
  }

  /** Ticks since the memory was made, and in how many us all but a share of them were done, in parts of 50. */
  lateness(share: number): { readonly ticks: number; readonly us: number; readonly worstUs: number } {
    const ticks = this.#words[HEAD.ticks] ?? 0;
    let left = ticks * share;
    let part = LATENESS_PARTS;
    while (part > 0 && left >= 0) left -= this.#words[HEAD_WORDS + --part] ?? 0;
    return { ticks, us: (part + 1) * LATENESS_PART_US, worstUs: this.#words[HEAD.worstUs] ?? 0 };
  }

  #word(at: number): number {
    return Atomics.load(this.#words, at);
  }
}

interface Waited {
  readonly value: Promise<string> | string;
}

/** Engines know it, the list of types of this language version does not. */
const waitAsync = (words: Int32Array, at: number, value: number): Waited =>
  (Atomics as unknown as { waitAsync(words: Int32Array, at: number, value: number): Waited }).waitAsync(
    words,
    at,
    value,
  );
