import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CollectionRules } from '../../src/loop/collection-rules.ts';
import { Renderer } from '../../src/loop/renderer.ts';
import type { DataSources } from '../../src/loop/sources.ts';
import { Verdicts } from '../../src/loop/verdicts.ts';
import { MOST_EXPRESSION_LETTERS } from '../../src/schema/limits.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { collectionWith } from '../support/rules.ts';

const test = suite('loop/verdicts');
const START = '2026-03-01T12:00:00Z';
const AT = Date.parse(START);
const HEAVY = 50_000;

test('a verdict holds for the second of its instant, and until what it rests on changes', () => {
  const verdicts = new Verdicts(createFakeClock(START));
  let found = 0;
  const judge = (at: number) => verdicts.judge('a', at, () => ++found % 2 === 1);
  assert.equal([judge(AT), judge(AT + 900), judge(AT + 1000)], [true, true, false]);
  verdicts.forget();
  assert.is(judge(AT + 1000), true);
  assert.is(found, 3);
});

test('all together have an allowance for each second: what it does not pay for keeps its last verdict', async () => {
  const clock = createFakeClock(START);
  const verdicts = new Verdicts(clock);
  const judged: string[] = [];
  const judge = (key: string) =>
    verdicts.judge(key, clock.now(), (budget) => {
      budget.spend(HEAVY);
      judged.push(key);
      return true;
    });
  const many = Array.from({ length: 500 }, (_, at) => String(at));
  assert.is(many.filter(judge).length, 2);
  assert.equal(judged, ['0', '1']);
  await clock.advance(1000);
  assert.is(judge('499'), true);
  assert.is(judge('498'), true);
  assert.is(judge('0'), true);
  assert.equal(judged, ['0', '1', '499', '498']);
});

test('whoever looks ahead takes nothing from what is shown now, neither work nor verdicts', () => {
  const clock = createFakeClock(START);
  const verdicts = new Verdicts(clock);
  const judge = (key: string, at: number, verdict: boolean) =>
    verdicts.judge(key, at, (budget) => {
      budget.spend(HEAVY);
      return verdict;
    });
  for (let hours = 1; hours < 9; hours++) judge('a', AT + hours * 3_600_000, true);
  assert.is(judge('a', AT, false), false);
  assert.is(judge('b', AT, true), true);
  assert.is(judge('c', AT, true), false, 'what is shown now has its own bound');
});

test('now is less than two seconds away', () => {
  const verdicts = new Verdicts(createFakeClock(START));
  let found = 0;
  const judge = (at: number) => verdicts.judge('a', at, () => ++found > 0);
  for (const at of [AT, AT + 2000, AT, AT - 2000, AT]) judge(at);
  assert.is(found, 3, 'what is ahead and what is over has verdicts of its own');
});

test('what asks for too much by itself is false, and is not asked again', () => {
  const verdicts = new Verdicts(createFakeClock(START));
  let asked = 0;
  const judge = () =>
    verdicts.judge('a', AT, (budget) => {
      asked++;
      budget.spend(10_000_000);
      return true;
    });
  assert.equal([judge(), judge(), asked], [false, false, 1]);
});

const sources: DataSources = {
  source: () => undefined,
  lines: () => ({ error: 'none' }),
  need: () => Promise.resolve(),
  ready: () => true,
  demand: () => undefined,
  onData: () => () => undefined,
};

test('expressions beyond the letters of all collections are false, and those before them count', () => {
  const rules = new CollectionRules(new Renderer(sources, () => 'UTC'), sources, createFakeClock(START));
  const long = (at: number) => `${at} + 1${'+1'.repeat(2000)}`;
  const conditions = (from: number, count: number) =>
    collectionWith(`c${from}`, [], {
      members: Array.from({ length: count }, (_, at) => ({ page_id: `${at}`, condition: long(from + at) })),
    });
  const fits = Math.floor(MOST_EXPRESSION_LETTERS / long(10).length) - 1;
  rules.follow([conditions(10, fits), conditions(1000, 10)]);
  assert.is(rules.isTrue(long(10), AT), true);
  assert.is(rules.isTrue(long(1000), AT), false);
  rules.follow([conditions(10, fits), conditions(1000, 10), conditions(10, 1)]);
  assert.is(rules.isTrue(long(10), AT), true, 'what counts once counts everywhere');
  rules.follow([conditions(1000, 10)]);
  assert.is(rules.isTrue(long(1000), AT), true);
});

test('of many verdicts all are found anew, rather than remembered', () => {
  const verdicts = new Verdicts(createFakeClock(START));
  let found = 0;
  const judge = (key: number) => verdicts.judge(String(key), AT, () => ++found > 0);
  for (let key = 0; key < 5000; key++) judge(key);
  judge(0);
  assert.is(found, 5000);
  judge(5000);
  judge(0);
  judge(5000);
  assert.is(found, 5002);
});

test('what fails in another way than by its cost is not taken for a verdict', () => {
  const verdicts = new Verdicts(createFakeClock(START));
  const fail = () => {
    throw new Error('broken');
  };
  assert.throws(() => verdicts.judge('a', AT, fail), 'broken');
});

test('an expression that fails is false, and does not keep others from being true', () => {
  const failing: DataSources = {
    ...sources,
    source: (key) => {
      if (key === 'door') throw new Error('broken');
      return undefined;
    },
  };
  const rules = new CollectionRules(new Renderer(failing, () => 'UTC'), failing, createFakeClock(START));
  assert.equal([rules.isTrue('door.open', AT), rules.isTrue('1 > 0', AT)], [false, true]);
});

test.run();
