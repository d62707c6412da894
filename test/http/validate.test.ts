import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { validate } from '../../src/http/validate.ts';
import { queryFlag, parseQuery } from '../../src/http/query.ts';
import { BoardUpdateSchema } from '../../src/schema/boards/boards.ts';
import { MessageSchema } from '../../src/schema/content/messages.ts';
import { PageCreateSchema } from '../../src/schema/content/pages.ts';
import { PluginUpdateSchema } from '../../src/schema/plugins/plugins.ts';
import { RenderRequestSchema } from '../../src/schema/content/templates.ts';
import { integerBetween, maybe, queryInteger } from '../../src/schema/common.ts';

const test = suite('http/validate');

const form = v.object({
  name: v.optional(v.pipe(v.string(), v.minLength(2), v.maxLength(4))),
  count: maybe(integerBetween(1, 9)),
  ratio: v.optional(v.pipe(v.number(), v.minValue(0))),
  on: v.optional(v.boolean()),
  mode: v.optional(v.picklist(['a', 'b'])),
  one: v.optional(v.literal('x')),
  list: v.optional(v.pipe(v.array(integerBetween(0, 3)), v.minLength(1), v.maxLength(2))),
  inner: v.optional(v.object({ deep: v.object({ n: v.number() }) })),
  map: v.optional(v.record(v.string(), v.boolean())),
  time: v.optional(v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/))),
  at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  either: v.optional(v.union([v.string(), v.array(v.string())])),
  width: v.optional(v.union([v.literal('auto'), integerBetween(1, 2)])),
  even: v.optional(
    v.pipe(
      v.number(),
      v.check((n) => n % 2 === 0, 'must be even'),
    ),
  ),
  odd: v.optional(
    v.pipe(
      v.number(),
      v.check((n) => n % 2 === 1),
    ),
  ),
});

