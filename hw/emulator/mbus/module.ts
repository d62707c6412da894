import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import { STANDARD_REEL } from '../../panel/mbus/standard-reel.ts';
import { CommandParser, type BusCommand } from './parser.ts';

/** How an emulated module is made. */
export interface BusModuleOptions {
  readonly clock: Clock;
  readonly id: number;
  readonly serial: string;
  /** 1 turns as fast as real modules, 0.1 ten times as fast, 0 at once. */
  readonly speed: number;
  readonly flaps?: string | undefined;
  /** Says something on the bus. */
  say(text: string): void;
  readonly onChange?: (() => void) | undefined;
}

/** An id that means "none yet". */
export const NO_ID = 255;

const TURN_MS = 4096;
const STEPS = 4096;
/** Bytes that a module keeps while it turns. */
const RING_BYTES = 64;
const SLOT_MS = { v: 100, A: 700 };
const SLOT_LEAD_MS = 30;
const START_STAGGER_MS = 120;
const TESTS = {
  T: { turns: 1, answer: '0:1:160:1' },
  M: { turns: 5, answer: '0:4090:4102:3:1:160:12:4096,4097,4095,4096,4096' },
  P: { turns: 1, answer: '0:1' },
};

/** One emulated module: a reel that only turns forward, and a small computer that is deaf while it turns. */
export class BusModule {
  readonly serial: string;
  id: number;
  flaps: string;
  /** How much longer it takes than others. */
  slowness = 1;
  sensorWorks = true;
  /** Hears and says nothing at all. */
  dead = false;
  /** Ways that were begun. */
  moves = 0;
  /** Bytes that came while it turned and found no room. */
  overflowed = 0;
  /** Writes to the byte of its EEPROM that each question for its health tests. */
  testWrites = 0;
  readonly #options: BusModuleOptions;
  readonly #parser: CommandParser;
  #flap: number | null = 0;
  #raw = false;
  #busyUntil = 0;
  #ring: string[] = [];
  #powered = true;
  #cancel: Cancel = () => undefined;
  #starts = 1;
  #resetBits = 1;
  #offset = 2832;
  #steps = STEPS;
  #autoHome = true;
  #map = '';
  /** The reel as it was told, which may be longer than the count beside it. */
  #characters: string | null = null;

  constructor(options: BusModuleOptions) {
    this.#options = options;
    this.id = options.id;
    this.serial = options.serial;
    this.flaps = options.flaps ?? STANDARD_REEL;
    this.#parser = new CommandParser(options.clock, (command) => this.#take(command));
  }

  /** The flap that it shows or turns to; null while it does not know. */
  get flap(): number | null {
    return this.#flap;
  }

  /** The character that it shows or turns to. */
  get shown(): string {
    return this.#flap === null ? ' ' : (this.flaps[this.#flap] ?? ' ');
  }

  /** Whether it turns and therefore hears nothing. */
  get busy(): boolean {
    return this.#busyUntil > this.#options.clock.monotonic();
  }

