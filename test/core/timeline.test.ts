import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { arbitrate } from '../../src/core/arbiter/arbiter.ts';
import type { ArbiterInput } from '../../src/core/arbiter/decision.ts';
import { timeline } from '../support/timeline.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import { byId, collectionWith, inputWith, pageWith, ruleWith } from '../support/rules.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('timeline');
const FROM = '2025-06-18T00:00:00.000Z';
const TO = '2025-06-19T00:00:00.000Z';
const DAY_MS = 86_400_000;

const between = (fields: Partial<ArbiterInput>, from = FROM, to = TO) =>
  timeline({ ...inputWith(from, { zone: 'UTC', ...fields }), from: Date.parse(from), to: Date.parse(to) });
const brief = (fields: Partial<ArbiterInput>, from = FROM, to = TO) =>
  between(fields, from, to).ranges.map(
    (range) =>
      `${range.from.slice(5, 16)} ${range.source} ${range.page_id} ${range.schedule_id}${range.silence ? ' silent' : ''}`,
  );

const RULE = ruleWith('r', { page_id: 'p2' });
const silence = { ...defaultSettings(), silence: { ...defaultSettings().silence, enabled: true } };
const TURNING = collectionWith('collection:c', ['p1', 'p2'], { time: { interval_seconds: 3600 } });

const CASES: [name: string, fields: Partial<ArbiterInput>, from: string, to: string, ranges: string[]][] = [
  ['nothing', {}, FROM, TO, ['06-18T00:00 none null null']],
  ['a pin', { programme: { active_page_id: 'p1', messages: [] } }, FROM, TO, ['06-18T00:00 manual p1 null']],
  [
    'a rule',
    { schedules: [RULE] },
    FROM,
    TO,
    ['06-18T00:00 none null null', '06-18T08:00 schedule p2 r', '06-18T09:00 none null null'],
  ],
  [
    'from within a rule',
    { schedules: [RULE] },
    '2025-06-18T08:30:00.000Z',
    TO,
    ['06-18T08:30 schedule p2 r', '06-18T09:00 none null null'],
  ],
  [
    'until the start of a rule',
    { schedules: [RULE] },
    FROM,
    '2025-06-18T08:00:00.000Z',
    ['06-18T00:00 none null null'],
  ],
  [
    'a default page',
    { board: { ...sampleBoard('b1'), default_page_id: 'p3' }, schedules: [RULE] },
    FROM,
    TO,
    ['06-18T00:00 schedule p3 null', '06-18T08:00 schedule p2 r', '06-18T09:00 schedule p3 null'],
  ],
  [
    'edges that change nothing are left out',
    {
      schedules: [
        RULE,
        ruleWith('weak', { page_id: 'p4', start_time: '08:20', end_time: '08:40', created_at: '2020-01-01T00:00:00Z' }),
      ],
    },
    FROM,
    TO,
    ['06-18T00:00 none null null', '06-18T08:00 schedule p2 r', '06-18T09:00 none null null'],
  ],
  [
    'two rules for one page are two ranges',
    { schedules: [RULE, { ...RULE, id: 's', start_time: '09:00', end_time: '10:00' }] },
    FROM,
    TO,
    [
      '06-18T00:00 none null null',
      '06-18T08:00 schedule p2 r',
      '06-18T09:00 schedule p2 s',
      '06-18T10:00 none null null',
    ],
  ],
  [
    'silence',
    { settings: silence },
    FROM,
    TO,
    ['06-18T00:00 none null null silent', '06-18T07:00 none null null', '06-18T20:00 none null null silent'],
  ],
  [
    'a timed message changes nothing beneath',
    {
      programme: {
        active_page_id: 'p1',
        messages: [
          {
            id: 'm',
            content: { kind: 'page', page_id: 'p5' },
            priority: 'normal',
            state: 'up',
            ends: 'time',
            expires_at: '2025-06-18T03:00:00.000Z',
            lasts_ms: 60_000,
            revert_mode: 'schedule',
            revert_page_id: null,
            transition: null,
            when_busy: 'replace',
          },
        ],
      },
    },
    FROM,
    TO,
    ['06-18T00:00 manual p1 null'],
  ],
  [
    'a collection member by member',
    { collections: byId([TURNING]), programme: { active_page_id: 'collection:c', messages: [] } },
    FROM,
    '2025-06-18T03:00:00.000Z',
    ['06-18T00:00 manual p1 null', '06-18T01:00 manual p2 null', '06-18T02:00 manual p1 null'],
  ],
];
for (const [name, fields, from, to, ranges] of CASES) test(name, () => assert.equal(brief(fields, from, to), ranges));

test('a range has every member', () => {
  const { from, to, ranges } = between({
    schedules: [RULE],
    programme: { active_page_id: 'p1', messages: [] },
  });
  assert.is(from, FROM);
  assert.is(to, TO);
  assert.equal(ranges[1], {
    from: '2025-06-18T08:00:00.000Z',
    to: '2025-06-18T09:00:00.000Z',
    source: 'manual',
    page_id: 'p1',
    scheduled_page_id: 'p2',
    schedule_id: 'r',
    silence: false,
  });
});

test('a collection that turns often is named as a whole', () => {
  const collections = byId([{ ...TURNING, time: { interval_seconds: 30 } }]);
  const programme = { active_page_id: 'collection:c', messages: [] };
  assert.equal(brief({ collections, programme }), ['06-18T00:00 manual collection:c null']);
  assert.is(between({ collections, programme }, FROM, '2025-06-18T04:10:00.000Z').ranges.length, 500);
  assert.is(between({ collections, programme }, FROM, '2025-06-18T04:10:30.000Z').ranges.length, 1);
});

