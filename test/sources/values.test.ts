import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BudgetSpent, createBudget, type Budget, type RenderContext } from '../../src/core/template/context.ts';
import type { Value } from '../../src/core/template/formula/coerce.ts';
import { isQuiet } from '../../src/sources/quiet.ts';
import { regionOf } from '../../src/sources/region.ts';
import { missingOf, showValue } from '../../src/sources/shown-value.ts';
import type { ValueSpec } from '../../src/sources/form/schema.ts';
import { contextOf, startScope, type Region } from '../../src/sources/scope.ts';
import { writeJson } from '../../src/sources/write-json.ts';

// How values are shown, in which units, and what that costs.
const test = suite('sources/values');

const NOW = Date.parse('2026-11-20T13:30:00Z');
const MOMENT = { settings: {}, place: {}, region: 'metric' as Region, now: NOW, zone: 'Europe/Berlin' };

const PLAIN: ValueSpec = { type: 'string', max_length: 10, description: '', format: 'plain', align: 'left' };

/** A budget without bounds that notes what is paid. */
const createPurse = () => {
  const paid = { steps: 0, members: 0, letters: 0, once: [] as string[] };
  const budget: Budget = {
    left: 1,
    spend: (steps) => void (paid.steps += steps),
    spendOnce: (name) => void paid.once.push(name),
    spendMembers: (count) => void (paid.members += count),
    spendLetters: (count) => void (paid.letters += count),
  };
  return { paid, budget };
};
const contextWith = (budget: Budget): RenderContext => ({ ...contextOf(MOMENT), budget });

const show = (value: unknown, spec: Partial<ValueSpec>, region: Region = 'metric', zone = MOMENT.zone) =>
  showValue(value as Value, { ...PLAIN, ...spec }, { ...MOMENT, region, zone }, contextOf(MOMENT));

const NUMBER = { type: 'number' } as const;
const AFTERNOON = '2026-11-20T14:05:00Z';
const MORNING = '2026-11-20T08:05:00Z';

for (const [value, spec, metric, imperial] of [
  [20, { ...NUMBER, unit: 'celsius' }, 20, 68],
  [-40, { ...NUMBER, unit: 'celsius' }, -40, -40],
  [100, { ...NUMBER, unit: 'kmh' }, 100, 62],
  [10, { ...NUMBER, unit: 'ms' }, 10, 22],
  [10, { ...NUMBER, unit: 'km', digits: 2 }, '10.00', '6.21'],
  [100, { ...NUMBER, unit: 'm' }, 100, 328],
  [100, { ...NUMBER, unit: 'mm', digits: 2 }, '100.00', '3.94'],
  [10, { ...NUMBER, unit: 'cm', digits: 2 }, '10.00', '3.94'],
  [1013.25, { ...NUMBER, unit: 'hpa', digits: 2 }, '1013.25', '29.92'],
  [100, NUMBER, 100, 100],
  [AFTERNOON, { format: 'time' }, '15:05', '3:05P'],
  [MORNING, { format: 'time' }, '09:05', '9:05A'],
  [AFTERNOON, { format: 'date' }, '20 NOV', 'NOV 20'],
  [AFTERNOON, { format: 'weekday' }, 'FRI', 'FRI'],
  [AFTERNOON, { format: 'wait' }, '35', '35'],
  [MORNING, { format: 'wait' }, 'NOW', 'NOW'],
  [MORNING, { format: 'ago' }, '5H', '5H'],
  [AFTERNOON, { format: 'ago' }, '0M', '0M'],
] as const)
  test(`${value} with ${JSON.stringify(spec)}`, () => {
    assert.is(show(value, spec), metric);
    assert.is(show(value, spec, 'imperial'), imperial);
  });

