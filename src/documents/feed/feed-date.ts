import { recordOf } from '../../core/record.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The names of zones that feeds use, and their hours ahead of UTC; one that is not here counts as UTC. */
const ZONES = recordOf(`
  est -5 edt -4 cst -6 cdt -5 mst -7 mdt -6 pst -8 pdt -7 akst -9 akdt -8 hst -10 ast -4 adt -3 nst -3.5 ndt -2.5 brt -3
  wet 0 west 1 bst 1 cet 1 mez 1 cest 2 mesz 2 sast 2 eet 2 eest 3 msk 3
  ist 5.5 pkt 5 hkt 8 sgt 8 awst 8 jst 9 kst 9 acst 9.5 acdt 10.5 aest 10 aedt 11 nzst 12 nzdt 13
`);

const ZONE = String.raw`(?:(?:gmt|utc?)?\s*(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?|(?<zone>[a-z]{1,5}))`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s*(?<half>[ap]\.?m\.?)?`;
const FORMS = [
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?(?:(?:t|\s+)${TIME}\s*${ZONE}?)?`,
  String.raw`(?:[^\s\d,]+[,\s]\s*)?(?<day>\d{1,2})[\s-]+(?<month>[a-z]{3})[a-z]*\.?[\s,-]+(?<year>\d{2,4})(?:[,\s]+(?:at\s+)?${TIME}\s*${ZONE}?)?`,
  String.raw`(?:[^\s\d,]+[,\s]\s*)??(?<month>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})(?:[,\s]+(?:at\s+)?${TIME}\s*${ZONE}?)?`,
  String.raw`(?:[a-z]+[,\s]\s*)?(?<month>[a-z]{3})[a-z]*\s+(?<day>\d{1,2})\s+${TIME}\s*(?:${ZONE}\s+)?(?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

type Parts = Readonly<Record<string, string | undefined>>;

const offsetOf = ({ sign, hours, minutes, zone }: Parts): number => {
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return Number(ZONES[zone ?? ''] ?? 0) * HOUR_MS;
};

const hourOf = ({ hour, half }: Parts): number => {
  const read = Number(hour ?? 0);
  return half === undefined ? read : (read % 12) + (half.startsWith('p') ? 12 : 0);
};

/** A year of two digits means the one nearest to our days (RFC 2822). */
const fullYear = (text: string): number => {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
};

const partsOf = (text: string): Parts | null => {
  for (const form of FORMS) {
    const found = form.exec(text);
    if (found) return found.groups ?? null;
  }
  return null;
};

const read = (text: string): number | null => {
  const parts = partsOf(text);
  if (!parts) return null;
  const { year = '', month = '', day = 1, minute = 0, second = 0 } = parts;
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month) + 1;
  if (number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31 || Number(minute) > 59) return null;
  const wall = Date.UTC(fullYear(year), number - 1, Number(day), hourOf(parts), Number(minute), Number(second));
  return wall - offsetOf(parts);
};

const LONGEST = 100;

/**
 * The ISO instant of a date in any of the forms that feeds use; a date without a zone is one of UTC. Null when it is
 * none.
 */
export const readFeedDate = (text: string): string | null => {
  const plain = text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const at = read(plain);
  return at === null || Number.isNaN(at) ? null : new Date(at).toISOString();
};