type Expected = [type: string, loc: (string | number)[], ctx?: Record<string, unknown>];
const cases: [string, unknown, Expected[]][] = [
  ['text that is a number', { name: 5 }, [['string_type', ['name']]]],
  ['text that is null', { name: null }, [['string_type', ['name']]]],
  ['short text', { name: 'a' }, [['string_too_short', ['name'], { min_length: 2 }]]],
  ['long text', { name: 'abcde' }, [['string_too_long', ['name'], { max_length: 4 }]]],
  ['an integer as text', { count: '5' }, [['int_type', ['count']]]],
  ['an integer as a boolean', { count: true }, [['int_type', ['count']]]],
  ['a fraction for an integer', { count: 5.5 }, [['int_from_float', ['count']]]],
  ['an integer below', { count: 0 }, [['greater_than_equal', ['count'], { ge: 1 }]]],
  ['an integer above', { count: 10 }, [['less_than_equal', ['count'], { le: 9 }]]],
  ['a huge number', { count: 1e300 }, [['less_than_equal', ['count'], { le: 9 }]]],
  ['a number as text', { ratio: 'x' }, [['float_type', ['ratio']]]],
  ['a boolean as a number', { on: 1 }, [['bool_type', ['on']]]],
  ['a boolean as text', { on: 'true' }, [['bool_type', ['on']]]],
  ['an unknown word', { mode: 'c' }, [['literal_error', ['mode'], { expected: "'a', 'b'" }]]],
  ['a wrong constant', { one: 'y' }, [['literal_error', ['one'], { expected: "'x'" }]]],
  ['a list that is an object', { list: {} }, [['list_type', ['list']]]],
  ['an empty list', { list: [] }, [['too_short', ['list'], { min_length: 1 }]]],
  ['a long list', { list: [1, 2, 3] }, [['too_long', ['list'], { max_length: 2 }]]],
  ['an element of a wrong type', { list: [1, '2'] }, [['int_type', ['list', 1]]]],
  ['an element out of range', { list: [4] }, [['less_than_equal', ['list', 0], { le: 3 }]]],
  ['an inner object that is text', { inner: 'x' }, [['model_type', ['inner']]]],
  ['an inner object that is a list', { inner: [] }, [['model_type', ['inner']]]],
  ['a deep object that is a list', { inner: { deep: [1] } }, [['model_type', ['inner', 'deep']]]],
  ['a deep member that is missing', { inner: { deep: {} } }, [['missing', ['inner', 'deep', 'n']]]],
  ['a map that is a list', { map: [true] }, [['model_type', ['map']]]],
  ['a map that is text', { map: 'x' }, [['dict_type', ['map']]]],
  ['a value in a map', { map: { k: 1 } }, [['bool_type', ['map', 'k']]]],
  ['text of a wrong form', { time: '7:00' }, [['string_pattern_mismatch', ['time'], { pattern: '^\\d{2}:\\d{2}$' }]]],
  [
    'null for a choice of forms',
    { either: null },
    [
      ['string_type', ['either']],
      ['list_type', ['either']],
    ],
  ],
  [
    'an element in a choice of forms',
    { either: ['a', 1] },
    [
      ['string_type', ['either']],
      ['string_type', ['either', 1]],
    ],
  ],
  ['a number in a choice of forms', { width: 1.5 }, [['int_from_float', ['width']]]],
  [
    'a word in a choice of forms',
    { width: 'x' },
    [
      ['literal_error', ['width'], { expected: "'auto'" }],
      ['int_type', ['width']],
    ],
  ],
  ['a rule', { even: 3 }, [['value_error', ['even']]]],
  [
    'two findings',
    { name: 1, on: 'x' },
    [
      ['string_type', ['name']],
      ['bool_type', ['on']],
    ],
  ],
  ['a body that is a list', [], [['model_type', []]]],
  ['a body that is text', 'x', [['model_type', []]]],
  ['a body that is a number', 5, [['model_type', []]]],
  ['a body that is null', null, [['model_type', []]]],
];
for (const [name, value, expected] of cases) {
  test(`finds ${name}`, () => {
    const outcome = validate(form, value, 'body');
    assert.is(outcome.ok, false);
    if (outcome.ok) return;
    assert.equal(
      outcome.issues.map(({ type, loc }) => [type, loc]),
      expected.map(([type, loc]) => [type, ['body', ...loc]]),
    );
    for (const [i, [, , ctx]] of expected.entries()) if (ctx) assert.equal(outcome.issues[i]?.ctx, ctx);
    for (const { msg } of outcome.issues) assert.ok(msg.length > 5);
  });
}

const accepted: [string, v.GenericSchema, unknown, unknown][] = [
  ['fields that the body does not have', form, { unknown: 1, name: 'ab' }, { name: 'ab' }],
  ['null for what may be null', form, { count: null }, { count: null }],
  ['the bounds of an integer', form, { count: 9 }, { count: 9 }],
  ['an empty object', form, {}, {}],
  ['a member called __proto__', form, JSON.parse('{"__proto__": {"name": 5}}'), {}],
  ['a message with fill 0', MessageSchema, { fill: 0 }, { fill: 0, force: false }],
  ['a message with empty text', MessageSchema, { text: '', fill: null }, { text: '', fill: null, force: false }],
  ['a template of lines', RenderRequestSchema, { template: ['a'] }, { template: ['a'] }],
];
for (const [name, schema, value, output] of accepted) {
  test(`accepts ${name}`, () => assert.equal(validate(schema, value, 'body'), { ok: true, value: output }));
}

