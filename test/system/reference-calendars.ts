import type { Seeded } from './reference-draw.ts';

// Calendars in the forms in which people and public bodies publish them. They are valid to the letter: what is odd has
// tests of its own (test/documents).

/** An instant as iCalendar writes it, without the mark of UTC. */
export const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '');

const dateOf = (at: number): string => stamp(at).slice(0, 8);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const weekdayOf = (at: number): string => WEEKDAYS[new Date(at).getUTCDay()] as string;

/** A calendar of these lines. */
export const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

/** The lines of an event. */
export const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

interface Changes {
  readonly from: string;
  readonly to: string;
  readonly begins: string;
  readonly rule: string;
}

const change = (kind: string, { from, to, begins, rule }: Changes): string[] => [
  `BEGIN:${kind}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `DTSTART:${begins}`,
  `RRULE:FREQ=YEARLY;${rule}`,
  `END:${kind}`,
];

const zone = (name: string, daylight: Changes, standard: Changes): string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  ...change('DAYLIGHT', daylight),
  ...change('STANDARD', standard),
  'END:VTIMEZONE',
];

const CENTRAL_EUROPE = [
  { from: '+0100', to: '+0200', begins: '19810329T020000', rule: 'BYMONTH=3;BYDAY=-1SU' },
  { from: '+0200', to: '+0100', begins: '19961027T030000', rule: 'BYMONTH=10;BYDAY=-1SU' },
] as const;

/** The definition of Central European time. */
export const BERLIN = zone('Europe/Berlin', ...CENTRAL_EUROPE);

const ZONES = [
  ...BERLIN,
  ...zone('W. Europe Standard Time', ...CENTRAL_EUROPE),
  ...zone(
    'America/New_York',
    { from: '-0500', to: '-0400', begins: '20070311T020000', rule: 'BYMONTH=3;BYDAY=2SU' },
    { from: '-0400', to: '-0500', begins: '20071104T020000', rule: 'BYMONTH=11;BYDAY=1SU' },
  ),
  ...zone(
    'Australia/Sydney',
    { from: '+1000', to: '+1100', begins: '20081005T020000', rule: 'BYMONTH=10;BYDAY=1SU' },
    { from: '+1100', to: '+1000', begins: '20080406T030000', rule: 'BYMONTH=4;BYDAY=1SU' },
  ),
];

type Form = (draw: Seeded, uid: string) => string[];

const drawDay = ({ between }: Seeded): number => Date.UTC(between(2024, 2026), between(0, 11), between(1, 28));

const drawZone = ({ one }: Seeded): string =>
  `;TZID=${one(['Europe/Berlin', 'W. Europe Standard Time', 'America/New_York', 'Australia/Sydney'])}`;

/** A weekly meeting of an office: left out once, moved once, renamed once. Nothing of it lies where clocks change. */
const meeting: Form = (draw, uid) => {
  const { between, one, chance } = draw;
  const mark = drawZone(draw);
  const start = drawDay(draw) + between(7, 19) * HOUR_MS;
  const every = one([1, 1, 2]);
  const nth = (count: number): number => start + count * every * 7 * DAY_MS;
  const length = between(1, 6) * 1_800_000;
  const at = (from: number): string[] => [`DTSTART${mark}:${stamp(from)}`, `DTEND${mark}:${stamp(from + length)}`];
  const [left, moved] = [between(1, 30), between(31, 60)];
  const end = one(['', ';COUNT=80', `;UNTIL=${stamp(nth(70))}Z`]);
  return [
    ...event(
      `UID:${uid}`,
      'DTSTAMP:20240101T000000Z',
      ...at(start),
      `RRULE:FREQ=WEEKLY${every > 1 ? `;INTERVAL=${every}` : ''};BYDAY=${weekdayOf(start)};WKST=MO${end}`,
      ...(chance(0.6) ? [`EXDATE${mark}:${stamp(nth(left))}`] : []),
      `SUMMARY:Meeting ${uid}\\, weekly`,
    ),
    ...(chance(0.6)
      ? event(
          `UID:${uid}`,
          `RECURRENCE-ID${mark}:${stamp(nth(moved))}`,
          ...at(nth(moved) + one([0, 24, 49]) * HOUR_MS),
          `SUMMARY:Moved ${uid}`,
        )
      : []),
  ];
};

/** A day of every year: a birthday, a public holiday with a date of its own or a weekday of a month. */
const yearly: Form = ({ between, one }, uid) => {
  const month = between(1, 12);
  const fixed = Date.UTC(between(1950, 2025), month - 1, between(1, 28));
  const form = one(['date', 'month and day', 'weekday']);
  const rule =
    form === 'date'
      ? ''
      : form === 'weekday'
        ? `;BYMONTH=${month};BYDAY=${Math.ceil(new Date(fixed).getUTCDate() / 7)}${weekdayOf(fixed)}`
        : `;BYMONTH=${month};BYMONTHDAY=${new Date(fixed).getUTCDate()}`;
  return event(
    `UID:${uid}`,
    `DTSTART;VALUE=DATE:${dateOf(fixed)}`,
    ...one([[], [`DTEND;VALUE=DATE:${dateOf(fixed + DAY_MS)}`], ['DURATION:P1D']]),
    `RRULE:FREQ=YEARLY${rule}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:Day ${uid}`,
  );
};

/** School holidays and fairs: some days in a row, once. */
const holidays: Form = (draw, uid) => {
  const start = drawDay(draw);
  const end = start + draw.between(2, 42) * DAY_MS;
  return event(
    `UID:${uid}`,
    `DTSTART;VALUE=DATE:${dateOf(start)}`,
    `DTEND;VALUE=DATE:${dateOf(end)}`,
    `SUMMARY:Free ${uid}`,
  );
};

/** Collection of waste: every second week, and single days beside it. */
const collection: Form = (draw, uid) => {
  const start = drawDay(draw);
  const nth = (count: number): string => dateOf(start + count * 14 * DAY_MS);
  const extra = Array.from({ length: draw.between(0, 3) }, (_, index) => dateOf(start + (index * 30 + 3) * DAY_MS));
  return event(
    `UID:${uid}`,
    `DTSTART;VALUE=DATE:${dateOf(start)}`,
    `RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=${draw.between(10, 60)}`,
    `EXDATE;VALUE=DATE:${nth(draw.between(1, 8))}`,
    ...(extra.length > 0 ? [`RDATE;VALUE=DATE:${extra.join(',')}`] : []),
    `SUMMARY:Waste ${uid}`,
  );
};

/** Matches and launches: single instants in UTC with a length, and a reminder. */
const match: Form = (draw, uid) =>
  event(
    `UID:${uid}`,
    `DTSTART:${stamp(drawDay(draw) + draw.between(0, 23) * HOUR_MS)}Z`,
    `DURATION:${draw.one(['PT1H45M', 'PT2H', 'P1D', 'PT90M', 'P1DT2H'])}`,
    `SUMMARY:Match ${uid}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Soon',
    'TRIGGER:-PT15M',
    'END:VALARM',
  );

