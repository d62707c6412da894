import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CalendarOptions } from '../../src/documents/calendar-document.ts';
import type { Parsed } from '../../src/documents/parsed.ts';
import { PARSERS, type ParserName } from '../../src/documents/parsers.ts';
import { DOCUMENT_LIMITS } from '../../src/sandbox/limits.ts';

// Documents that were made to stall or to fill whoever reads them. Each is read several times by a thread with a small
// heap: a reader that keeps what it should not, or builds what it was told to, ends that thread. One that takes more
// processor than the sandbox allows for a document would end the worker with all that runs there.

const NOW = Date.parse('2026-11-20T13:30:00Z');
const SPAN: CalendarOptions = { from: NOW, to: NOW + 366 * 86_400_000, most: 100, zone: 'Europe/Berlin' };
// The one that ended a service after ten readings is read more often.
const READINGS = 3;
const READINGS_OF_THE_FIRST = 20;
const HEAP_MB = 64;
const LIVED = 7;
const TOO_LONG = 8;
const LARGE = 5 * 1024 * 1024;
const SIZE = LARGE / 4;

const calendar = (...events: string[]): string => ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\n');
const series = (uid: number, rule: string, start = '20200101T100000Z'): string =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:S${uid}\nDTSTART:${start}\nRRULE:${rule}\nEND:VEVENT`;
const repeat = (unit: string, bytes = SIZE): string => unit.repeat(Math.ceil(bytes / unit.length));
const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');

const stamp = (second: number): string => new Date(NOW + second * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
const single = (index: number): string =>
  `BEGIN:VEVENT\nUID:1\nDTSTART:${stamp(index * 60)}\nSUMMARY:S${index}\nEND:VEVENT`;
const exception = (index: number): string =>
  `BEGIN:VEVENT\nUID:1\nRECURRENCE-ID:${stamp(1_000_000 + index)}\nEND:VEVENT`;
const jsonFeed = (content_html: string): string =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [{ content_html }] });

const NEVER = [
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
  'FREQ=YEARLY;BYYEARDAY=1;BYMONTH=12',
  'FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31',
  'FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1',
  'FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=SECONDLY;INTERVAL=999999937;BYSECOND=1',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=1000000000',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;UNTIL=99991231T235959Z',
];
const DENSE = [
  'FREQ=SECONDLY',
  'FREQ=SECONDLY;COUNT=1000000000',
  `FREQ=DAILY;BYHOUR=${hours()};BYMINUTE=${minutes()};BYSECOND=${minutes()}`,
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${hours()};BYMINUTE=${minutes()};BYSECOND=${minutes()};BYSETPOS=-1,1,366`,
];

function hours(): string {
  return Array.from({ length: 24 }, (_, index) => index).join(',');
}

function minutes(): string {
  return Array.from({ length: 60 }, (_, index) => index).join(',');
}

const ZONE_PARTS = many(
  10_000,
  () =>
    'BEGIN:DAYLIGHT\nDTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=SECONDLY\nEND:DAYLIGHT',
);