test('a collection by rules is taken as it is now', () => {
  const collection = collectionWith('collection:v', ['p1', 'p2'], {
    selection_mode: 'variable',
    variable: { rules: [{ expression: 'x', page_id: 'p2' }], default_page_id: 'p1', poll_seconds: 2 },
  });
  const programme = { active_page_id: 'collection:v', messages: [] };
  assert.equal(brief({ collections: byId([collection]), programme, evaluateRule: () => true }), [
    '06-18T00:00 manual p2 null',
  ]);
});

test('ranges join without holes and end with the stretch, over a change of the clock', () => {
  const schedules = [
    RULE,
    ruleWith('night', { page_id: 'p4', start_time: '22:00', end_time: '02:30' }),
    ruleWith('sun', {
      page_id: 'p5',
      start_type: 'sunrise',
      end_type: 'sunset',
      start_time: '06:00',
      end_time: '20:00',
    }),
  ];
  const settings = { ...silence, location: { latitude: 52.52, longitude: 13.405 } };
  const { ranges } = between(
    { schedules, settings, zone: 'Europe/Berlin' },
    '2025-03-27T00:00:00.000Z',
    '2025-04-03T00:00:00.000Z',
  );
  assert.is(ranges[0]?.from, '2025-03-27T00:00:00.000Z');
  assert.is(ranges.at(-1)?.to, '2025-04-03T00:00:00.000Z');
  ranges.slice(1).forEach((range, index) => assert.is(range.from, ranges[index]?.to));
  assert.ok(
    ranges.some((range) => range.from === '2025-03-30T01:00:00.000Z'),
    'the skipped 02:30 ends with the gap',
  );
});

test('every minute of a week is as the arbiter decides', () => {
  const schedules = [
    RULE,
    ruleWith('week', {
      page_id: 'p3',
      day_pattern: 'weekdays',
      start_time: '06:15',
      end_time: '22:40',
      created_at: '2024-01-01T00:00:00Z',
    }),
    ruleWith('day', {
      page_id: 'p4',
      recurrence_type: 'one_off_date',
      one_off_date: '2025-10-26',
      start_time: '01:30',
      end_time: '02:30',
    }),
  ];
  const input = inputWith('2025-10-23T00:00:00Z', { schedules, settings: silence, collections: byId([TURNING]) });
  const { ranges } = timeline({ ...input, from: input.at, to: input.at + 7 * DAY_MS });
  let index = 0;
  for (let at = input.at; at < input.at + 7 * DAY_MS; at += 60_000) {
    while (Date.parse(ranges[index]?.to ?? '') <= at) index++;
    const decision = arbitrate({ ...input, at });
    assert.equal(
      [ranges[index]?.page_id, ranges[index]?.source, ranges[index]?.schedule_id, ranges[index]?.silence],
      [decision.resolved_page_id, decision.source, decision.schedule_id, decision.silence.active],
      new Date(at).toISOString(),
    );
  }
});

test('at most 31 days', () => {
  const { to, ranges } = between({ schedules: [RULE] }, FROM, '2026-06-18T00:00:00.000Z');
  assert.is(to, '2025-07-19T00:00:00.000Z');
  assert.is(ranges.length, 63);
});

test('at most 5000 ranges, with the end of what is covered', () => {
  const schedules = Array.from({ length: 120 }, (_, index) => {
    const [hour, half] = [String(Math.floor(index / 5)).padStart(2, '0'), (index % 5) * 10];
    return ruleWith(`r${index}`, {
      page_id: 'p1',
      start_time: `${hour}:${String(half).padStart(2, '0')}`,
      end_time: `${hour}:${String(half + 5).padStart(2, '0')}`,
    });
  });
  const { to, ranges } = between({ schedules }, FROM, '2025-07-19T00:00:00.000Z');
  assert.is(ranges.length, 5000);
  assert.is(ranges.at(-1)?.to, to);
  assert.ok(to < '2025-07-19T00:00:00.000Z');
});

test('an empty stretch has no ranges', () =>
  assert.equal(between({}, FROM, FROM), { from: FROM, to: FROM, ranges: [] }));
test('a stretch backwards is empty', () => assert.equal(between({}, TO, FROM), { from: TO, to: TO, ranges: [] }));

test('a range names twenty of the pages that are skipped, and how many more there are', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `page-${at}`);
  const long = collectionWith('collection:long', [...ids, 'shown'], {
    members: ids.map((page_id) => ({ page_id, condition: 'false' })),
  });
  const [range] = between({
    pages: byId([...ids, 'shown'].map((id) => pageWith(id))),
    collections: byId([long]),
    programme: { active_page_id: long.id, messages: [] },
  }).ranges;
  assert.match(range?.reason ?? '', /its condition is not met\. 480 more are skipped\.$/);
  assert.ok((range?.reason?.length ?? 0) < 2000);
});

test('a rotation in which each page has its own time is followed by that', () => {
  const collections = byId([{ ...TURNING, rotation: 'own' as const, time: { interval_seconds: 30 } }]);
  const programme = { active_page_id: 'collection:c', messages: [] };
  const lasting = (duration_seconds: number) =>
    between({ collections, programme, pages: byId(['p1', 'p2'].map((id) => pageWith(id, { duration_seconds }))) });
  assert.is(lasting(3600).ranges.length, 24);
  assert.equal(
    lasting(60).ranges.map(({ page_id }) => page_id),
    ['collection:c'],
  );
});

test.run();
