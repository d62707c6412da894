import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ruleWarnings, validateSchedules } from '../../src/core/schedule/schedule-check.ts';
import { weekdaysText } from '../../src/core/schedule/day-words.ts';
import type { PlanReport, Schedule } from '../../src/schema/content/schedules.ts';
import { NOWHERE, byId, collectionWith, pageWith, ruleWith } from '../support/rules.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('schedule check');
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NOON = Date.parse('2025-06-21T10:00Z');
const ALL = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const validate = (rules: Schedule[]) => {
  const steps = validateSchedules(rules, NOON, 'Europe/Berlin', BERLIN);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const from = (start_time: string, end_time: string | null, fields: Partial<Schedule> = {}): Partial<Schedule> => ({
  start_time,
  end_time,
  ...fields,
});
const days = (...custom_days: string[]): Partial<Schedule> => ({ day_pattern: 'custom', custom_days });
const ANNUAL = (annual_date: string, annual_end_date: string | null = null) =>
  ({ recurrence_type: 'annual_date', annual_date, annual_end_date }) as const;
const ONE_OFF = (one_off_date: string, one_off_end_date: string | null = null) =>
  ({ recurrence_type: 'one_off_date', one_off_date, one_off_end_date }) as const;

/** [what, one rule, another, days on which they overlap] */
const WEEKLY: [name: string, one: Partial<Schedule>, other: Partial<Schedule>, when: string | null][] = [
  ['one after the other', from('08:00', '09:00'), from('09:00', '10:00'), null],
  ['one minute', from('08:00', '09:01'), from('09:00', '10:00'), 'every day'],
  [
    'one within the other',
    from('08:00', '18:00', { day_pattern: 'weekends' }),
    from('09:00', '10:00'),
    'on Saturday and Sunday',
  ],
  ['the same', from('08:00', '09:00', days('monday')), from('08:00', '09:00', days('monday', 'friday')), 'on Monday'],
  [
    'days apart',
    from('08:00', '09:00', { day_pattern: 'weekdays' }),
    from('08:00', '09:00', { day_pattern: 'weekends' }),
    null,
  ],
  ['an open end', from('20:00', null), from('23:59', null, days('tuesday')), 'on Tuesday'],
  ['an open end stops at midnight', from('20:00', null), from('00:00', '01:00'), null],
  ['two overnight rules', from('22:00', '02:00', days('friday')), from('23:00', '01:00', days('friday')), 'on Friday'],
  [
    'overnight into the next day',
    from('22:00', '02:00', days('monday')),
    from('01:00', '03:00', days('tuesday')),
    'on Tuesday',
  ],
  [
    'overnight does not reach its own morning',
    from('22:00', '02:00', days('monday')),
    from('01:00', '03:00', days('monday')),
    null,
  ],
  [
    'overnight from sunday into monday',
    from('22:00', '02:00', days('sunday')),
    from('01:00', '03:00', days('monday')),
    'on Monday',
  ],
  [
    'overnight, the other way round',
    from('01:00', '03:00', days('tuesday')),
    from('22:00', '02:00', days('monday')),
    'on Tuesday',
  ],
  [
    'overnight of two nights in a row',
    from('22:00', '10:00', days('monday')),
    from('09:00', '08:00', days('tuesday')),
    'on Tuesday',
  ],
  ['the sun as of today', from('08:00', '20:00', { end_type: 'sunset' }), from('21:00', '22:00'), 'every day'],
  ['after the sun', from('08:00', '20:00', { end_type: 'sunset' }), from('21:40', '22:00'), null],
];
for (const [name, one, other, when] of WEEKLY) {
  test(`overlap: ${name}`, () => {
    const { valid, overlaps } = validate([ruleWith('a', one), ruleWith('b', other)]);
    assert.is(valid, when === null);
    assert.is(overlaps.length, when === null ? 0 : 1);
    if (when === null) return;
    assert.is(overlaps[0]?.schedule1_id, 'a');
    assert.is(overlaps[0]?.schedule2_id, 'b');
    assert.ok(overlaps[0]?.conflict_description.endsWith(`overlap ${when}`), overlaps[0]?.conflict_description);
  });
}
test('an overlap has both times', () => {
  const [overlap] = validate([
    ruleWith('a', from('08:00', null)),
    ruleWith('b', from('09:00', '10:00', days('monday'))),
  ]).overlaps;
  assert.is(overlap?.conflict_description, '08:00 to midnight and 09:00 to 10:00 overlap on Monday');
});
test('each pair is reported once', () =>
  assert.is(validate([ruleWith('a'), ruleWith('b'), ruleWith('c')]).overlaps.length, 3));
test('disabled rules and special dates do not overlap with the week', () => {
  const rules = [
    ruleWith('a'),
    ruleWith('b', { enabled: false }),
    ruleWith('c', ANNUAL('12-25')),
    ruleWith('d', ONE_OFF('2025-12-25')),
  ];
  assert.is(validate(rules).valid, true);
});
test('overlaps of special dates are not a matter of the week', () =>
  assert.is(validate([ruleWith('a', ANNUAL('12-25')), ruleWith('b', ANNUAL('12-25'))]).valid, true));

const GAPS: [name: string, rules: Partial<Schedule>[], gaps: PlanReport['gaps']][] = [
  ['no rules', [], [{ start_time: '00:00', end_time: '23:59', days: ALL }]],
  ['all day', [from('00:00', null)], []],
  [
    'around a rule',
    [from('08:00', '09:00')],
    [
      { start_time: '00:00', end_time: '08:00', days: ALL },
      { start_time: '09:00', end_time: '23:59', days: ALL },
    ],
  ],
  ['15 minutes are none', [from('00:00', '12:00'), from('12:15', null)], []],
  [
    '16 minutes are one',
    [from('00:00', '12:00'), from('12:16', null)],
    [{ start_time: '12:00', end_time: '12:16', days: ALL }],
  ],
  [
    'weekends are free',
    [from('00:00', null, { day_pattern: 'weekdays' })],
    [{ start_time: '00:00', end_time: '23:59', days: ['saturday', 'sunday'] }],
  ],
  ['overnight covers the morning', [from('20:00', '08:00'), from('08:00', '20:00')], []],
  [
    'overnight of sunday covers monday',
    [
      from('20:00', '08:00', days('sunday')),
      from('08:00', '23:59'),
      from('00:00', '08:00', days('tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
    ],
    [],
  ],
  [
    'overnight of monday does not cover monday',
    [
      from('20:00', '08:00', days('monday')),
      from('08:00', '23:59'),
      from('00:00', '08:00', days('wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
    ],
    [{ start_time: '00:00', end_time: '08:00', days: ['monday'] }],
  ],
  [
    'disabled rules cover nothing',
    [from('00:00', null, { enabled: false })],
    [{ start_time: '00:00', end_time: '23:59', days: ALL }],
  ],
  [
    'special dates cover nothing',
    [from('00:00', null, ANNUAL('01-01', '12-31'))],
    [{ start_time: '00:00', end_time: '23:59', days: ALL }],
  ],
  ['the last quarter of an hour', [from('00:00', '23:45')], []],
  ['the last 16 minutes', [from('00:00', '23:44')], [{ start_time: '23:44', end_time: '23:59', days: ALL }]],
];
for (const [name, rules, gaps] of GAPS) {
  test(`gap: ${name}`, () =>
    assert.equal(validate(rules.map((fields, index) => ruleWith(`r${index}`, fields))).gaps, gaps));
}

const PAGES = byId([pageWith('p1', { name: 'Lunch' }), pageWith('p2', { name: 'Small', device_type: 'note' })]);
const COLLECTIONS = byId([collectionWith('collection:c', ['p1', 'p2', 'gone'])]);
const WHOLE_DAY = from('00:00', null);
const board = { ...sampleBoard('b1'), name: 'Kitchen', default_page_id: 'p1' };
const warn = (
  fields: Partial<Schedule>,
  others: Schedule[] = [],
  more: Partial<Parameters<typeof ruleWarnings>[0]> = {},
) =>
  ruleWarnings({
    rule: ruleWith('new', { page_id: 'p1', ...fields }),
    rules: others,
    board,
    pages: PAGES,
    collections: COLLECTIONS,
    zone: 'Europe/Berlin',
    location: BERLIN,
    at: NOON,
    ...more,
  });

/** [what, members, other rules, changes, parts of the warnings] */
const WARNINGS: [
  name: string,
  fields: Partial<Schedule>,
  others: Schedule[],
  more: Partial<Parameters<typeof ruleWarnings>[0]>,
  parts: string[],
][] = [
  ['clean', {}, [], {}, []],
  [
    'clean without a default page when nothing is free',
    WHOLE_DAY,
    [],
    { board: { ...board, default_page_id: null } },
    [],
  ],
  [
    'gaps without a default page',
    {},
    [],
    { board: { ...board, default_page_id: null } },
    ['00:00 to 08:00, every day,', '09:00 to midnight, every day,'],
  ],
  [
    'the rules together leave no gap',
    from('00:00', '12:00'),
    [ruleWith('x', from('12:00', null))],
    { board: { ...board, default_page_id: null } },
    [],
  ],
  [
    'the old version of the rule does not count',
    from('00:00', '12:00'),
    [ruleWith('new', WHOLE_DAY)],
    { board: { ...board, default_page_id: null } },
    ['12:00 to midnight'],
  ],
  [
    'a disabled rule leaves a gap',
    { ...WHOLE_DAY, enabled: false },
    [],
    { board: { ...board, default_page_id: null } },
    ['00:00 to midnight'],
  ],
  [
    'an overlap',
    {},
    [ruleWith('x', { page_id: 'p1', ...from('08:30', '10:00', days('monday')) })],
    {},
    ['08:30 to 10:00 for "Lunch" on Monday'],
  ],
  [
    'an overlap with a rule for a collection',
    {},
    [ruleWith('x', { page_id: 'collection:c' })],
    {},
    ['08:00 to 09:00 for "'],
  ],
  ['an overlap with a rule of no page', {}, [ruleWith('x', { page_id: 'gone' })], {}, ['for a deleted page every day']],
  [
    'three overlaps',
    {},
    [ruleWith('x'), ruleWith('y'), ruleWith('z')],
    {},
    ['Overlaps the', 'Overlaps the', 'Overlaps the'],
  ],
  [
    'many overlaps are counted',
    {},
    Array.from({ length: 99 }, (_, index) => ruleWith(`x${index}`)),
    {},
    ['Overlaps the rule', 'Overlaps the rule', 'Overlaps 97 more rules'],
  ],
  ['no overlap with itself', {}, [ruleWith('new')], {}, []],
  ['no overlap of a disabled rule', { enabled: false }, [ruleWith('x')], {}, []],
  ['no overlap with a disabled rule', {}, [ruleWith('x', { enabled: false })], {}, []],
  ['no overlap of a special date with the week', ONE_OFF('2025-06-23'), [ruleWith('x')], {}, []],
  ['annual rules on one day', ANNUAL('12-20', '12-31'), [ruleWith('x', ANNUAL('12-25'))], {}, ['on 25 December;']],
  [
    'annual rules on several days',
    ANNUAL('12-20', '12-31'),
    [ruleWith('x', ANNUAL('12-24', '12-28'))],
    {},
    ['on 24 December;'],
  ],
  ['annual rules on the first day', ANNUAL('01-01'), [ruleWith('x', ANNUAL('01-01', '01-02'))], {}, ['on 1 January;']],
  ['annual rules on the last day', ANNUAL('12-31'), [ruleWith('x', ANNUAL('12-31'))], {}, ['on 31 December;']],
  ['annual rules on a leap day', ANNUAL('02-29'), [ruleWith('x', ANNUAL('02-01', '02-29'))], {}, ['on 29 February;']],
  [
    'annual rules at other times of a day',
    ANNUAL('12-25'),
    [ruleWith('x', { ...ANNUAL('12-25'), ...from('09:00', '10:00') })],
    {},
    [],
  ],
  [
    'annual rules over the new year',
    ANNUAL('12-30', '01-05'),
    [ruleWith('x', ANNUAL('01-03', '01-04'))],
    {},
    ['on 3 January'],
  ],
  ['annual rules apart', ANNUAL('12-20', '12-24'), [ruleWith('x', ANNUAL('12-25'))], {}, []],
  [
    'annual overnight into the next day',
    { ...ANNUAL('12-31'), ...from('22:00', '02:00') },
    [ruleWith('x', { ...ANNUAL('01-01'), ...from('01:00', '03:00') })],
    {},
    ['on 1 January'],
  ],
  [
    'one-off rules on one day',
    ONE_OFF('2025-07-01', '2025-07-31'),
    [ruleWith('x', ONE_OFF('2025-07-15'))],
    {},
    ['on 15 July 2025'],
  ],
  [
    'one-off rules, the other way round',
    ONE_OFF('2025-07-15'),
    [ruleWith('x', ONE_OFF('2025-07-01', '2025-07-31'))],
    {},
    ['on 15 July 2025'],
  ],
  ['one-off rules apart', ONE_OFF('2025-07-01'), [ruleWith('x', ONE_OFF('2025-07-02'))], {}, []],
  [
    'one-off overnight into the next day',
    { ...ONE_OFF('2025-07-01'), ...from('22:00', '02:00') },
    [ruleWith('x', { ...ONE_OFF('2025-07-02'), ...from('01:00', '03:00') })],
    {},
    ['on 2 July 2025'],
  ],
  [
    'one-off overnight from the day before',
    { ...ONE_OFF('2025-07-02'), ...from('01:00', '03:00') },
    [ruleWith('x', { ...ONE_OFF('2025-07-01'), ...from('22:00', '02:00') })],
    {},
    ['on 2 July 2025'],
  ],
  [
    'one-off overnight out of a longer range',
    { ...ONE_OFF('2025-07-02', '2025-07-03'), ...from('22:00', '02:00') },
    [ruleWith('x', { ...ONE_OFF('2025-06-01', '2025-07-31'), ...from('01:00', '03:00') })],
    {},
    ['on 3 July 2025'],
  ],
  [
    'ranges of centuries',
    ONE_OFF('1970-01-01', '9999-12-31'),
    [ruleWith('x', ONE_OFF('2500-01-01', '9999-12-31'))],
    {},
    ['on 1 January 2500'],
  ],
  ['a sun rule with a place', { start_type: 'sunrise', end_time: '12:00' }, [], {}, []],
  [
    'a sun rule without a place',
    { start_type: 'sunrise' },
    [],
    { location: NOWHERE },
    ['no location to compute the sunrise for: 08:00'],
  ],
  [
    'both ends by the sun without a place',
    { start_type: 'sunrise', end_type: 'sunset', end_time: null },
    [],
    { location: NOWHERE },
    ['sunrise for: 08:00', 'sunset for: midnight'],
  ],
  [
    'polar day',
    { end_type: 'sunset' },
    [],
    { location: { latitude: 69.65, longitude: 18.96 } },
    ['no sunset today: 09:00'],
  ],
  [
    'members that do not fit or are gone',
    { page_id: 'collection:c' },
    [],
    {},
    ['"Small" is made for note (3 rows x 15 columns) and does not fit the board "Kitchen"', 'no longer exists'],
  ],
  [
    'a page that does not fit',
    { page_id: 'p2' },
    [],
    {},
    [
      'The page "Small" is made for note (3 rows x 15 columns) and does not fit the board "Kitchen", ' +
        'flagship (6 rows x 22 columns); the rule is passed over.',
    ],
  ],
  ['a page that is gone', { page_id: 'gone' }, [], {}, ['The page of this rule no longer exists; the rule is passed']],
  [
    'many gaps',
    from('00:00', '00:30'),
    ['01:00', '02:00', '03:00'].map((at, index) =>
      ruleWith(`x${index}`, from(at, at.replace('00', '30').replace(':00', ':30'))),
    ),
    { board: { ...board, default_page_id: null } },
    ['from 00:30 to 01:00', 'from 01:30 to 02:00', 'at 2 more times of the week'],
  ],
  [
    'a board on which the others do not fit',
    { page_id: 'collection:c' },
    [],
    { board: { ...board, device_type: 'note' } },
    ['"Lunch"', 'no longer exists'],
  ],
];
for (const [name, fields, others, more, parts] of WARNINGS) {
  test(`warning: ${name}`, () => {
    const found = warn(fields, others, more);
    assert.is(found.length, parts.length, found.join('\n'));
    parts.forEach((part, index) => assert.ok(found[index]?.includes(part), found[index]));
  });
}

/** [days, Monday 0; how they are told] */
const SPANS: [weekdays: number[], text: string][] = [
  [[0, 1, 2, 3, 4, 5, 6], 'every day'],
  [[0, 1, 2, 3, 4], 'Monday to Friday'],
  [[5, 6], 'Saturday and Sunday'],
  [[3], 'Thursday'],
  [[0, 2, 4], 'Monday, Wednesday and Friday'],
  [[0, 1, 2, 5], 'Monday to Wednesday and Saturday'],
];
for (const [weekdays, text] of SPANS) test(`days in words: ${text}`, () => assert.is(weekdaysText(weekdays), text));

test('of millions of overlaps five thousand are told', () => {
  const rules = Array.from({ length: 2000 }, (_, at) => ruleWith(`r${at}`, from('08:00', '12:00')));
  const { valid, overlaps } = validate(rules);
  assert.equal([valid, overlaps.length], [false, 5000]);
});

test.run();
