import { memberOf, parseJson } from '../../../src/core/json.ts';
import type { DeviceHttp } from '../pixels/request.ts';

/** How many pixels the display is wide and high. */
export const SIDE = 64;

/** A still picture has no pace; the device wants one all the same. */
const PACE_MS = 1000;
const LONGEST_QUOTE = 80;

/** The commands of the device's HTTP server, one request each. All reject with a sentence for the owner. */
export class PixooCommands {
  readonly #http: DeviceHttp;
  readonly #label: string;

  /** `label` names the device at the start of a sentence. */
  constructor(http: DeviceHttp, label: string) {
    this.#http = http;
    this.#label = label;
  }

  /** The number at which the count of pictures is. */
  async count(signal: AbortSignal): Promise<number> {
    const count = memberOf(await this.#ask({ Command: 'Draw/GetHttpGifId' }, signal), 'PicId');
    if (typeof count !== 'number')
      throw new Error(`${this.#label} does not answer like a Pixoo 64: is the host right?`);
    return count;
  }

  /** Lets the count of pictures begin anew: the next one is 1. */
  async restartCount(signal: AbortSignal): Promise<void> {
    await this.#ask({ Command: 'Draw/ResetHttpGifId' }, signal);
  }

  /**
   * Shows a picture of 64 × 64 pixels. The device leaves out, and says so to nobody, one whose number is not higher.
   */
  async show(number: number, pixels: Uint32Array, signal: AbortSignal): Promise<void> {
    const bytes = Buffer.alloc(pixels.length * 3);
    pixels.forEach((color, index) => bytes.writeUIntBE(color, index * 3, 3));
    const picture = { PicNum: 1, PicWidth: SIDE, PicOffset: 0, PicID: number, PicSpeed: PACE_MS };
    await this.#ask({ Command: 'Draw/SendHttpGif', ...picture, PicData: bytes.toString('base64') }, signal);
  }

  /** Switches the display on or off. */
  async power(isOn: boolean, signal: AbortSignal): Promise<void> {
    await this.#ask({ Command: 'Channel/OnOffScreen', OnOff: Number(isOn) }, signal);
  }

  /** Sets the brightness, in per cent. */
  async brighten(percent: number, signal: AbortSignal): Promise<void> {
    await this.#ask({ Command: 'Channel/SetBrightness', Brightness: percent }, signal);
  }

  async #ask(command: object, signal: AbortSignal): Promise<unknown> {
    const { status, text } = await this.#http.ask(
      { method: 'POST', path: '/post', body: JSON.stringify(command) },
      signal,
    );
    const answer = parseJson(text);
    const code = memberOf(answer, 'error_code');
    if (status !== 200 || code === undefined)
      throw new Error(`${this.#label} does not answer like a Pixoo 64 (status ${status}): is the host right?`);
    if (code !== 0 && code !== '0') throw new Error(`${this.#label} refused a command (error ${quote(code)}).`);
    return answer;
  }
}

const quote = (code: unknown): string =>
  String(typeof code === 'object' ? JSON.stringify(code) : code)
    .replace(/[\s\p{C}]+/gu, ' ')
    .slice(0, LONGEST_QUOTE);
