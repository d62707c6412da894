import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// Hours ahead of UTC of the names that feeds use; one that is not here counts as UTC.
const ZONES: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  ast: -4,
  adt: -3,
  nst: -3.5,
  ndt: -2.5,
  brt: -3,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  mez: 1,
  cest: 2,
  mesz: 2,
  sast: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  pkt: 5,
  hkt: 8,
  sgt: 8,
  awst: 8,
  jst: 9,
  kst: 9,
  acst: 9.5,
  acdt: 10.5,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
};

const ZONE = String.raw`(?:(?:gmt|utc?)?\s*([+-])(\d{1,2}):?(\d{2})?|([a-z]{1,5}))`;
const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?`;
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:(?:t|\s+)${TIME}\s*${ZONE}?)?$`);
const DAY_FIRST = new RegExp(
  String.raw`^(?:[^\s\d,]+[,\s]\s*)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})(?:[,\s]+(?:at\s+)?${TIME}\s*${ZONE}?)?$`,
);
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[^\s\d,]+[,\s]\s*)??([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:[,\s]+(?:at\s+)?${TIME}\s*${ZONE}?)?$`,
);
const YEAR_LAST = new RegExp(
  String.raw`^(?:[a-z]+[,\s]\s*)?([a-z]{3})[a-z]*\s+(\d{1,2})\s+${TIME}\s*(?:${ZONE}\s+)?(\d{4})$`,
);

type Groups = readonly (string | undefined)[];

const offsetOf = ([sign, hours, minutes, name]: Groups): number => {
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return (ZONES[name ?? ''] ?? 0) * HOUR_MS;
};

const hourOf = (hour: string | undefined, half: string | undefined): number => {
  const read = Number(hour ?? 0);
  return half === undefined ? read : (read % 12) + (half.startsWith('p') ? 12 : 0);
};

/** A year of two digits means the one nearest to our days (RFC 2822). */
const fullYear = (text: string): number => {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
};

const build = (date: readonly [number, number, number], time: Groups, zone: Groups): number | null => {
  const [year, month, day] = date;
  const [hour, minute, second, half] = time;
  if (month < 1 || month > 12 || day < 1 || day > 31 || Number(minute ?? 0) > 59) return null;
  return Date.UTC(year, month - 1, day, hourOf(hour, half), Number(minute ?? 0), Number(second ?? 0)) - offsetOf(zone);
};

const monthOf = (name: string | undefined): number => MONTHS.indexOf(name ?? '') + 1;

const read = (text: string): number | null => {
  const iso = ISO.exec(text);
  if (iso) return build([Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1)], iso.slice(4, 8), iso.slice(8));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst)
    return build(
      [fullYear(dayFirst[3] ?? ''), monthOf(dayFirst[2]), Number(dayFirst[1])],
      dayFirst.slice(4, 8),
      dayFirst.slice(8),
    );
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst)
    return build(
      [Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2])],
      monthFirst.slice(4, 8),
      monthFirst.slice(8),
    );
  const yearLast = YEAR_LAST.exec(text);
  return yearLast
    ? build(
        [Number(yearLast[11]), monthOf(yearLast[1]), Number(yearLast[2])],
        yearLast.slice(3, 7),
        yearLast.slice(7, 11),
      )
    : null;
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