const project: [string, v.GenericSchema, unknown, string, (string | number)[]][] = [
  ['a message without content', MessageSchema, {}, 'value_error', ['body']],
  ['a message of two contents', MessageSchema, { text: 'a', fill: 1 }, 'value_error', ['body']],
  ['a message with null contents', MessageSchema, { text: null }, 'value_error', ['body']],
  ['a code above 71', MessageSchema, { characters: [[0, 72]] }, 'less_than_equal', ['body', 'characters', 0, 1]],
  ['a code that is a boolean', MessageSchema, { characters: [[true]] }, 'int_type', ['body', 'characters', 0, 0]],
  ['a row that is a number', MessageSchema, { characters: [1] }, 'list_type', ['body', 'characters', 0]],
  ['a fill of 72', MessageSchema, { fill: 72 }, 'less_than_equal', ['body', 'fill']],
  ['a transition that is a list', MessageSchema, { fill: 1, transition: [] }, 'model_type', ['body', 'transition']],
  [
    'a transition step of 0',
    MessageSchema,
    { fill: 1, transition: { step_size: 0 } },
    'greater_than_equal',
    ['body', 'transition', 'step_size'],
  ],
  ['a name of 101 characters', BoardUpdateSchema, { name: 'x'.repeat(101) }, 'string_too_long', ['body', 'name']],
  ['an empty name', BoardUpdateSchema, { name: '' }, 'string_too_short', ['body', 'name']],
  ['an update that is a list', BoardUpdateSchema, [], 'model_type', ['body']],
  ['a page without a type', PageCreateSchema, { name: 'x' }, 'missing', ['body', 'type']],
  [
    'a row that is a list',
    PageCreateSchema,
    { name: 'x', type: 'composite', rows: [[]] },
    'model_type',
    ['body', 'rows', 0],
  ],
  ['a plugin config that is a list', PluginUpdateSchema, { config: [] }, 'model_type', ['body', 'config']],
];
for (const [name, schema, value, type, loc] of project) {
  test(`finds ${name}`, () => {
    const outcome = validate(schema, value, 'body');
    assert.is(outcome.ok, false);
    if (!outcome.ok)
      assert.equal(
        outcome.issues.map((one) => [one.type, one.loc]),
        [[type, loc]],
      );
  });
}

const issueOf = (schema: v.GenericSchema, value: unknown, bytes = 0) => {
  const outcome = validate(schema, value, 'body', bytes);
  return outcome.ok ? [] : outcome.issues;
};

test('a rule speaks in the words of its schema', () => assert.is(issueOf(form, { even: 3 })[0]?.msg, 'must be even'));
test('a rule without words repeats nothing that was sent', () =>
  assert.is(issueOf(form, { odd: 1234 })[0]?.msg, 'Is not a permitted value'));
test('text of a wrong form is told of the form that its schema names', () => {
  const schema = v.object({ time: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/, 'expected HH:MM')) });
  assert.is(issueOf(schema, { time: '7:00' })[0]?.msg, 'Has not the expected form: expected HH:MM');
  assert.is(issueOf(form, { time: '7:00' })[0]?.msg, 'Has not the expected form');
});
test('a missing member shows the object that lacks it', () =>
  assert.equal(issueOf(v.object({ a: v.string(), b: v.string() }), { b: 'x' })[0]?.input, { b: 'x' }));
test('short input is echoed', () => assert.is(issueOf(form, { name: 5 })[0]?.input, 5));
test('a rule between members echoes what was sent, and no defaults', () =>
  assert.equal(issueOf(MessageSchema, {})[0]?.input, {}));
