import { decodeText } from '../documents/text-decoding.ts';

/** Who sent a mail, and what it is about. */
export interface MailHeader {
  /** In lower case; empty where it is not one address. */
  readonly from: string;
  readonly subject: string;
}

const WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi;

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64')
    : Buffer.from(
        text
          .replaceAll('_', ' ')
          .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        'latin1',
      );

/** A text with its encoded words (RFC 2047) decoded. A letter may begin in one word and end in the next. */
export const decodeWords = (text: string): string => {
  const words = [...text.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    charset: (match[1] ?? '').toLowerCase(),
    bytes: bytesOf(match[2] ?? '', match[3] ?? ''),
  }));
  const joined: typeof words = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isNext = last !== undefined && text.slice(last.end, word.start).trim() === '';
    if (last && isNext && last.charset === word.charset)
      joined.splice(-1, 1, { ...last, end: word.end, bytes: Buffer.concat([last.bytes, word.bytes]) });
    else joined.push(isNext ? { ...word, start: last.end } : word);
  }
  let decoded = '';
  let at = 0;
  for (const { start, end, charset, bytes } of joined) {
    decoded += text.slice(at, start) + decodeText(bytes, [charset]);
    at = end;
  }
  return decoded + text.slice(at);
};

const fieldOf = (header: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(header)?.[1]?.trim() ?? '';

const addressOf = (field: string): string => {
  // A name may look like an address.
  const plain = field.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/\([^()]*\)/g, '');
  const found = plain.includes('<') ? [...plain.matchAll(/<([^<>]*)>/g)].map(([, one = '']) => one) : plain.split(',');
  const [only = ''] = found;
  return found.length === 1 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(only.trim()) ? only.trim().toLowerCase() : '';
};

/** The header fields of a mail as a mail server sends them. */
export const readHeader = (bytes: Uint8Array): MailHeader => {
  const header = decodeText(bytes, ['utf-8']).replace(/\r?\n[ \t]+/g, ' ');
  return { from: addressOf(fieldOf(header, 'from')), subject: decodeWords(fieldOf(header, 'subject')) };
};