  /** Takes a byte from the wire. */
  hear(character: string): void {
    if (this.dead || !this.#powered) return;
    if (!this.busy) return this.#parser.push(character);
    if (this.#ring.length < RING_BYTES) this.#ring.push(character);
    else this.overflowed++;
  }

  /** Cuts its power: it stands where it is, and hears and says nothing. */
  switchOff(): void {
    this.#powered = false;
    this.#cancel();
    this.#busyUntil = 0;
    this.#ring = [];
    this.#parser.clear();
    this.#flap = null;
  }

  /** Starts anew, as after a power cut: it waits for its turn, then looks for home. */
  reboot(): void {
    this.switchOff();
    this.#powered = true;
    this.#starts = (this.#starts + 1) % 256;
    this.#work((this.id % 32) * START_STAGGER_MS * this.#options.speed, () => this.#home(() => undefined));
  }

  #answers({ to }: BusCommand): boolean {
    if ('serial' in to) return to.serial === this.serial;
    if ('all' in to) return true;
    return to.id === this.id && this.id !== NO_ID;
  }

  #take(command: BusCommand): void {
    if (!this.#answers(command)) return;
    const { to, letter, data } = command;
    if ('all' in to && (letter === 'v' || letter === 'A')) return this.#answerPoll(letter, data);
    this.#commands[letter]?.(data, to);
  }

  readonly #commands: Readonly<Record<string, (data: string, to: BusCommand['to']) => void>> = {
    '-': (data) => this.#show(this.flaps.indexOf(data)),
    '+': (data) => this.#showFlap(Number(data)),
    h: () => this.#home(() => undefined),
    H: () => this.#home(() => undefined),
    c: () => this.#home(() => this.#reply('', String(this.#steps)), 2),
    s: () => this.#turnRaw(),
    g: () => this.#turnRaw(),
    o: (data) => void (this.#offset = Number(data)),
    t: (data) => void (this.#steps = Number(data)),
    a: (data) => void (this.#autoHome = data !== '0'),
    i: (data) => void (this.id = Number(data) & NO_ID),
    w: (data) => void (this.#map = data.replace(':', '=')),
    e: () => void (this.#map = ''),
    N: (data) => this.#setFlaps(data),
    R: () => void (this.id = NO_ID),
    I: (data) => {
      this.id = Number(data) & NO_ID;
      this.#options.say(`mXack:${this.serial}:${this.id}\n`);
    },
    F: () => {
      this.flaps = STANDARD_REEL;
      this.#characters = null;
    },
    v: () => this.#reply('v', this.#version()),
    d: () => this.#reply('d', `${this.#offset}:${this.#steps}:${this.#map}`),
    A: () => this.#reply('A', this.#everything()),
    Q: () => this.#answerHealth(),
    T: () => this.#test('T'),
    M: () => this.#test('M'),
    P: () => this.#test('P'),
  };

  get #position(): number {
    return this.#raw ? -2 : (this.#flap ?? -1);
  }

  /** The test of the memory writes one value, another one, and the old one again. */
  #answerHealth(): void {
    this.testWrites += 3;
    this.#reply('Q', `${this.#resetBits}:${this.#starts}:4984:1:${this.#position}`);
  }

  #version(): string {
    return `31:${this.id}:${this.serial}`;
  }

  #everything(): string {
    const motion = [this.#offset, this.#steps, Number(this.#autoHome), this.#position, this.#map];
    return [this.#version(), ...motion, this.flaps.length, this.#characters ?? this.flaps].join(':');
  }

  #answerPoll(letter: 'v' | 'A', data: string): void {
    const [low = 0, high = 254] = data === '' ? [] : data.split('-').map(Number);
    if (this.id < low || this.id > high) return;
    const slot = SLOT_LEAD_MS + (this.id - low) * SLOT_MS[letter];
    this.#work(slot, () => this.#reply(letter, letter === 'v' ? this.#version() : this.#everything()));
  }

  #test(letter: keyof typeof TESTS): void {
    const { turns, answer } = TESTS[letter];
    const damaged = letter === 'T' && !this.sensorWorks;
    this.moves++;
    this.#work(turns * this.#turnMs(), () => this.#reply(letter, damaged ? '2:0:0:0' : answer));
  }

  #setFlaps(data: string): void {
    const count = Number.parseInt(data, 10);
    const flaps = data.slice(data.indexOf(':') + 1);
    if (!(count >= 1) || count > 64 || flaps.length < count) return;
    this.flaps = flaps.slice(0, count);
    this.#characters = flaps;
  }

  #showFlap(flap: number): void {
    if (flap < this.flaps.length) this.#show(flap);
  }

  /** A character that is not on the reel leads home; the flap that is shown already needs no way. */
  #show(flap: number): void {
    const target = Math.max(0, flap);
    if (this.#flap === null) return this.#home(() => this.#show(target));
    const way = (target - this.#flap + this.flaps.length) % this.flaps.length;
    if (way === 0 && !this.#raw) return;
    this.#raw = false;
    this.#flap = target;
    this.moves++;
    this.#work((way * this.#turnMs()) / this.flaps.length, () => undefined);
  }

  #home(then: () => void, turns = 1): void {
    this.moves++;
    this.#flap = null;
    this.#work(turns * this.#turnMs(), () => {
      this.#flap = this.sensorWorks ? 0 : null;
      this.#raw = false;
      if (this.sensorWorks) then();
    });
  }

  #turnRaw(): void {
    this.#raw = true;
    this.#work(this.#turnMs() / 8, () => undefined);
  }

  #turnMs(): number {
    return TURN_MS * this.slowness * this.#options.speed;
  }

  /** Is deaf for so long, then does `then` and takes what came meanwhile. */
  #work(ms: number, then: () => void): void {
    const { clock, onChange } = this.#options;
    onChange?.();
    const finish = (): void => {
      then();
      onChange?.();
      this.#catchUp();
    };
    if (ms <= 0) return finish();
    this.#busyUntil = clock.monotonic() + ms;
    this.#cancel = clock.after(ms, () => {
      this.#busyUntil = 0;
      finish();
    });
  }

  #catchUp(): void {
    while (!this.busy && this.#ring.length > 0) this.#parser.push(this.#ring.shift() ?? '');
  }

  /** What came in before an answer is thrown away with it. */
  #reply(letter: string, data: string): void {
    this.#ring = [];
    this.#options.say(`m${String(this.id).padStart(2, '0')}${letter}:${data}\n`);
  }
}