for (const [value, spec, shown] of [
  ['text', {}, 'text'],
  ['text', { upper: true }, 'TEXT'],
  ['text', { upper: false }, 'text'],
  [12, {}, '12'],
  [true, {}, 'Yes'],
  ['one two three', { max_length: 8 }, 'one two'],
  ['one two three', { format: 'markup', max_length: 3 }, 'one two three'],
  ['RB14', { max_length: 3 }, 'RB'],
  ['34567', { max_length: 4 }, '-'],
  ['12,345,678', { max_length: 8 }, '12M'],
  ['123,456', { max_length: 2 }, '-'],
  ['RISING 1,250 CM', { max_length: 10 }, 'RISING'],
  ['UNTIL 12:30', { max_length: 10 }, 'UNTIL'],
  ['SCORE 10-14', { max_length: 9 }, 'SCORE'],
  ['TRACK 12 TO 14', { max_length: 8 }, 'TRACK 12'],
  ['AREA51', { max_length: 4 }, 'AREA'],
  ['x'.repeat(600), { format: 'markup' }, 'x'.repeat(500)],
  ['Größe', {}, 'Groesse'],
  ['Жук', {}, 'ZHук'],
  ['5', NUMBER, 5],
  [-0.4, NUMBER, 0],
  [1.26, { ...NUMBER, digits: 1 }, '1.3'],
  ['x', NUMBER, '-'],
  ['', NUMBER, '-'],
  [null, NUMBER, '-'],
  [1_234_567, { format: 'grouped' }, '1,234,567'],
  [1234.5, { format: 'grouped', digits: 1 }, '1,234.5'],
  [1234, { format: 'compact' }, '1.2K'],
  [5, { format: 'signed' }, '+5'],
  [-5.25, { format: 'signed', digits: 2 }, '-5.25'],
  [134, { format: 'span' }, '2H 14M'],
  [null, { format: 'grouped' }, '-'],
  [1234, { ...NUMBER, max_length: 3 }, '-'],
  [1234, { ...NUMBER, max_length: 4 }, 1234],
  [12_345, { ...NUMBER, max_length: 3 }, '12K'],
  [true, { type: 'boolean' }, true],
  ['no', { type: 'boolean' }, false],
  [null, { type: 'boolean' }, false],
  ['perhaps', { type: 'boolean', default: true }, true],
  ['???', { type: 'boolean', default: true }, true],
  ['???', { type: 'boolean' }, false],
  [null, {}, ''],
  ['', { default: 'NONE' }, 'NONE'],
  ['nonsense', { format: 'time' }, ''],
  ['nonsense', { format: 'wait', default: '?' }, '?'],
  ['ab', { align: 'right', max_length: 5 }, '   ab'],
  [12, { ...NUMBER, align: 'right', max_length: 5 }, '   12'],
  ['abcdef', { align: 'right', max_length: 6 }, 'abcdef'],
  [true, { type: 'boolean', align: 'right', max_length: 5 }, true],
  [null, { align: 'right', max_length: 3 }, '   '],
] as const)
  test(`${JSON.stringify(value)?.slice(0, 20)} with ${JSON.stringify(spec)} is shown`, () =>
    assert.is(show(value, spec as Partial<ValueSpec>), shown));

for (const [spec, missing] of [
  [{}, ''],
  [NUMBER, '-'],
  [{ format: 'span' }, '-'],
  [{ type: 'boolean' }, false],
  [{ ...NUMBER, default: 0 }, 0],
] as const)
  test(`${JSON.stringify(spec)} that is missing`, () =>
    assert.is(missingOf({ ...PLAIN, ...spec } as ValueSpec), missing));

for (const [value, spec, steps, once] of [
  [5, NUMBER, 4, []],
  ['abcdefgh', {}, 4 + 2, []],
  ['ж', {}, 4 + 1 + 1 / 8 + 4, []],
  ['2026-11-20T14:05', { format: 'time' }, 4 + 12 + 3, ['instant Europe/Berlin 2026-11-20T14:05']],
] as const)
  test(`what showing ${value} costs`, () => {
    const { paid, budget } = createPurse();
    showValue(value, { ...PLAIN, ...spec } as ValueSpec, MOMENT, contextWith(budget));
    assert.equal([paid.steps, paid.once], [steps, once]);
  });