/** Lessons: a monthly or daily series without a zone, read in the zone of the viewer. */
const lesson: Form = (draw, uid) => {
  const start = drawDay(draw) + draw.between(6, 20) * HOUR_MS;
  const last = draw.one(['', `;UNTIL=${stamp(start + draw.between(20, 400) * DAY_MS)}`]);
  const rule = draw.one([
    `FREQ=MONTHLY;BYMONTHDAY=${new Date(start).getUTCDate()}`,
    `FREQ=MONTHLY;BYDAY=${Math.ceil(new Date(start).getUTCDate() / 7)}${weekdayOf(start)}`,
    'FREQ=DAILY;INTERVAL=5',
    'FREQ=MONTHLY;INTERVAL=3',
  ]);
  return event(
    `UID:${uid}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + HOUR_MS)}`,
    `RRULE:${rule}${last}`,
    `SUMMARY:Lesson ${uid}`,
  );
};

const FORMS = [meeting, meeting, yearly, holidays, collection, match, lesson];

/** Lines of at most 75 bytes, as the standard asks for; all of this is ASCII. */
const fold = (text: string): string => text.replace(/[^\r\n]{75}(?=[^\r\n])/g, '$&\r\n ');

/** A calendar of some published forms together. */
export const drawPublished = (draw: Seeded): string =>
  fold(
    calendar(
      'PRODID:-//Example//Calendar with a name that is far longer than a line of seventy-five bytes may be//EN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Family',
      ...ZONES,
      ...Array.from({ length: draw.between(1, 4) }, (_, index) => draw.one(FORMS)(draw, `e${index}`)).flat(),
    ),
  );
