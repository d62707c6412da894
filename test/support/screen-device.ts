import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScreenPicture } from './flaps-on-screen.ts';
import { formatOf } from '../../hw/screen/pixel-format.ts';

/** A mode of a screen. */
export interface FakeMode {
  readonly width: number;
  readonly height: number;
  readonly bits: 16 | 32;
  /** Bytes of a line beyond its pixels. */
  readonly padding?: number;
}

/**
 * A plain file and a folder of text files in place of a frame buffer and what the kernel tells of it: the same calls,
 * but a file grows where a device says ENOSPC, and `blank` takes everything.
 */
export class FakeScreen {
  readonly root: string;
  readonly device = '/dev/fb0';
  mode: Required<FakeMode>;

  constructor(mode: FakeMode, folder = tmpdir()) {
    this.root = mkdtempSync(join(folder, 'flapbox-screen-'));
    this.mode = { padding: 0, ...mode };
    mkdirSync(join(this.root, 'dev'));
    this.plug(mode);
  }

  /** Takes one of the kernel's files away. */
  forget(name: string): void {
    rmSync(join(this.#folder, name));
  }

  get #folder(): string {
    return join(this.root, 'sys/class/graphics/fb0');
  }

  get stride(): number {
    return (this.mode.width * this.mode.bits) / 8 + this.mode.padding;
  }

  /** Connects it, with a mode of its own. */
  plug(mode: FakeMode = this.mode): void {
    this.mode = { padding: 0, ...mode };
    mkdirSync(this.#folder, { recursive: true });
    const { width, height, bits } = this.mode;
    const texts = {
      name: 'simple',
      virtual_size: `${width},${height}`,
      bits_per_pixel: String(bits),
      stride: String(this.stride),
      modes: `U:${width}x${height}p-0`,
      blank: '',
      pan: '0,0',
    };
    for (const [name, text] of Object.entries(texts)) this.tell(name, `${text}\n`);
    writeFileSync(this.path, Buffer.alloc(this.stride * height));
  }

  /** Takes it away. */
  unplug(): void {
    rmSync(this.path, { force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Changes what the kernel tells. */
  tell(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  /** What was written to one of the kernel's files. */
  told(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8').trim();
  }

  get path(): string {
    return join(this.root, this.device);
  }

  /** Everything that is on the screen. */
  bytes(): Buffer {
    return readFileSync(this.path);
  }

  /** A screen that is gone shows nothing. */
  #read(): Buffer {
    return existsSync(this.path) ? this.bytes() : Buffer.alloc(this.stride * this.mode.height);
  }

  /** What is on the screen now, to be looked at pixel by pixel. */
  get still(): ScreenPicture {
    const bytes = this.#read();
    const { mode, stride } = this;
    const size = mode.bits / 8;
    const pixels = (left: number, top: number, width: number, height: number): number[] =>
      Array.from({ length: width * height }, (_, at) => {
        const offset = (top + Math.floor(at / width)) * stride + (left + (at % width)) * size;
        return size === 4 ? bytes.readUInt32LE(offset) : bytes.readUInt16LE(offset);
      });
    return { mode, pixels };
  }

  /** Whether nothing is on it. */
  get isBlack(): boolean {
    const { encode } = formatOf(this.mode.bits, false);
    const black = encode(0);
    const { width, height } = this.mode;
    return this.still.pixels(0, 0, width, height).every((pixel) => pixel === black || pixel === 0);
  }

  /** The most green that any pixel has. */
  get lightest(): number {
    const { width, height, bits } = this.mode;
    const [shift, mask] = bits === 32 ? [8, 0xff] : [5, 0x3f];
    return Math.max(...this.still.pixels(0, 0, width, height).map((pixel) => (pixel >>> shift) & mask));
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
