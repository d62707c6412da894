import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { argumentForm, describeIssues, readArguments } from '../../src/mcp/form.ts';
import { briefOf, withoutNull } from '../../src/mcp/json-shape.ts';

const test = suite('mcp/form');

type Shape = Parameters<typeof withoutNull>[0];

const shapes: [what: string, shape: Shape, expected: Shape][] = [
  ['anything', true, true],
  ['a text', { type: 'string' }, { type: 'string' }],
  ['a text or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }],
  [
    'a text, a number or null',
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
  ],
  ['anything or null', { anyOf: [true, { type: 'null' }] }, { anyOf: [true] }],
  [
    'null within an alternative',
    { anyOf: [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, { type: 'null' }] },
    { type: 'array', items: { type: 'string' } },
  ],
  ['words', { type: 'string', enum: ['a', 'b'] }, { enum: ['a', 'b'] }],
  [
    'bounds',
    {
      type: 'string',
      pattern: '^a$',
      minLength: 1,
      maxLength: 2,
      minItems: 1,
      maxItems: 2,
      minimum: 1,
      maximum: 2,
      additionalProperties: false,
      propertyNames: { type: 'string' },
    },
    { type: 'string' },
  ],
  ['a default', { type: 'number', default: 5 }, { type: 'number', default: 5 }],
  ['zero', { type: 'number', default: 0 }, { type: 'number', default: 0 }],
  ['true', { type: 'boolean', default: true }, { type: 'boolean', default: true }],
  ['false', { type: 'boolean', default: false }, { type: 'boolean' }],
  ['nothing', { type: 'string', default: '' }, { type: 'string' }],
  ['the main board', { type: 'string', default: 'primary' }, { type: 'string' }],
  [
    'members',
    { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, required: ['a'] },
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
  ],
  ['no member that is needed', { type: 'object', properties: {}, required: [] }, { type: 'object', properties: {} }],
  ['a list of any things', { type: 'array', items: [{ type: 'string' }] }, { type: 'array' }],
  ['a description', { type: 'string', description: 'A.' }, { type: 'string', description: 'A.' }],
];
for (const [what, shape, expected] of shapes)
  test(`the shape of ${what}`, () => assert.equal(withoutNull(shape), expected));

const briefs: [what: string, shape: Shape, expected: Shape][] = [
  ['anything', false, false],
  ['a text', { type: 'string', minLength: 1, description: 'A.' }, { type: 'string' }],
  ['words', { enum: ['a', 'b'] }, { type: 'string' }],
  ['a list', { type: 'array', items: { type: 'number', minimum: 1 } }, { type: 'array', items: { type: 'number' } }],
  ['a list of any things', { type: 'array', items: [{ type: 'string' }] }, { type: 'array' }],
  ['an object', { type: 'object', properties: { a: { type: 'string' } } }, { type: 'object' }],
];
for (const [what, shape, expected] of briefs)
  test(`the brief shape of ${what}`, () => assert.equal(briefOf(shape), expected));

const Input = v.object({
  text: v.nullish(v.string()),
  list: v.optional(v.array(v.string())),
  mode: v.optional(v.picklist(['time', 'random']), 'time'),
  flag: v.optional(v.boolean(), false),
});

test('a form describes its arguments by their notes, and says what else may not be', () => {
  const { '~standard': standard, json } = argumentForm(Input, { text: 'A text.', list: 'See add; the newest first.' });
  assert.equal([standard.version, standard.vendor], [1, 'flapbox']);
  assert.equal(json(), {
    type: 'object',
    description: 'The rest is as in add.',
    properties: {
      text: { type: 'string', description: 'A text.' },
      list: { type: 'array', items: { type: 'string' }, description: 'the newest first' },
      mode: { enum: ['time', 'random'], default: 'time' },
      flag: { type: 'boolean' },
    },
    additionalProperties: false,
  });
});

test('each tool that describes the rest is named once', () => {
  const { json } = argumentForm(Input, { text: 'See add.', list: 'See add.', mode: 'See change.' });
  assert.is(json().description, 'The rest is as in add, change.');
  assert.is(argumentForm(Input, {}).json().description, undefined);
  assert.equal(argumentForm(v.object({}), {}).json(), { type: 'object', properties: {}, additionalProperties: false });
});

const arguments_: [given: unknown, clears: string[], expected: unknown][] = [
  [undefined, [], { mode: 'time', flag: false }],
  [null, [], { mode: 'time', flag: false }],
  [{ text: '' }, [], { text: '', mode: 'time', flag: false }],
  [{ text: '' }, ['list'], { text: '', mode: 'time', flag: false }],
  [{ text: '' }, ['text'], { text: null, mode: 'time', flag: false }],
  [{ text: 'A' }, ['text'], { text: 'A', mode: 'time', flag: false }],
  [{ list: [] }, [], { list: [], mode: 'time', flag: false }],
];
for (const [given, clears, expected] of arguments_)
  test(`arguments ${JSON.stringify(given)} of which ${clears.join() || 'none'} may be cleared`, () =>
    assert.equal(readArguments(Input, given, clears), { ok: true, value: expected }));

const problemOf = (schema: Parameters<typeof readArguments>[0], given: unknown): string => {
  const outcome = readArguments(schema, given);
  return outcome.ok ? '' : outcome.problem;
};

test('unknown arguments are named, ten of them and 200 characters, and what is known', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`a${at}`, 1]));
  assert.is(
    problemOf(v.object({}), many),
    'Unknown arguments: a0, a1, a2, a3, a4, a5, a6, a7, a8, a9. Known are: none.',
  );
  assert.is(
    problemOf(Input, { ['x'.repeat(201)]: 1 }),
    `Unknown arguments: ${'x'.repeat(200)}. Known are: text, list, mode, flag.`,
  );
});

test('problems are named with their fields, ten of them and 2000 characters', () => {
  const Lists = v.object({ list: v.array(v.object({ n: v.number() })) });
  const problem = problemOf(Lists, { list: Array.from({ length: 12 }, () => ({})) });
  assert.is(problem.split('; ').length, 10);
  assert.match(problem, /^Invalid arguments: list\.0\.n: .*; list\.1\.n: .*\.$/);
  const Words = v.object({
    word: v.pipe(
      v.string(),
      v.check(() => false, 'x'.repeat(3000)),
    ),
  });
  assert.is(problemOf(Words, { word: 'a' }).length, 'Invalid arguments: .'.length + 2000);
});

test('of a choice the problem of each variant is named, below its field', () => {
  const Choice = v.union([v.object({ n: v.number() }), v.object({ deep: v.object({ word: v.string() }) })]);
  const findings = (schema: v.GenericSchema, value: unknown): string => {
    const { issues = [] } = v.safeParse(schema, value);
    return describeIssues(issues);
  };
  assert.match(
    findings(v.object({ one: Choice }), { one: { deep: {} } }),
    /^one\.n: Invalid key: .*; one\.deep\.word: Invalid key: /,
  );
  assert.match(findings(Choice, { deep: {} }), /^n: .*; deep\.word: /);
  assert.match(findings(v.string(), 5), /^Invalid type: /);
});

test('a list where an object is meant is refused, though it passes for one', () => {
  const Bags = v.object({ list: v.array(v.string()), bag: v.record(v.string(), v.unknown()) });
  assert.is(problemOf(Bags, { list: [], bag: [] }), 'Invalid arguments: bag: Expected Object but received Array.');
  assert.is(problemOf(Bags, { list: [], bag: {} }), '');
});

test.run();
