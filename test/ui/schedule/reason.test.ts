import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressOf, newRuleAddress, ruleAddress } from '../../../ui/schedule/address.ts';
import { reasonOf } from '../../../ui/schedule/scrubber/reason.ts';
import { sampleRule, ZONE } from './samples.ts';

/** Why a board shows what it shows, in words. */
const test = suite('reasons of a moment');

/** Monday, 2 March 2026, 12:00 in Berlin. */
const AT = Date.parse('2026-03-02T11:00:00Z');
const HOUR = 3_600_000;
const NAMES: Readonly<Record<string, string>> = { news: 'News', mix: 'Mix', clock: 'Clock', page: 'Page' };
const context = (change: { pinned?: string | null; fallback?: string | null } = {}) =>
  ({
    nameOf: (id: string | null) => NAMES[id ?? ''] ?? 'gone',
    zone: ZONE,
    board: { active_page_id: change.pinned ?? null, default_page_id: change.fallback ?? null },
    timesOf: () => ['06:30', '09:00'],
    isPinned: (id: string | null) => change.pinned === 'mix' && (id === 'mix' || id === 'news'),
  }) as never;
const moment = (range: object, until: number | null = null, shown: object = { kind: 'nothing' }) =>
  ({
    range: { silence: false, source: 'schedule', schedule_id: null, page_id: null, scheduled_page_id: null, ...range },
    until,
    shown,
  }) as never;
const RULES = [sampleRule({ id: 'r', page_id: 'mix' })] as never;
const reason = (
  one: never,
  options: { context?: never; silence?: unknown; orphan?: unknown } = {},
): readonly [string, string | null] => {
  const { title, note } = reasonOf(
    one,
    AT,
    RULES,
    (options.silence ?? null) as never,
    options.context ?? context(),
    (options.orphan ?? null) as never,
  );
  return [title, note];
};

for (const [name, until, words] of [
  ['later on the day', AT + 2.5 * HOUR, '14:30'],
  ['at the end of the day', AT + 12 * HOUR, 'midnight'],
  ['on another day', AT + 13 * HOUR, 'Tuesday 01:00'],
] as const)
  test(`a rule that ends ${name}`, () =>
    assert.equal(reason(moment({ schedule_id: 'r', page_id: 'mix' }, until)), [`Schedule: Mix until ${words}`, null]));

test('a rule whose end is not known, its collection, and one that is not there any more', () => {
  const shown = { kind: 'page', page_id: 'news' };
  assert.equal(reason(moment({ schedule_id: 'r', page_id: 'news' }, null, shown)), [
    'Schedule: Mix',
    'From the collection: News',
  ]);
  assert.equal(reason(moment({ schedule_id: 'r' }, null, { kind: 'page', page_id: 'mix' }))[1], null);
  assert.is(reason(moment({ schedule_id: 'x', scheduled_page_id: 'clock' }))[0], 'Schedule: Clock');
});

test('a pinned page goes by what was pinned', () => {
  const shown = { kind: 'page', page_id: 'news' };
  assert.equal(
    reason(moment({ source: 'manual', page_id: 'news' }, null, shown), { context: context({ pinned: 'mix' }) }),
    ['Mix, pinned', 'From the collection: News'],
  );
});

test('a page for a while is not said to be pinned, whatever is', () => {
  const shown = { kind: 'page', page_id: 'clock' };
  const there = moment({ source: 'manual', page_id: 'clock' }, AT + HOUR, shown);
  assert.equal(reason(there, { context: context({ pinned: 'mix' }) }), ['Clock until 13:00, for a while', null]);
  assert.equal(reason(moment({ source: 'manual', page_id: 'clock' }, null, shown)), ['Clock, for a while', null]);
});

test('where nothing is scheduled it is the default page, or nothing', () => {
  const fallback = { context: context({ fallback: 'clock' }) };
  assert.is(
    reason(moment({ page_id: 'clock' }), fallback)[0],
    'Nothing is scheduled, so the default page is up: Clock',
  );
  assert.is(
    reason(moment({ page_id: 'clock' }, AT + HOUR), fallback)[0],
    'Until 13:00 nothing is scheduled, so the default page is up: Clock',
  );
  assert.is(reason(moment({ page_id: 'news' }))[0], 'Nothing is scheduled, so the default page is up: News');
  assert.equal(reason(moment({})), ['Nothing is planned: the board stays as it is', null]);
  assert.equal(reason(moment({}, AT + HOUR)), ['Nothing is planned until 13:00: the board stays as it is', null]);
});

test('a rule without a page says so, whatever stands in its place', () => {
  const orphan = sampleRule({ id: 'o' });
  assert.equal(reason(moment({}), { orphan }), [
    'Rule 06:30 to 09:00 has no page',
    'Its page was deleted. Choose another one for the rule below.',
  ]);
  assert.equal(reason(moment({ page_id: 'clock' }), { orphan }), [
    'Nothing is scheduled, so the default page is up: Clock',
    'Rule 06:30 to 09:00 has no page. Its page was deleted. Choose another one for the rule below.',
  ]);
});

const quiet = (mode: string, page_id: string | null = null) => ({ mode, page_id, indicator_text: 'QUIET' });
for (const [silence, note] of [
  [null, null],
  [quiet('freeze'), 'The flaps keep showing what they showed before.'],
  [quiet('page', 'clock'), 'The board shows Clock.'],
  [quiet('page'), 'The board says QUIET.'],
  [quiet('indicator'), 'The board says QUIET.'],
] as const)
  test(`silence: ${silence?.mode ?? 'not known'} ${silence?.page_id ?? ''}`, () => {
    assert.equal(reason(moment({ silence: true }), { silence }), ['Silence', note]);
    assert.is(reason(moment({ silence: true }, AT + HOUR), { silence })[0], 'Silence until 13:00');
  });

const place = (query: string) => ({ path: '/schedule', query: new URLSearchParams(query), left: 0 });
for (const [query, change, address] of [
  ['', {}, '/schedule'],
  ['week=2026-03-02&other=1&board=b', {}, '/schedule?board=b&week=2026-03-02'],
  ['board=b&day=2', { day: null, week: '2026-03-09' }, '/schedule?board=b&week=2026-03-09'],
  ['day=2', { day: null }, '/schedule'],
] as const)
  test(`from "${query}" on, ${JSON.stringify(change)} leads to ${address}`, () =>
    assert.is(addressOf(place(query), '/schedule', change), address));

test('rules are opened and made beside what is seen', () => {
  assert.is(ruleAddress(place('board=b'), 'a/b'), '/schedule/rules/a%2Fb?board=b');
  assert.is(newRuleAddress(place('week=w'), { day: '1' }), '/schedule/rules/new?week=w&day=1');
  assert.is(newRuleAddress(place('')), '/schedule/rules/new');
});

test.run();
