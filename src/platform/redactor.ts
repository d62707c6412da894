import { encodeText } from '../core/encode.ts';
import { domainToASCII } from 'node:url';

/** Masks the present secrets in texts. */
export interface Redactor {
  /**
   * From now on a source has exactly these values, in every form in which they are sent: plain, in JSON, in addresses
   * and host names, in hexadecimal digits, and in Base64 together with whatever stands beside them, such as a user's
   * name. Those that it had before are no secrets any more. Values under 4 characters are ignored.
   */
  set(source: string, values: readonly string[]): void;
  /** The text with `***` in place of every value of every source. */
  hide(text: string): string;
}

const MASK = '***';
const SHORTEST = 4;
/** More secrets than an appliance can store; what a source brings beyond them is left out. */
const MOST_VALUES = 4000;
const MOST_CHARACTERS = 1024 * 1024;

const percentForms = (text: string): string[] => {
  const encoded = encodeText(text);
  const readable = encoded.replace(/%(?:2C|3A|40)/g, (code) => decodeURIComponent(code));
  return [encoded, readable, encoded.replaceAll('%20', '+')].flatMap((form) => [
    form,
    form.replace(/%../g, (code) => code.toLowerCase()),
  ]);
};

const formsOf = (value: string): string[] =>
  [
    value,
    JSON.stringify(value).slice(1, -1),
    ...percentForms(value),
    domainToASCII(value),
    Buffer.from(value).toString('hex'),
  ]
    .filter((form) => form.length >= SHORTEST)
    .flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);

/** The letters that are a value's alone in the Base64 of a longer text, for each place where it can begin in there. */
const coresOf = (value: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const core = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(core)];
  });

const isBase64 = (sign: string | undefined): boolean => sign !== undefined && /[\w+/%-]/.test(sign);

/** A text without the whole words of Base64 in which a core stands. */
const hideWords = (text: string, core: string): string => {
  let rest = text;
  for (let at = rest.indexOf(core); at >= 0; at = rest.indexOf(core)) {
    let [from, to] = [at, at + core.length];
    while (isBase64(rest[from - 1])) from--;
    while (isBase64(rest[to]) || rest[to] === '=') to++;
    rest = `${rest.slice(0, from)}${MASK}${rest.slice(to)}`;
  }
  return rest;
};

const bounded = (values: readonly string[]): string[] => {
  const kept: string[] = [];
  let characters = 0;
  for (const value of new Set(values)) {
    characters += value.length;
    if (kept.length === MOST_VALUES || characters > MOST_CHARACTERS) break;
    if (value.length >= SHORTEST) kept.push(value);
  }
  return kept;
};

/** A redactor that knows the values of one source without a name. */
export const createRedactor = (values: readonly string[] = []): Redactor => {
  const sources = new Map([['', values]]);
  // The longest first: a value inside another must not leave the rest of that one readable.
  const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort((a, b) => b.length - a.length);
  const prepare = () => {
    const known = bounded([...sources.values()].flat());
    return { forms: sorted(known.flatMap(formsOf)), cores: sorted(known.flatMap(coresOf)) };
  };
  let prepared: ReturnType<typeof prepare> | null = null;
  return {
    set: (source, next) => {
      sources.set(source, next);
      prepared = null;
    },
    hide: (text) => {
      prepared ??= prepare();
      const plain = prepared.forms.reduce((rest, form) => rest.replaceAll(form, MASK), text);
      return prepared.cores.reduce(hideWords, plain);
    },
  };
};
