import { constants } from 'node:fs';
import { access, open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf } from '../gpio/source.ts';
import { succeeds } from '../panel/waiting.ts';
import { DEPTHS } from './pixel-format.ts';

/** What the kernel says of a frame buffer. */
export interface ScreenMode {
  /** Visible pixels. */
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Bytes from one line to the next. */
  readonly stride: number;
  /** Lines that the memory has beyond the visible ones. */
  readonly spareLines: number;
}

const DEVICE = /^\/dev\/fb\d{1,2}$/;
const MOST_PIXELS = 8192;

/** Whether a text is the path of a frame buffer. */
export const isScreenPath = (path: string): boolean => DEVICE.test(path);

/** The folder in which the kernel describes a frame buffer. */
export const sysfsOf = (device: string, root = ''): string => join(root, '/sys/class/graphics', basename(device));

const textOf = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, name), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

const sizeIn = (text: string): readonly [number, number] | null => {
  const [, width, height] = /(\d+)[x,](\d+)/.exec(text) ?? [];
  return width === undefined || height === undefined ? null : [Number(width), Number(height)];
};

const isSize = (pixels: number): boolean => pixels >= 1 && pixels <= MOST_PIXELS;

/**
 * The mode of a frame buffer now; null where there is none. Rejects with a sentence for one that cannot be drawn on.
 */
export const readMode = async (device: string, root = ''): Promise<ScreenMode | null> => {
  const folder = sysfsOf(device, root);
  const [virtual, modes, depth, pitch] = await Promise.all(
    ['virtual_size', 'modes', 'bits_per_pixel', 'stride'].map((name) => textOf(folder, name)),
  );
  const whole = sizeIn(virtual ?? '');
  if (!whole) return null;
  const [width, height] = sizeIn(modes ?? '') ?? whole;
  const bits = Number(depth);
  const stride = Number(pitch);
  if (!DEPTHS.includes(bits))
    throw new Error(`The screen has ${depth || 'unknown'} bits per pixel; flapbox draws with 16 or 32.`);
  if (!isSize(width) || !isSize(height) || stride % (bits / 8) !== 0 || stride < (width * bits) / 8)
    throw new Error(`The screen tells a size that cannot be: ${width} x ${height}, ${stride} bytes a line.`);
  return { width, height, bits, stride, spareLines: Math.max(0, whole[1] - height) };
};

/** Whether two modes are drawn in the same way. */
export const isSameMode = (a: ScreenMode, b: ScreenMode): boolean =>
  a.width === b.width && a.height === b.height && a.bits === b.bits && a.stride === b.stride;

/** What a failed call means to the owner. */
const explainScreen = (device: string, problem: unknown): Error => {
  const name = basename(device);
  const code = codeOf(problem);
  if (code === 'ENOENT') return new Error(`There is no screen ${name}: is a monitor connected and switched on?`);
  if (code === 'EACCES' || code === 'EPERM')
    return new Error(
      `The screen ${name} cannot be opened: the service needs permission (on Debian: the group "video").`,
    );
  if (code === 'ENODEV' || code === 'ENXIO') return new Error(`The screen ${name} is gone.`);
  if (code === 'ENOSPC') return new Error(`The screen ${name} has changed its size.`);
  return new Error(`The screen ${name} cannot be drawn on${code ? ` (${code})` : ''}.`);
};

/** Why a frame buffer cannot be used by this process; null where it can. */
export const accessProblem = async (device: string, root = ''): Promise<string | null> => {
  try {
    await access(join(root, device), constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return explainScreen(device, error).message;
  }
};

/** An open frame buffer: it is only written to, in whole lines. */
export class FrameBuffer {
  readonly mode: ScreenMode;
  readonly #device: string;
  readonly #folder: string;
  readonly #file: FileHandle;

  private constructor(device: string, folder: string, mode: ScreenMode, file: FileHandle) {
    this.#device = device;
    this.#folder = folder;
    this.mode = mode;
    this.#file = file;
  }

  /** Opens one, and leaves it on or off as it is. Rejects with a sentence for the owner. */
  static async open(device: string, root = ''): Promise<FrameBuffer> {
    if (!isScreenPath(device)) throw new Error('The screen needs its device, such as /dev/fb0.');
    try {
      const file = await open(join(root, device), 'r+');
      try {
        const mode = await readMode(device, root);
        if (!mode) throw new Error(`The screen ${basename(device)} does not say how large it is.`);
        const buffer = new FrameBuffer(device, sysfsOf(device, root), mode, file);
        if (mode.spareLines > 0) await buffer.#tell('pan', '0,0');
        return buffer;
      } catch (error) {
        await file.close();
        throw error;
      }
    } catch (error) {
      throw codeOf(error) === '' ? error : explainScreen(device, error);
    }
  }

  /** Writes whole lines from `top` on. Rejects with a sentence when the screen is gone. */
  async write(top: number, bytes: Uint8Array): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const at = top * this.mode.stride + done;
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, at);
        if (bytesWritten === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        done += bytesWritten;
      }
    } catch (error) {
      throw explainScreen(this.#device, error);
    }
  }

  /** Switches the screen off or on; whether its driver can. */
  setBlank(isBlank: boolean): Promise<boolean> {
    return this.#tell('blank', isBlank ? '4' : '0');
  }

  /** Never rejects. */
  async close(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }

  #tell(name: string, text: string): Promise<boolean> {
    // Without the flag to create it: where the kernel has no such file, there is none.
    return succeeds(writeFile(join(this.#folder, name), text, { flag: 'r+' }));
  }
}
