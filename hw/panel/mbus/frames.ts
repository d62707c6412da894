/** The highest id of a module; 255 is that of modules without one. */
export const HIGHEST_ID = 254;

/** Whom a frame is for: a module by its id, or all of them. */
export type Addressee = number | 'all';

const nameOf = (to: Addressee): string => (to === 'all' ? '**' : String(to).padStart(2, '0'));

/** Shows the flap with a character; in force as soon as it arrives. */
export const showLetter = (to: Addressee, letter: string): string => `m${nameOf(to)}-${letter}\n`;

/** Shows a flap by its index. */
export const showFlap = (to: Addressee, flap: number): string => `m${nameOf(to)}+${flap}\n`;

/** Any other command, with its data. */
export const command = (to: Addressee, letter: string, data: string | number = ''): string =>
  `m${nameOf(to)}${letter}${data}\n`;

/**
 * A question to one module. Those that are answered at once carry no line end, which would meet the answer on the wire.
 */
export const question = (id: number, letter: string, data: string | number = ''): string =>
  `m${nameOf(id)}${letter}${data}${letter === 'v' || letter === 'Q' ? '' : '\n'}`;

/** Asks all modules of a range for their version; each answers in a slot of its own. */
export const rangePoll = (low: number, high: number): string => `m*v${low}-${high}\n`;

/** A command to the module with a serial number. */
export const bySerial = (letter: string, serial: string, data?: string | number): string =>
  `mX${letter}${serial}${data === undefined ? '' : `:${data}`}\n`;

/**
 * Asks the module with a serial number for something. A module answers only when all of the number is right, so bytes
 * that slip in or are lost make nothing else of it; a question by id becomes another command by one of them. Only `f`
 * is small, for after a stray beginning and digits `F` alone of these letters is a command that does harm.
 */
export const serialQuestion = (serial: string, letter: string): string =>
  bySerial(letter, serial.toUpperCase().replaceAll('F', 'f'));

/** Something that a module said. `letter` names the question, and is empty for the answer to a calibration. */
export type Reply =
  | { readonly kind: 'answer'; readonly id: number; readonly letter: string; readonly data: string }
  | { readonly kind: 'unprovisioned'; readonly serial: string }
  | { readonly kind: 'assigned'; readonly serial: string; readonly id: number };

/** What a line says, whatever noise or echo stands before it; null when it is no reply. */
export const parseReply = (line: string): Reply | null => {
  const advertised = /mXadv:?([0-9A-Fa-f]{20})/.exec(line)?.[1];
  if (advertised) return { kind: 'unprovisioned', serial: advertised.toUpperCase() };
  const assigned = /mXack:?([0-9A-Fa-f]{20}):(\d{1,3})/.exec(line);
  if (assigned) return { kind: 'assigned', serial: (assigned[1] ?? '').toUpperCase(), id: Number(assigned[2]) };
  const answer = /m(\d{1,3})([A-Za-z]?):(.*)$/.exec(line);
  return answer ? { kind: 'answer', id: Number(answer[1]), letter: answer[2] ?? '', data: answer[3] ?? '' } : null;
};

/** What a module tells of itself in full; members that older firmware lacks are null. */
export interface ModuleDescription {
  readonly firmware: number;
  readonly serial: string;
  readonly offset: number;
  readonly stepsPerTurn: number;
  readonly autoHome: boolean;
  readonly flap: number;
  readonly flaps: string | null;
}

/** Reads the answer to `A`; the reel comes last because it may contain colons. Null when it is damaged. */
export const parseDescription = (data: string): ModuleDescription | null => {
  const match = /^(\d+):(\d+):([0-9A-Fa-f]*):(-?\d+):(\d+):(\d+):(-?\d+):([^:]*)(?::(\d+):(.*))?$/.exec(data);
  if (!match) return null;
  const [, firmware, , serial = '', offset, steps, autoHome, flap, , count, flaps] = match;
  const whole = flaps !== undefined && Number(count) >= 2 && flaps.length >= Number(count);
  return {
    firmware: Number(firmware),
    serial,
    offset: Number(offset),
    stepsPerTurn: Number(steps),
    autoHome: autoHome !== '0',
    flap: Number(flap),
    flaps: whole ? flaps.slice(0, Number(count)) : null,
  };
};

/** What a module tells of its health. `flap` is -1 when it does not know, -2 between flaps. */
export interface ModuleHealth {
  readonly resets: readonly string[];
  readonly starts: number;
  readonly millivolts: number;
  readonly memoryWorks: boolean;
  readonly flap: number;
}

const RESETS: readonly (readonly [number, string])[] = [
  [1, 'power_on'],
  [2, 'brown_out'],
  [4, 'external'],
  [8, 'watchdog'],
  [16, 'software'],
];

/** Reads the answer to `Q`; null when it is damaged. */
export const parseHealth = (data: string): ModuleHealth | null => {
  const match = /^(\d+):(\d+):(\d+):([01]):(-?\d+)$/.exec(data);
  if (!match) return null;
  const [, bits = 0, starts = 0, millivolts = 0, memory, flap = -1] = match.map(Number);
  const resets = RESETS.filter(([bit]) => (bits & bit) !== 0).map(([, name]) => name);
  return { resets, starts, millivolts, memoryWorks: memory === 1, flap };
};