/** Documents by name: the parser that reads them, and how they are made. */
const DOCUMENTS: Readonly<Record<string, readonly [ParserName, () => string | Uint8Array]>> = {
  ...Object.fromEntries(
    NEVER.map((rule) => [`a calendar with ${rule}`, ['calendar', () => calendar(series(1, rule))] as const]),
  ),
  ...Object.fromEntries(
    DENSE.map((rule, index) => [
      `a dense calendar ${index + 1}`,
      ['calendar', () => calendar(series(1, rule))] as const,
    ]),
  ),
  'a calendar of 20,000 rules that never match': [
    'calendar',
    () => calendar(many(20_000, (index) => series(index, NEVER[index % 2] as string))),
  ],
  'a calendar of 5,000 dense series': [
    'calendar',
    () => calendar(many(5000, (index) => series(index, 'FREQ=SECONDLY'))),
  ],
  'a calendar of exceptions': [
    'calendar',
    () =>
      calendar(
        many(
          20_000,
          (index) =>
            `BEGIN:VEVENT\nUID:1\nRECURRENCE-ID:20261121T${String(index % 24).padStart(2, '0')}0000Z\nDTSTART:20261122T100000Z\nEND:VEVENT`,
        ),
      ),
  ],
  'a calendar of exceptions for all later ones': [
    'calendar',
    () =>
      calendar(
        series(1, 'FREQ=DAILY'),
        many(
          4000,
          (index) =>
            `BEGIN:VEVENT\nUID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE:202611${21 + (index % 8)}T100000Z\nDTSTART:99990101T000000Z\nEND:VEVENT`,
        ),
      ),
  ],
  'a calendar of excluded dates': [
    'calendar',
    () =>
      calendar(
        many(
          60,
          (index) =>
            `BEGIN:VEVENT\nUID:${index}\nDTSTART:20261121T100000Z\nRRULE:FREQ=DAILY\n${many(900, (line) => `EXDATE:${Array.from({ length: 5 }, (_, second) => `202612${10 + (line % 20)}T${10 + (index % 14)}${10 + (line % 50)}${10 + second}Z`).join(',')}`)}\nEND:VEVENT`,
        ),
      ),
  ],
  'a calendar of one name for events and exceptions': [
    'calendar',
    () =>
      calendar(
        many(6000, (index) => single(index)),
        many(12_000, (index) => exception(index)),
      ),
  ],
  'a calendar of exceptions for a series without as many dates': [
    'calendar',
    () =>
      calendar(
        `BEGIN:VEVENT\nUID:1\nDTSTART:20261121T100000Z\nRRULE:FREQ=DAILY\n${many(900, (line) => `EXDATE:${many(50, (index) => `${stamp(line * 50 + index)},`).replaceAll('\n', '')}`)}\nEND:VEVENT`,
        many(8000, (index) => exception(index)),
      ),
  ],
  'calendars of zone names': [
    'calendar',
    () => many(15_000, (index) => calendar(`BEGIN:VEVENT\nDTSTART;TZID=Z${index}/A/B:20261121T100000\nEND:VEVENT`)),
  ],
  'a calendar of one line': [
    'calendar',
    () => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261121T100000Z\nSUMMARY:${repeat('x', LARGE)}`,
  ],
  'a calendar of one folded line': [
    'calendar',
    () => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261121T100000Z\nSUMMARY:${repeat('x\n ')}`,
  ],
  'a calendar without any line end': ['calendar', () => repeat('BEGIN:VEVENT')],
  'a calendar of quotes': ['calendar', () => `BEGIN:VCALENDAR\nDTSTART${repeat(';X="')}`],
  'a calendar of beginnings': ['calendar', () => `BEGIN:VCALENDAR\n${repeat('BEGIN:VEVENT\n')}`],
  'a calendar of alarms that never end': [
    'calendar',
    () => `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${repeat('BEGIN:A\nEND:B\n')}`,
  ],
  'a calendar of zones': [
    'calendar',
    () =>
      calendar(
        `BEGIN:VTIMEZONE\nTZID:Z\n${ZONE_PARTS}\nEND:VTIMEZONE`,
        'BEGIN:VEVENT\nDTSTART;TZID=Z:20261121T100000\nEND:VEVENT',
      ),
  ],
  'a calendar of zone names': [
    'calendar',
    () => calendar(many(5000, (index) => `BEGIN:VEVENT\nDTSTART;TZID=Zone/${index}:20261121T100000\nEND:VEVENT`)),
  ],
  'a calendar of lasting events': [
    'calendar',
    () =>
      calendar(
        many(
          5000,
          (index) =>
            `BEGIN:VEVENT\nUID:${index}\nDTSTART:20200101T100000Z\nDURATION:P9999W\nRRULE:FREQ=DAILY\nEND:VEVENT`,
        ),
      ),
  ],
  'a feed of a billion laughs': [
    'feed',
    () =>
      `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100)}">${Array.from({ length: 8 }, (_, index) => `<!ENTITY ${'bcdefghi'[index]} "${`&${'abcdefgh'[index]};`.repeat(10)}">`).join('')}]><rss><channel><title>&i;</title></channel></rss>`,
  ],
  'a feed that is deep': ['feed', () => `<rss><channel>${repeat('<a>')}`],
  'a feed with a deep title': ['feed', () => `<feed><title>${repeat('<a>')}`],
  'a feed of attributes': [
    'feed',
    () => `<rss ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}><channel/></rss>`,
  ],
  'a feed of one title': [
    'feed',
    () => `<rss><channel><item><title>${repeat('&amp;lt;b&amp;gt;')}</title></item></channel></rss>`,
  ],
  'a feed of open brackets': [
    'feed',
    () => `<rss><channel><item><title><![CDATA[${repeat('<')}]]></title></item></channel></rss>`,
  ],
  'a feed of comments': [
    'feed',
    () => `<rss><channel><item><title>${repeat('&lt;!--')}</title></item></channel></rss>`,
  ],
  'a feed of entries': ['feed', () => `<rss><channel>${repeat('<item><title>x</title></item>')}</channel></rss>`],
  'a feed of namespaces': ['feed', () => `<feed>${repeat('<a xmlns:b="c"><d/></a>')}`],
  'a feed of namespaces in namespaces': [
    'feed',
    () =>
      `<feed>${many(90, (depth) => `<n${many(60, (at) => ` xmlns:p${depth}x${at}="u"`)}>`)}${repeat('<a xmlns:b="c"/>')}`,
  ],
  'a feed of scripts that never end': [
    'feed',
    () => `<rss>${repeat(`<item><title>&lt;script>${'&lt;/script'.repeat(480)}</title></item>`)}</rss>`,
  ],
  'a feed in JSON of open tags': ['feed', () => jsonFeed(repeat('<a'))],
  'a feed in JSON of scripts that never end': ['feed', () => jsonFeed(`<script>${repeat('</script')}`)],
  'XML of namespaces in namespaces': [
    'xml',
    () =>
      `<x>${many(90, (depth) => `<n${many(60, (at) => ` xmlns:p${depth}x${at}="u"`)}>`)}${repeat('<a xmlns:b="c"/>')}`,
  ],
  'rows of many columns and one value': [
    'csv',
    () => `${Array.from({ length: 200 }, (_, column) => `c${column}`).join(',')}\n${repeat('a\n')}`,
  ],
  'rows of many columns of one name': ['csv', () => `${'a,'.repeat(200)}\n${repeat('a\n')}`],
  'a feed of one line': ['feed', () => repeat('x')],
  'JSON that is deep': ['json', () => repeat('[')],
  'JSON that is deep in objects': ['json', () => repeat('{"a":')],
  'JSON of lists': ['json', () => `[${repeat('[],')}0]`],
  'JSON of one string': ['json', () => `"${repeat('x')}"`],
  'JSON of backslashes': ['json', () => `"${repeat('\\')}`],
};

