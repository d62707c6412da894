import { isRecord } from '../core/record.ts';

const LONGEST = 120;
/** Members under which services say what is wrong; some put them into another one. */
const WORDS = ['message', 'error', 'detail', 'reason', 'error_message', 'errorText', 'msg'];
/** Members that say it where nothing else can be meant. */
const MORE_WORDS = [...WORDS, 'title', 'description'];
const AROUND = ['error', 'errors', 'fault', 'status', 'head'];

const textAt = (value: unknown): string | undefined =>
  typeof value === 'string' && /\p{L}/u.test(value) && !/^(?:true|false|ok|error|success)$/i.test(value)
    ? value.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    : undefined;

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

const saidIn = (body: unknown, names: readonly string[]): string | undefined => {
  const value = firstOf(body);
  if (!isRecord(value)) return undefined;
  for (const one of [value, ...AROUND.map((name) => firstOf(value[name]))]) {
    if (!isRecord(one)) continue;
    const found = names.map((name) => textAt(firstOf(one[name]))).find((text) => text !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What the body of an error says, in a few words of the service. */
export const wordsIn = (body: unknown): string | undefined => saidIn(body, MORE_WORDS);

/** What an answer that may be an error says of it. */
export const complaintIn = (answer: unknown): string | undefined => saidIn(answer, WORDS);
