import type { Cancel, Clock } from '../../../src/platform/clock.ts';

/** What an emulated display is made from. */
export interface TextDisplayOptions {
  readonly clock: Clock;
  /** How many modules it has. */
  readonly width: number;
  /** What is on its reels, blank first; other characters blank a module. */
  readonly flaps: string;
  /** How long one flap takes, in ms; 0 turns at once. */
  readonly flapMs: number;
  /** Called with what it shows whenever it comes to rest. */
  readonly onRest: (text: string) => void;
}

/** A display that takes a text: its reels turn forward only, all at once, and it tells when the last has stopped. */
export class TextDisplay {
  readonly #options: TextDisplayOptions;
  #target: string;
  #shown: string;
  #cancel: Cancel = () => undefined;

  constructor(options: TextDisplayOptions) {
    this.#options = options;
    this.#target = this.#shown = ' '.repeat(options.width);
  }

  /** What it turns to or shows. */
  get target(): string {
    return this.#target;
  }

  /** What it showed when it last stood still. */
  get shown(): string {
    return this.#shown;
  }

  /** Takes a text; places that it leaves out go blank. */
  show(text: string): void {
    const { width, flaps, clock } = this.#options;
    this.#target = Array.from({ length: width }, (_, at) =>
      flaps.includes(text[at] ?? ' ') ? (text[at] ?? ' ') : ' ',
    ).join('');
    this.#cancel();
    this.#cancel = clock.after(this.#wayMs(), () => this.#rest());
  }

  /** Puts another character on a module, as a hand would. */
  turnByHand(at: number, letter: string): void {
    this.#target = this.#target.slice(0, at) + letter + this.#target.slice(at + 1);
    this.#rest();
  }

  /** Its power is cut: whatever it was told is lost. */
  switchOff(): void {
    this.#cancel();
    this.#target = this.#shown;
  }

  /** The power is back: all reels turn home, and it tells when they are there. */
  switchOn(): void {
    this.show('');
  }

  /** Ends its timers. */
  close(): void {
    this.#cancel();
  }

  #wayMs(): number {
    const { flaps, flapMs } = this.#options;
    const ways = [...this.#target].map(
      (letter, at) => (flaps.indexOf(letter) - flaps.indexOf(this.#shown[at] ?? ' ') + flaps.length) % flaps.length,
    );
    return Math.max(...ways) * flapMs;
  }

  #rest(): void {
    this.#shown = this.#target;
    this.#options.onRest(this.#shown);
  }
}
