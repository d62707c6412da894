import { PLAIN_SCREEN } from '../../src/core/screen.ts';
import { parseTime } from '../../src/core/time/time-of-day.ts';
import { PERCENT, SCREEN_MARGIN, SCREEN_SECONDS, type Range } from '../../src/schema/limits.ts';
import type { ScreenOptions } from '../../src/schema/appliance/screens.ts';

/** What the address of the page says: which boards, and how to show them. */
export interface Address {
  /** Ids separated by commas; null when it names none. */
  readonly boards: string | null;
  readonly options: Partial<ScreenOptions>;
}

const numberIn = (text: string | null, [least, most]: Range): number | undefined => {
  const value = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : -1;
  return value >= least && value <= most ? value : undefined;
};

const oneOf = <T>(text: string | null, choices: readonly T[]): T | undefined =>
  choices.filter((choice) => String(choice) === text)[0];

const switchOf = (text: string | null): boolean | undefined => {
  if (oneOf(text, ['on', 'true', '1'])) return true;
  return oneOf(text, ['off', 'false', '0']) === undefined ? undefined : false;
};

const nightOf = (text: string | null, dim: string | null): ScreenOptions['night'] | undefined => {
  if (text === 'off') return null;
  const [, start = '', end = ''] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text || '') || [];
  if (parseTime(start) === null || parseTime(end) === null) return undefined;
  const level = numberIn(dim, PERCENT);
  return { start, end, level: level === undefined ? 20 : level };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads the path and the query of a page; what makes no sense in it is as if it were not there. */
export const readAddress = (path: string, query: string): Address => {
  const sent = new URLSearchParams(query);
  const get = (name: string) => sent.get(name);
  const inPath = decode(path.replace(/^\/screen\/?/, '').split('/')[0] || '');
  const cursor = oneOf(get('cursor'), ['show', 'hide']);
  const found: { [Name in keyof ScreenOptions]: ScreenOptions[Name] | undefined } = {
    every_seconds: numberIn(get('every'), SCREEN_SECONDS),
    sound: switchOf(get('sound')),
    volume: numberIn(get('volume'), PERCENT),
    look: oneOf(get('look'), ['board', 'black', 'white'] as const),
    margin: numberIn(get('margin'), SCREEN_MARGIN),
    orientation: oneOf(get('orientation'), [0, 90, 180, 270] as const),
    cursor: cursor === undefined ? undefined : cursor === 'show',
    night: nightOf(get('night'), get('dim')),
  };
  const options: Partial<ScreenOptions> = {};
  for (const name of Object.keys(found) as (keyof ScreenOptions)[])
    if (found[name] !== undefined) Object.assign(options, { [name]: found[name] });
  return { boards: get('boards') || inPath || null, options };
};

/** What counts for a screen: what its address says, then its settings, then the usual. */
export const optionsFor = (address: Address, stored: ScreenOptions | null): ScreenOptions => ({
  ...PLAIN_SCREEN,
  ...stored,
  ...address.options,
});
