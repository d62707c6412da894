import type { Cancel, Clock } from '../../../src/platform/clock.ts';

/** Whom a frame is for. */
export type FrameAddress = { readonly id: number } | { readonly all: true } | { readonly serial: string };

/** A complete command as a module understands it; `data` is what follows the letter. */
export interface BusCommand {
  readonly to: FrameAddress;
  readonly letter: string;
  readonly data: string;
}

/** After this silence a number, or a frame by serial number, counts as complete or is given up, in ms. */
const NUMBER_IDLE_MS = 50;
const SERIAL_IDLE_MS = 200;

/** Commands that are complete with their letter, that take a number, and that run to the end of the line. */
const BARE = 'hcedAQTPFRv';
const NUMERIC = '+otsgwiaM';
const WHOLE_LINE = 'NW';

interface Shape {
  readonly command: BusCommand;
  /** Whether more bytes could belong to it. */
  readonly open: boolean;
}

/** Reads a shared bus byte by byte, as the modules do: a command counts as soon as it is complete, and everything else is passed over. */
export class CommandParser {
  readonly #clock: Clock;
  readonly #onCommand: (command: BusCommand) => void;
  #text = '';
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock, onCommand: (command: BusCommand) => void) {
    this.#clock = clock;
    this.#onCommand = onCommand;
  }

  /** Takes the next byte, as a character. */
  push(character: string): void {
    this.#cancel();
    if (this.#text === '') {
      if (character === 'm') this.#text = 'm';
      return;
    }
    const whole = readShape(this.#text);
    const longer = readShape(this.#text + character);
    if (longer === null && whole?.open) {
      this.#finish(whole.command);
      return this.push(character);
    }
    this.#text += character;
    if (longer === null && !isBeginning(this.#text)) this.#text = character === 'm' ? 'm' : '';
    else if (longer && !longer.open) this.#finish(longer.command);
    else this.#arm(longer?.command ?? null);
  }

  /** Drops what was begun. */
  clear(): void {
    this.#cancel();
    this.#text = '';
  }

  #finish(command: BusCommand): void {
    this.clear();
    this.#onCommand(command);
  }

  #arm(command: BusCommand | null): void {
    if (command) this.#cancel = this.#clock.after(NUMBER_IDLE_MS, () => this.#finish(command));
    else if (this.#text.startsWith('mX')) this.#cancel = this.#clock.after(SERIAL_IDLE_MS, () => this.clear());
  }
}

/** The command that a text is so far; null when it is none yet, or none at all. */
const readShape = (text: string): Shape | null => {
  const bySerial = /^mX([A-Z])([0-9A-F]{20})(:?)(.*)$/s.exec(text);
  if (bySerial) return shapeBySerial(bySerial[1] ?? '', bySerial[2] ?? '', bySerial[3] ?? '', bySerial[4] ?? '');
  const direct = /^m(\d+|\*{1,2})(\D)(.*)$/s.exec(text);
  if (!direct || direct[2] === '*') return null;
  const [, name = '', letter = '', data = ''] = direct;
  const to: FrameAddress = name.startsWith('*') ? { all: true } : { id: Number(name) };
  return shapeOf({ to, letter, data });
};

const shapeOf = (command: BusCommand): Shape | null => {
  const { to, letter, data } = command;
  if (letter === '-') return data.length === 1 ? { command, open: false } : null;
  const ranged = 'all' in to && (letter === 'v' || letter === 'A');
  if (ranged) return /^(\d+(-\d*)?)?$/.test(data) ? { command, open: true } : null;
  if (BARE.includes(letter)) return data === '' ? { command, open: false } : null;
  if (NUMERIC.includes(letter)) return /^-?\d*(:\d*)?$/.test(data) && (data !== '' || letter === 'M') ? { command, open: true } : null;
  return WHOLE_LINE.includes(letter) && data.endsWith('\n') ? { command: { ...command, data: data.slice(0, -1) }, open: false } : null;
};

const shapeBySerial = (letter: string, serial: string, colon: string, data: string): Shape | null => {
  const command: BusCommand = { to: { serial }, letter, data };
  if (letter === 'I') return colon !== '' && /^\d+$/.test(data) ? { command, open: true } : null;
  if (WHOLE_LINE.includes(letter)) return data.endsWith('\n') ? { command: { ...command, data: data.slice(0, -1) }, open: false } : null;
  return colon === '' && data === '' ? { command, open: false } : null;
};

const isBeginning = (text: string): boolean =>
  /^m(\d*|\*{1,2})$/.test(text) || /^m(\d+|\*{1,2})(-|[+otsgwia]-?|N[^\n]*|W[^\n]*)$/s.test(text) || /^mX([A-Z]([0-9A-F]{0,20}(:[^\n]*)?)?)?$/s.test(text);
