import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A pin that the kernel gave to somebody, under the name that they gave. */
export interface PinConsumer {
  readonly pin: number;
  readonly consumer: string;
}

/** The name under which pins appear that this service or another program opened by their numbers. */
const PROGRAM = 'sysfs';
const LINE = /^\s*line\s+(\d+):.*\bconsumer="([^"\n]+)"/;
const LONGEST_MS = 5000;

/** The device of the chip with a label, out of what `gpiodetect` prints; undefined when there is none. */
const parseDevice = (text: string, label: string): string | undefined =>
  [...text.matchAll(/^(\S+) \[(.*)\] \(\d+ lines\)$/gm)].find(([, , one]) => one === label)?.[1];

/** The pins of a chip that the kernel itself uses, out of what `gpioinfo` prints. Those of programs are left out. */
export const parseConsumers = (text: string): PinConsumer[] =>
  text.split('\n').flatMap((line) => {
    const [, pin, consumer = ''] = LINE.exec(line) ?? [];
    return pin === undefined || consumer === PROGRAM ? [] : [{ pin: Number(pin), consumer }];
  });

/** Runs a program and answers what it printed. */
export type RunProgram = (program: string, words: readonly string[]) => Promise<string>;

const run: RunProgram = async (program, words) =>
  (await promisify(execFile)(program, [...words], { timeout: LONGEST_MS })).stdout;

/**
 * The pins of a chip that the kernel uses, by the programs of libgpiod 2. Without them, or without the right to ask,
 * none are known. Never rejects.
 */
export const readConsumers = async (label: string, runProgram: RunProgram = run): Promise<PinConsumer[]> => {
  try {
    const device = parseDevice(await runProgram('gpiodetect', []), label);
    return device === undefined ? [] : parseConsumers(await runProgram('gpioinfo', ['-c', device]));
  } catch {
    return [];
  }
};
