import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bodyOf as collectionBody,
  draftOf as collectionDraft,
  expressionProblemOf,
  gapsOf,
  NEW_COLLECTION,
  type CollectionDraft,
} from '../../../ui/schedule/collections/collection-draft.ts';
import { moved } from '../../../ui/list.ts';
import { occurrencesOf } from '../../../ui/schedule/occurrence.ts';
import { bodyOf, draftOf, isComplete, newDraft, problemsOf } from '../../../ui/schedule/rule/rule-draft.ts';
import { dayNumberOf } from '../../../src/core/time/day.ts';
import { sampleRule } from './samples.ts';

const test = suite('forms of rules and collections');

test('a rule that goes through its form unchanged stays what it is', () => {
  const rules = [
    sampleRule(),
    sampleRule({ end_time: null, day_pattern: 'weekends' }),
    sampleRule({ day_pattern: 'custom', custom_days: ['monday', 'thursday'] }),
    sampleRule({
      start_type: 'sunrise',
      start_sun_offset: -15,
      end_type: 'sunset',
      end_time: null,
      end_sun_offset: 40,
    }),
    sampleRule({ recurrence_type: 'annual_date', annual_date: '12-24', annual_end_date: '01-06' }),
    sampleRule({ recurrence_type: 'one_off_date', one_off_date: '2026-05-01', enabled: false }),
  ];
  for (const rule of rules) assert.equal({ ...rule, ...bodyOf(draftOf(rule)) }, rule);
});

test('the form of a rule has text in every field, also in those that say nothing', () => {
  const draft = draftOf(sampleRule({ end_time: null }));
  assert.equal([draft.end_time, draft.end_type], ['', 'midnight']);
  assert.equal([draft.annual_first, draft.annual_last, draft.once_first, draft.once_last], ['', '', '', '']);
});

test('days that a pattern names become that pattern', () => {
  const draft = draftOf(sampleRule());
  assert.is(
    bodyOf({ ...draft, days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] }).day_pattern,
    'weekdays',
  );
  assert.is(bodyOf({ ...draft, days: ['saturday', 'sunday'] }).day_pattern, 'weekends');
  assert.equal(bodyOf({ ...draft, days: ['saturday'] }).custom_days, ['saturday']);
});

test('a new rule takes from the address what can be read', () => {
  const draft = newDraft(new URLSearchParams('on=friday&from=08:15&to=midnight'), '2026-03-02');
  assert.equal([draft.days, draft.start_time, draft.end_type], [['friday'], '08:15', 'midnight']);
  const wild = newDraft(new URLSearchParams('on=someday&from=99:99&to=x'), '2026-03-02');
  assert.equal([wild.days.length, wild.start_time, wild.end_time], [7, '07:00', '09:00']);
});

test('what is missing is told at its place', () => {
  const draft = { ...draftOf(sampleRule()), page_id: null, days: [], end_time: '06:30' };
  const problems = problemsOf(draft);
  assert.ok(problems.page && problems.days && problems.end);
  assert.not.ok(isComplete(draft));
  assert.ok(
    problemsOf({ ...draft, recurrence: 'one_off_date', once_first: '2026-05-02', once_last: '2026-05-01' }).lastDate,
  );
  assert.ok(isComplete(draftOf(sampleRule())));
});

test('dates come in the order in which they are next, those that are over last', () => {
  const at = (id: string, date: string) => sampleRule({ id, recurrence_type: 'one_off_date', one_off_date: date });
  const rules = [
    at('over', '2026-01-01'),
    at('later', '2026-06-01'),
    sampleRule({ id: 'yearly', recurrence_type: 'annual_date', annual_date: '02-14' }),
    at('soon', '2026-03-05'),
    sampleRule({ id: 'weekly' }),
  ];
  assert.equal(
    occurrencesOf(rules, dayNumberOf(2026, 3, 2)).map(({ rule }) => rule.id),
    ['soon', 'later', 'yearly', 'over'],
  );
});

const draft = (change: Partial<CollectionDraft>): CollectionDraft => ({
  ...collectionDraft({
    id: 'c',
    name: 'C',
    page_ids: ['a', 'b'],
    selection_mode: 'time',
    time: { interval_seconds: 30 },
    variable: null,
    random: null,
    created_at: '',
    updated_at: null,
  }),
  ...change,
});

const STORED = {
  id: 'c',
  name: 'C',
  page_ids: ['a', 'b'],
  selection_mode: 'time',
  time: { interval_seconds: 20 },
  variable: null,
  random: null,
  created_at: '',
  updated_at: null,
} as const;