test('long text is cut', () => assert.is(String(issueOf(form, { name: 'x'.repeat(5000) })[0]?.input).length, 201));
for (const [what, sent, shown] of [
  ['text of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
  ['text of 201 characters', 'x'.repeat(201), `${'x'.repeat(200)}…`],
  ['a list of 20', Array(20).fill(1), Array(20).fill(1)],
  ['a list of 21', Array(21).fill(1), Array(20).fill(1)],
  ['the name of a member', { ['n'.repeat(201)]: 1 }, { ['n'.repeat(200)]: 1 }],
  ['what is nothing', null, null],
  ['what is within', [{ a: [{ b: 1 }] }], [{ a: ['…'] }]],
] as const) {
  test(`what is echoed of ${what}`, () => assert.equal(issueOf(form, { ratio: sent })[0]?.input, shown));
}
for (const [length, isEchoed] of [
  [1000, true],
  [1001, false],
] as const) {
  test(`${length} characters of JSON are ${isEchoed ? '' : 'not '}echoed`, () => {
    const sent = [...Array.from({ length: 4 }, () => 'x'.repeat(200)), 'x'.repeat(length - 816)];
    assert.is(JSON.stringify(sent).length, length);
    assert.is('input' in (issueOf(form, { ratio: sent })[0] ?? {}), isEchoed);
  });
}
test('of an object 20 members are echoed', () => {
  const sent = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`m${i}`, i]));
  assert.equal(Object.keys((issueOf(form, { ratio: sent })[0]?.input as object | undefined) ?? {}).length, 20);
});
test('a large object is not echoed', () => {
  const large = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`member${i}`, 'x'.repeat(150)]));
  const [issue] = issueOf(v.object({ a: v.string() }), large);
  assert.is(issue?.type, 'missing');
  assert.not.ok('input' in (issue ?? {}));
});
test('a deep object is echoed without its depths', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const [issue] = issueOf(form, { name: deep });
  assert.equal(issue?.input, [[['…']]]);
});
for (const name of [
  'password',
  'current_password',
  'passphrase',
  'local_api_key',
  'cloud_key',
  'token',
  'note_array_token',
  'psk',
  'client_secret',
  'Authorization',
]) {
  test(`what was sent as ${name} is never echoed`, () => {
    const schema = v.object({ [name]: v.pipe(v.string(), v.minLength(100)), other: v.string() });
    assert.not.match(JSON.stringify(issueOf(schema, { [name]: 'hush-hush' })), 'hush');
    assert.not.match(
      JSON.stringify(issueOf(v.object({ inner: v.number() }), { inner: { [name]: 'hush-hush' } })),
      'hush',
    );
  });
}
test('of many findings fifty are reported', () =>
  assert.is(
    issueOf(
      v.array(v.number()),
      Array.from({ length: 500 }, () => 'x'),
    ).length,
    50,
  ));
for (const [bytes, count] of [
  [16 * 1024, 50],
  [16 * 1024 + 1, 1],
] as const) {
  test(`of a body of ${bytes} bytes ${count === 1 ? 'only the first finding is' : 'many findings are'} reported`, () =>
    assert.is(
      issueOf(
        v.array(v.number()),
        Array.from({ length: 500 }, () => 'x'),
        bytes,
      ).length,
      count,
    ));
}

const Query = v.object({
  limit: v.optional(queryInteger(1, 50)),
  force: v.optional(queryFlag()),
  board_id: v.optional(v.string()),
});
const queries: [string, unknown][] = [
  ['', {}],
  ['limit=5', { limit: 5 }],
  ['limit=50&force=1', { limit: 50, force: true }],
  ['limit=1', { limit: 1 }],
  ...['true', '1', 'yes', 'ON'].map((word): [string, unknown] => [`force=${word}`, { force: true }]),
  ...['false', '0', 'No', 'off'].map((word): [string, unknown] => [`force=${word}`, { force: false }]),
  ['board_id=a+b%20c', { board_id: 'a b c' }],
  ['board_id=*', { board_id: '*' }],
  ['board_id=%zz', { board_id: '%zz' }],
  ['other=1&other=2', {}],
  ['board_id=', { board_id: '' }],
  ['__proto__=x', {}],
];
for (const [search, output] of queries) {
  test(`the query "${search}" is read`, () =>
    assert.equal(validate(Query, parseQuery(search), 'query'), { ok: true, value: output }));
}
const refusedQueries: [string, string, string][] = [
  ['limit=0', 'greater_than_equal', 'limit'],
  ['limit=51', 'less_than_equal', 'limit'],
  ['limit=x', 'int_type', 'limit'],
  ['limit=', 'int_type', 'limit'],
  ['limit=5.5', 'int_type', 'limit'],
  ['limit=1&limit=2', 'string_type', 'limit'],
  ['force=maybe', 'bool_type', 'force'],
  ['board_id=a&board_id=b', 'string_type', 'board_id'],
];
for (const [search, type, name] of refusedQueries) {
  test(`the query "${search}" is refused`, () => {
    const outcome = validate(Query, parseQuery(search), 'query');
    assert.is(outcome.ok, false);
    if (!outcome.ok)
      assert.equal(
        outcome.issues.map((one) => [one.type, one.loc]),
        [[type, ['query', name]]],
      );
  });
}

test('a refused number of a query is repeated as it was sent', () => {
  const outcome = validate(Query, parseQuery('limit=5.5'), 'query');
  assert.is(!outcome.ok && outcome.issues[0]?.input, '5.5');
});

test.run();