const bytesOf = (document: string | Uint8Array): Uint8Array =>
  typeof document === 'string' ? Buffer.from(document) : document;

const readOnce = (name: string): Parsed<unknown> => {
  const [parser, make] = DOCUMENTS[name] as (typeof DOCUMENTS)[string];
  const bytes = bytesOf(make());
  return parser === 'calendar' ? PARSERS.calendar(bytes, SPAN) : PARSERS[parser](bytes, {});
};

const readAgain = (): void => {
  const { name } = workerData as { name: string };
  const readings = name.endsWith(NEVER[0] as string) ? READINGS_OF_THE_FIRST : READINGS;
  for (let reading = 0; reading < readings; reading++) {
    const before = process.cpuUsage();
    readOnce(name);
    if (process.cpuUsage(before).user > DOCUMENT_LIMITS.processorMs * 1000) process.exit(TOO_LONG);
  }
  process.exitCode = LIVED;
};

/**
 * Reads a document several times in a thread with a small heap; the reason when that thread did not live through it.
 */
const survive = (name: string): Promise<string> =>
  new Promise((resolve) => {
    const worker = new Worker(__filename, {
      workerData: { name },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
    });
    worker.once('exit', (code) => resolve(code === LIVED ? 'lives' : `ended with ${code}`));
    worker.once('error', (problem: Error) => resolve(problem.message));
  });

const createTests = () => {
  const test = suite('attack/documents');

  for (const name of Object.keys(DOCUMENTS)) test(name, async () => assert.is(await survive(name), 'lives'));

  // Bounded by counts, which are the same on every machine: rules that never match take next to no steps.
  for (const rule of NEVER) {
    const stepsPerSeries = rule.includes('COUNT') ? 5000 : 2000;
    test(`${rule} takes fewer than ${stepsPerSeries} steps`, () => {
      const parsed = PARSERS.calendar(bytesOf(calendar(series(1, rule), series(2, 'FREQ=DAILY'))), {
        ...SPAN,
        stepsPerSeries,
      });
      assert.ok('value' in parsed);
      assert.equal([parsed.value.notes, parsed.value.occurrences[0]?.name], [[], 'S2']);
    });
  }

  test('a text of a calendar is shown as far as it is short', () => {
    const parsed = PARSERS.calendar(
      bytesOf((DOCUMENTS['a calendar of one line'] as (typeof DOCUMENTS)[string])[1]() + '\nEND:VEVENT'),
      SPAN,
    );
    assert.ok('value' in parsed);
    assert.is(parsed.value.occurrences[0]?.name.length, 200);
  });

  return test;
};

if (!isMainThread) readAgain();
else {
  createTests().run();
}