for (const [value, json, steps, letters] of [
  ['abc', '"abc"', 0, 3 + 4],
  [12, '12', 0, 8],
  [null, 'null', 0, 8],
  [[1, 2], '[1,2]', 1, 16],
  [{ ab: 1 }, '{"ab":1}', 1.5, 2 + 4 + 8],
  [{ a: [] }, '{"a":[]}', 1.5, 1 + 4],
] as const)
  test(`${json} as JSON, and what it costs`, () => {
    const { paid, budget } = createPurse();
    assert.is(writeJson(value, budget), json);
    assert.equal([paid.steps, paid.letters], [steps, letters]);
  });

test('JSON is written 200 levels deep, and no deeper', () => {
  const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);
  const { budget } = createPurse();
  assert.is(writeJson(deep(199), budget).length, 400);
  assert.throws(
    () => writeJson(deep(200), budget),
    (error: unknown) => error instanceof BudgetSpent,
  );
});

for (const [units, zone, region] of [
  ['metric', 'America/Chicago', 'metric'],
  ['imperial', 'Europe/Berlin', 'imperial'],
  ['auto', 'Europe/Berlin', 'metric'],
  [undefined, 'Europe/Berlin', 'metric'],
  ['auto', 'America/New_York', 'imperial'],
  ['auto', 'America/St_Thomas', 'imperial'],
  ['auto', 'America/Toronto', 'metric'],
  ['auto', 'America/Indiana/Knox', 'imperial'],
  ['auto', 'America/Kentucky/Louisville', 'imperial'],
  ['auto', 'America/North_Dakota/Center', 'imperial'],
  ['auto', 'US/Pacific', 'imperial'],
  ['auto', 'Pacific/Honolulu', 'imperial'],
  ['auto', 'Pacific/Guam', 'imperial'],
  ['auto', 'Pacific/Pago_Pago', 'imperial'],
  ['auto', 'Pacific/Auckland', 'metric'],
] as const)
  test(`${units} in ${zone} is ${region}`, () => assert.is(regionOf(units, zone), region));

for (const [hours, time, expected] of [
  [undefined, '02:00', false],
  ['23:00-06:30', '23:00', true],
  ['23:00-06:30', '22:59', false],
  ['23:00-06:30', '06:29', true],
  ['23:00-06:30', '06:30', false],
  ['23:00-06:30', '12:00', false],
  ['09:15-17:00', '09:15', true],
  ['09:15-17:00', '09:14', false],
  ['09:15-17:00', '16:59', true],
  ['09:15-17:00', '17:00', false],
  ['08:00-08:00', '08:00', false],
  ['00:00-00:00', '12:00', false],
] as const)
  test(`at ${time} ${hours ?? 'nothing'} is ${expected ? '' : 'not '}quiet`, () => {
    assert.is(isQuiet(hours, Date.parse(`2026-11-20T${time}:00Z`), 'UTC'), expected);
    assert.is(isQuiet(hours, Date.parse(`2026-11-20T${time}:59+01:00`), 'Europe/Berlin'), expected);
  });

test('what formulas see at the start', () => {
  const tables = { a: { b: 1 } };
  const scope = startScope({ tables }, { ...MOMENT, settings: { s: 1 }, place: { name: 'P' } });
  assert.equal(scope, {
    asked: NOW / 1000,
    settings: { s: 1 },
    place: { name: 'P' },
    region: { name: 'metric', hours: 24, temperature: 'C', speed: 'KM/H', distance: 'KM', height: 'M', rain: 'MM' },
    tables,
    cookies: {},
    vars: {},
    data: {},
  });
  assert.equal(startScope({ tables: {} }, { ...MOMENT, region: 'imperial' })['region'], {
    name: 'imperial',
    hours: 12,
    temperature: 'F',
    speed: 'MPH',
    distance: 'MI',
    height: 'FT',
    rain: 'IN',
  });
});

test('evaluations share a budget where one is given, and see no source', () => {
  const budget = createBudget(5);
  assert.is(contextOf({ ...MOMENT, budget }).budget, budget);
  const context = contextOf(MOMENT);
  assert.equal([context.now, context.zone, context.source('a')], [NOW, 'Europe/Berlin', undefined]);
  assert.is(context.budget.left, 200_000);
});

test.run();