test('the form of a collection fills in what nobody has said', () => {
  assert.equal(collectionDraft({ ...STORED, page_ids: ['a', 'b'] }), {
    ...NEW_COLLECTION,
    name: 'C',
    page_ids: ['a', 'b'],
    time_seconds: 20,
    random_seconds: 20,
  });
  assert.equal(collectionBody(NEW_COLLECTION), {
    name: '',
    page_ids: [],
    selection_mode: 'time',
    time: { interval_seconds: 30 },
    random: { interval_seconds: 30 },
    variable: null,
    members: [],
    rotation: 'interval',
    skip_empty: true,
    fallback_page_id: null,
  });
});

test('a collection that goes through its form unchanged stays what it is', () => {
  const collection = {
    ...STORED,
    page_ids: ['a', 'b'],
    selection_mode: 'variable' as const,
    random: { interval_seconds: 50 },
    variable: { rules: [{ expression: '1', page_id: 'b' }], default_page_id: 'b', poll_seconds: 15 },
    members: [{ page_id: 'a' }, { page_id: 'b', seconds: 40 }],
    rotation: 'programme' as const,
    skip_empty: false,
    fallback_page_id: 'f',
  };
  const { id: _id, created_at: _created, updated_at: _updated, ...body } = collection;
  assert.equal(collectionBody(collectionDraft(collection as never)), body);
});

test('a number that is being typed anew is the usual one until it is there', () => {
  const body = collectionBody(
    draft({
      time_seconds: null,
      random_seconds: null,
      poll_seconds: null,
      mode: 'variable',
      rules: [{ key: 0, expression: '1', page_id: 'a' }],
    }),
  );
  assert.equal([body.time?.interval_seconds, body.random?.interval_seconds, body.variable?.poll_seconds], [30, 30, 10]);
});

for (const [what, change, gaps] of [
  ['nothing', {}, [false, false, false]],
  ['its name', { name: ' ' }, [true, false, false]],
  ['its pages', { page_ids: [] }, [false, true, false]],
  [
    'the words of a rule',
    { mode: 'variable', rules: [{ key: 0, expression: ' ', page_id: 'a' }] },
    [false, false, true],
  ],
  ['words of a rule that does not count', { rules: [{ key: 0, expression: '', page_id: 'a' }] }, [false, false, false]],
  ['no words', { mode: 'variable', rules: [{ key: 0, expression: '1', page_id: 'a' }] }, [false, false, false]],
] as const)
  test(`a collection that lacks ${what}`, () => {
    const { name, pages, expression } = gapsOf(draft(change as Partial<CollectionDraft>));
    assert.equal([name, pages, expression], gaps);
  });

test('a rule without a page has none in its body, and cannot be stored', () => {
  const draftWithout = { ...draftOf(sampleRule()), page_id: null };
  assert.is(bodyOf(draftWithout).page_id, '');
  assert.not.ok(isComplete(draftWithout));
});

test('rules of a collection stay while another mode is chosen, as long as they could be used', () => {
  const rules = [{ key: 0, expression: '1', page_id: 'b' }];
  assert.equal(collectionBody(draft({ rules })).variable, {
    rules: [{ expression: '1', page_id: 'b' }],
    default_page_id: 'a',
    poll_seconds: 10,
  });
  assert.is(collectionBody(draft({ rules, page_ids: ['a'] })).variable, null);
  assert.is(collectionBody(draft({})).variable, null);
});

test('a rule of a member that was taken out goes to the first one, as the form shows it', () => {
  const body = collectionBody(
    draft({ mode: 'variable', rules: [{ key: 0, expression: '1', page_id: 'gone' }], default_page_id: 'gone' }),
  );
  assert.equal(body.variable, { rules: [{ expression: '1', page_id: 'a' }], default_page_id: 'a', poll_seconds: 10 });
});

test('a refused expression is found with its place and character, within braces too', () => {
  const rules = [
    { key: 0, expression: '1', page_id: 'a' },
    { key: 1, expression: ' {{=1 + }}', page_id: 'a' },
  ];
  assert.equal(expressionProblemOf('variable.rules[1].expression: the formula ends too early (at offset 4)', rules), {
    place: 1,
    message: 'the formula ends too early',
    offset: 8,
  });
  assert.equal(expressionProblemOf('variable.rules[0].expression: no (at offset 0)', rules), {
    place: 0,
    message: 'no',
    offset: 0,
  });
  assert.is(expressionProblemOf('page_ids: there is no page x.', rules), null);
});

test('members are moved up and down', () => {
  assert.equal(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  assert.equal(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.equal(moved(['a'], 3, 0), ['a']);
});

test.run();
