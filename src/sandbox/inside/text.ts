import { bufferOf, type Host } from './host.ts';

const CHUNK = 8192;

const toLatin = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
};

const fromLatin = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 255) throw new RangeError('btoa takes characters up to 255; encode other texts as UTF-8 first');
    bytes[at] = code;
  }
  return bytes;
};

/** `TextEncoder`, `TextDecoder`, `atob` and `btoa`. */
export const createTextCoding = (host: Host) => {
  class TextEncoder {
    readonly encoding = 'utf-8';

    encode(text = ''): Uint8Array<ArrayBuffer> {
      return text === '' ? new Uint8Array() : new Uint8Array(host.encode(JSON.stringify(String(text))));
    }
  }
  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;

    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false }: TextDecoderOptions = {}) {
      this.encoding = host.encoding(JSON.stringify(String(label)));
      this.fatal = fatal;
      this.ignoreBOM = ignoreBOM;
    }

    decode(bytes?: BufferSource): string {
      const { encoding: label, fatal, ignoreBOM } = this;
      return JSON.parse(
        host.decode(bytes === undefined ? null : bufferOf(bytes), JSON.stringify({ label, fatal, ignoreBOM })),
      ) as string;
    }
  }
  return {
    TextEncoder,
    TextDecoder,
    atob: (text: string): string => toLatin(new Uint8Array(host.fromBase64(JSON.stringify(String(text))))),
    btoa: (text: string): string => host.toBase64(bufferOf(fromLatin(String(text)))),
  };
};
