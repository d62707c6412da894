import type { Cancel, Clock } from '../../../src/platform/clock.ts';

/** Whom a frame is for. */
export type FrameAddress = { readonly id: number } | { readonly all: true } | { readonly serial: string };

/** A complete command as a module understands it; `data` is what follows the letter. */
export interface BusCommand {
  readonly to: FrameAddress;
  readonly letter: string;
  readonly data: string;
}

/**
 * After this silence a number counts as complete, a number without digits is given up, and so is a frame by serial
 * number, in ms.
 */
const NUMBER_IDLE_MS = 50;
const SERIAL_IDLE_MS = 200;

/** Commands that are complete with their letter, that take a number, and those of frames by serial number. */
const BARE = 'hcedAQTPFRv';
const NUMERIC = '+otsgwiaM';
const BY_SERIAL = 'HDATQMFIWN';
/** Commands that are not for all. */
const SINGLE = 'dQTMP';
/** More digits of an address are dropped, and it counts as a byte. */
const ADDRESS_DIGITS = 4;
const ADDRESSES = 256;

interface Shape {
  readonly command: BusCommand;
  /** Whether more bytes could belong to it. */
  readonly open: boolean;
}

/**
 * Reads a shared bus byte by byte, as the modules do: a command counts as soon as it is complete, and everything else
 * is passed over.
 */
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
    const { text, command, idleMs } = stepAfter(this.#text, character);
    this.#text = text;
    const end = (): void => {
      this.clear();
      if (command) this.#onCommand(command);
    };
    if (text === '') end();
    else if (idleMs !== null) this.#cancel = this.#clock.after(idleMs, end);
  }

  /** Drops what was begun. */
  clear(): void {
    this.#cancel();
    this.#text = '';
  }
}

const BEGUN_ADDRESS = /^m[\d*X]*$/;
const BEGUN_LETTER = /^m[\d*]+-$/;
const BEGUN_NUMBER = /^m[\d*]+([+otgwia]|s-?)$/;
const BEGUN_SERIAL = new RegExp(`^m[\\d*]*X[\\d*X]*[${BY_SERIAL}][^\\n]*$`, 's');

const isBeginning = (text: string): boolean =>
  [BEGUN_ADDRESS, BEGUN_LETTER, BEGUN_NUMBER, BEGUN_SERIAL].some((begun) => begun.test(text));

/** What comes of a byte: the text that goes on, and the command that is complete without one, or after a silence. */
interface Step {
  readonly text: string;
  readonly command: BusCommand | null;
  readonly idleMs: number | null;
}

const goOn = (text: string, command: BusCommand | null, idleMs: number | null): Step => ({ text, command, idleMs });

const findStep = (before: string, character: string): Step => {
  if (before === '') return goOn(character === 'm' ? 'm' : '', null, null);
  const text = before + character;
  const whole = readShape(before);
  const longer = readShape(text);
  // What ends a number belongs to its frame.
  if (longer === null && whole?.open) return goOn('', whole.command, null);
  if (longer) return longer.open ? goOn(text, longer.command, NUMBER_IDLE_MS) : goOn('', longer.command, null);
  if (!isBeginning(text)) return goOn('', null, null);
  if (BEGUN_NUMBER.test(text)) return goOn(text, null, NUMBER_IDLE_MS);
  return goOn(text, null, BEGUN_SERIAL.test(text) ? SERIAL_IDLE_MS : null);
};

/** Every module of a bus reads the same bytes, and most frames come again and again. */
const steps = new Map<string, Step>();
const MOST_STEPS = 5000;

const stepAfter = (before: string, character: string): Step => {
  const key = before + character;
  const known = steps.get(key);
  if (known) return known;
  if (steps.size >= MOST_STEPS) steps.clear();
  const step = findStep(before, character);
  steps.set(key, step);
  return step;
};

/** The command that a text is so far; null when it is none yet, or none at all. */
const readShape = (text: string): Shape | null => {
  const match = /^m([\d*X]*)([^\d*X])(.*)$/s.exec(text);
  if (!match) return null;
  const [, name = '', letter = '', data = ''] = match;
  if (name.includes('X')) return shapeBySerial(letter, data);
  if (name.includes('*')) return SINGLE.includes(letter) ? null : shapeOf({ to: { all: true }, letter, data });
  return name === '' ? null : shapeOf({ to: { id: Number(name.slice(0, ADDRESS_DIGITS)) % ADDRESSES }, letter, data });
};

const shapeOf = (command: BusCommand): Shape | null => {
  const { to, letter, data } = command;
  if (letter === '-') return data.length === 1 ? { command, open: false } : null;
  const ranged = 'all' in to && (letter === 'v' || letter === 'A');
  if (ranged) return /^(\d+(-\d*)?)?$/.test(data) ? { command, open: true } : null;
  if (BARE.includes(letter)) return data === '' ? { command, open: false } : null;
  if (NUMERIC.includes(letter)) return numberOf(letter).test(data) ? { command, open: true } : null;
  if (letter !== 'N') return null;
  return data.endsWith('\n')
    ? { command: { ...command, data: data.slice(0, -1) }, open: false }
    : { command, open: true };
};

const numberOf = (letter: string): RegExp => {
  if (letter === 'M') return /^\d*$/;
  if (letter === 'w') return /^\d+(:\d*)?$/;
  return letter === 's' ? /^-?\d+$/ : /^\d+$/;
};

/** Frames by serial number count with the end of their line, and only when the whole number is right. */
const shapeBySerial = (letter: string, data: string): Shape | null => {
  const match = /^([0-9A-F]{20})([^:]*)(:?)(.*)\n$/is.exec(data);
  if (!match || !BY_SERIAL.includes(letter)) return null;
  const [, serial = '', , colon, rest = ''] = match;
  const to = { serial: serial.toUpperCase() };
  if ('NW'.includes(letter)) return colon ? { command: { to, letter, data: rest }, open: false } : null;
  if (letter !== 'I') return { command: { to, letter, data: '' }, open: false };
  const id = rest.replace(/\D/g, '');
  return id === '' ? null : { command: { to, letter, data: id }, open: false };
};
