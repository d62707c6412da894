const TIE_DIGITS = 20;
const MOST_DIGITS = 70;

const clampDigits = (digits: number): number => Math.min(MOST_DIGITS, Math.max(0, Math.trunc(digits)));

/**
 * Whether a number lies exactly between two neighbours of that many decimals; then it is a whole number of their half
 * steps, which are sums of powers of two.
 */
const isTie = (magnitude: number, digits: number): boolean => {
  if (!Number.isInteger(magnitude * 2 ** (digits + 1))) return false;
  const text = magnitude.toFixed(digits + 1 + TIE_DIGITS);
  return /^50*$/.test(text.slice(text.length - TIE_DIGITS - 1));
};

const fixMagnitude = (magnitude: number, digits: number): string => {
  const text = magnitude.toFixed(digits);
  // toFixed also rounds the exact binary value, but ties upward: then an odd last digit came from the even one below
  // it.
  if (!isTie(magnitude, digits) || Number(text.at(-1)) % 2 === 0) return text;
  return text.slice(0, -1) + String(Number(text.at(-1)) - 1);
};

/** The whole number as plain digits, without an exponent however large it is. */
const wholeText = (value: number): string =>
  Math.abs(value) < 1e21 ? String(value === 0 ? 0 : value) : BigInt(value).toString();

/**
 * A finite number with exactly `digits` decimals (0 to 70), half-even on its exact binary value: 5.55 gives `5.5`, 0.25
 * `0.2`. Zero has no sign.
 */
export const fixedText = (value: number, digits: number): string => {
  const places = clampDigits(digits);
  const magnitude = Math.abs(value);
  const text =
    magnitude < 1e21
      ? fixMagnitude(magnitude, places)
      : wholeText(magnitude) + (places > 0 ? `.${'0'.repeat(places)}` : '');
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
};

const roundToPower = (value: number, unit: number): number => {
  const rest = Math.abs(value) % unit;
  const low = Math.abs(value) - rest;
  const isUp = rest * 2 === unit ? (low / unit) % 2 === 1 : rest * 2 > unit;
  return Math.sign(value) * (isUp ? low + unit : low) + 0;
};

/**
 * A finite number rounded half-even on its exact binary value to `digits` decimals; negative digits round to tens,
 * hundreds and so on.
 */
export const roundHalfEven = (value: number, digits: number): number => {
  if (digits < 0) return digits < -308 ? 0 : roundToPower(value, 10 ** -Math.trunc(digits));
  return digits > MOST_DIGITS || Math.abs(value) >= 2 ** 53 ? value : Number(fixedText(value, digits));
};

/**
 * A number as boards show it: whole ones without decimals, others with one, half-even; what rounds to zero is `0`.
 * Undefined when it is not finite.
 */
export const numberText = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return wholeText(value);
  const text = fixedText(value, 1);
  return text === '0.0' ? '0' : text;
};

/**
 * A data value as text: Yes or No, numbers by `numberText`, text as it is; undefined for null, lists, objects and
 * numbers that are not finite.
 */
export const renderValue = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? numberText(value) : undefined;
};
