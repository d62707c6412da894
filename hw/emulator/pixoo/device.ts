import { memberOf, parseJson } from '../../../src/core/json.ts';
import { SIDE } from '../../panel/pixoo/commands.ts';

/** Where the quirks of a real device set in. */
export interface PixooQuirks {
  /** After so many pictures without a reset of their count it hangs until its power is cut. */
  readonly hangsAfter: number;
}

type Answer = Readonly<Record<string, unknown>>;

const ILLEGAL: Answer = { error_code: 'Request data illegal json' };
const DONE: Answer = { error_code: 0 };
const WIDTHS = [16, 32, 64];
const MOST_FRAMES = 59;
/** A longer animation is preceded by a picture that says so. */
const MOST_UNANNOUNCED = 3;
/** The face of the clock that it shows when it was told nothing. */
const FACE = 0x20_20_40;

interface Animation {
  readonly id: number;
  readonly count: number;
  readonly frames: Uint32Array[];
}

/** A Pixoo 64 as its HTTP server behaves, from what owners found out; pixels as `0xRRGGBB`, row by row. */
export class PixooDevice {
  readonly #quirks: PixooQuirks;
  readonly #onPicture: () => void;
  #pixels = new Uint32Array(SIDE * SIDE).fill(FACE);
  #count = 0;
  #pictures = 0;
  #animation: Animation | null = null;
  #brightness = 100;
  #isLit = true;

  /** `onPicture` is called whenever what is shown changes. */
  constructor(onPicture: () => void = () => undefined, quirks: PixooQuirks = { hangsAfter: 300 }) {
    this.#onPicture = onPicture;
    this.#quirks = quirks;
  }

  /** What its LEDs show; dark when the screen is switched off. */
  get pixels(): Uint32Array {
    return this.#isLit ? this.#pixels : new Uint32Array(SIDE * SIDE);
  }

  /** Brightness in per cent. */
  get brightness(): number {
    return this.#brightness;
  }

  /** Whether it hangs: it takes requests, and answers none. */
  get hangs(): boolean {
    return this.#pictures > this.#quirks.hangsAfter;
  }

  /** Its power was cut and is back: the count begins anew, and it shows a clock. */
  restart(): void {
    this.#count = this.#pictures = 0;
    this.#animation = null;
    this.#isLit = true;
    this.#show(new Uint32Array(SIDE * SIDE).fill(FACE));
  }

  /** Obeys the body of a request; null when it hangs. */
  obey(body: string): Answer | null {
    if (this.hangs) return null;
    const command = parseJson(body);
    switch (memberOf(command, 'Command')) {
      case 'Draw/GetHttpGifId':
        return { error_code: 0, PicId: this.#count };
      case 'Draw/ResetHttpGifId':
        this.#count = this.#pictures = 0;
        return DONE;
      case 'Draw/SendHttpGif':
        return this.#take(command);
      case 'Channel/SetBrightness':
        return this.#brighten(memberOf(command, 'Brightness'));
      case 'Channel/OnOffScreen':
        this.#isLit = memberOf(command, 'OnOff') === 1;
        this.#onPicture();
        return DONE;
      default:
        return ILLEGAL;
    }
  }

  #brighten(percent: unknown): Answer {
    if (typeof percent !== 'number' || percent < 0 || percent > 100) return ILLEGAL;
    this.#brightness = percent;
    return DONE;
  }

  /** A number that is not higher than the last one is left out, and called a success. */
  #take(command: unknown): Answer {
    const [count, width, offset, id, pace] = ['PicNum', 'PicWidth', 'PicOffset', 'PicID', 'PicSpeed'].map((name) => {
      const value = memberOf(command, name);
      return Number.isInteger(value) ? value : -1;
    }) as [number, number, number, number, number];
    const bytes = Buffer.from(String(memberOf(command, 'PicData') ?? ''), 'base64');
    const isWhole = bytes.length === width * width * 3 && WIDTHS.includes(width);
    if (!isWhole || count < 1 || count > MOST_FRAMES || offset < 0 || offset >= count || pace < 0) return ILLEGAL;
    if (this.#animation?.id !== id || this.#count !== id) {
      if (id <= this.#count || offset !== 0) return DONE;
      this.#animation = { id, count, frames: [] };
      this.#count = id;
    }
    if (this.#animation.frames[offset]) return DONE;
    this.#pictures++;
    this.#animation.frames[offset] = enlarge(bytes, width);
    if (this.#animation.frames.filter(Boolean).length === count) this.#show(this.#animation.frames[0] ?? this.#pixels);
    else if (count > MOST_UNANNOUNCED) this.#show(new Uint32Array(SIDE * SIDE).fill(0x40_40_40));
    return DONE;
  }

  #show(pixels: Uint32Array): void {
    this.#pixels = Uint32Array.from(pixels);
    this.#onPicture();
  }
}

const enlarge = (bytes: Buffer, width: number): Uint32Array =>
  Uint32Array.from({ length: SIDE * SIDE }, (_, index) => {
    const x = Math.floor(((index % SIDE) * width) / SIDE);
    const y = Math.floor((Math.floor(index / SIDE) * width) / SIDE);
    return bytes.readUIntBE((y * width + x) * 3, 3);
  });
