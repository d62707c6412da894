import { connect } from 'node:net';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenPicture } from '../../support/flaps-on-screen.ts';
import { WORK } from './machine.ts';

/** The arguments with which a machine lets itself be watched through a socket of this name. */
export const watched = (name: string): readonly string[] => ['-qmp', `unix:${socketOf(name)},server=on,wait=off`];

const socketOf = (name: string): string => join(WORK, `${name}.qmp`);

/** Asks the emulator for something; rejects when it refuses. */
const order = async (name: string, command: object): Promise<void> => {
  const socket = connect(socketOf(name));
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  const answers = async (count: number): Promise<void> => {
    while (text.split('\n').filter((line) => /"(?:return|error)"/.test(line)).length < count)
      await once(socket, 'data');
  };
  socket.write('{"execute":"qmp_capabilities"}\n');
  await answers(1);
  socket.write(`${JSON.stringify(command)}\n`);
  await answers(2);
  socket.destroy();
  if (text.includes('"error"')) throw new Error(text);
};

/** What the machine's screen shows, pixel by pixel. */
export class Screenshot implements ScreenPicture {
  readonly mode: { readonly width: number; readonly height: number; readonly bits: 32 };
  readonly #colors: Buffer;
  readonly #isSwapped: boolean;

  /** From a PPM file; `isSwapped`: this machine's emulator shows red as blue. */
  constructor(file: Buffer, isSwapped = false) {
    const [head = '', width = '', height = ''] =
      /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
    this.mode = { width: Number(width), height: Number(height), bits: 32 };
    this.#colors = file.subarray(head.length);
    this.#isSwapped = isSwapped;
  }

  pixels(left: number, top: number, width: number, height: number): number[] {
    return Array.from({ length: width * height }, (_, at) => {
      const pixel = (top + Math.floor(at / width)) * this.mode.width + left + (at % width);
      const [red = 0, green = 0, blue = 0] = this.#colors.subarray(3 * pixel, 3 * pixel + 3);
      const rgb = this.#isSwapped ? (blue << 16) | (green << 8) | red : (red << 16) | (green << 8) | blue;
      return (rgb | 0xff000000) >>> 0;
    });
  }

  /** Whether nothing is on it. */
  get isBlack(): boolean {
    return this.#colors.every((byte) => byte === 0);
  }

  /** Whether it is switched off, or black: the emulator writes a short line on a screen that is off. */
  get isOff(): boolean {
    const lit = this.#colors.reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0);
    return lit / this.#colors.length < 0.001;
  }
}

/** Takes a picture of the screen of a machine that is watched under this name. */
export const takePicture = async (name: string, isSwapped = false): Promise<Screenshot> => {
  const file = join(WORK, `${name}-${process.pid}.ppm`);
  await order(name, { execute: 'screendump', arguments: { filename: file } });
  const picture = new Screenshot(readFileSync(file), isSwapped);
  rmSync(file);
  return picture;
};
