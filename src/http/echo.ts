import { maskAddress } from '../platform/secret-address.ts';

const MOST_CHARACTERS = 1000;
const MOST_MEMBERS = 20;
const TEXT_CHARACTERS = 200;
const DEPTH = 3;

/** Whether a member of that name holds something that must not be shown. */
export const isSecretName = (name: string): boolean =>
  /pass|secret|token|key|psk|credential|authorization|cookie/i.test(name);

const shortenText = (text: string): string =>
  text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS)}…` : text;

const shorten = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return shortenText(maskAddress(value));
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((one) => shorten(one, depth - 1));
  const members = Object.entries(value).slice(0, MOST_MEMBERS);
  return Object.fromEntries(
    members.map(([name, one]) => [
      name.slice(0, TEXT_CHARACTERS),
      isSecretName(name) ? '***' : shorten(one, depth - 1),
    ]),
  );
};

/**
 * What may be shown of a value that was sent: without secrets, in at most about 1 kB of JSON; undefined when it is
 * larger.
 */
export const echo = (value: unknown): unknown => {
  const shown = shorten(value, DEPTH);
  const json = JSON.stringify(shown);
  return json === undefined || json.length > MOST_CHARACTERS ? undefined : shown;
};
