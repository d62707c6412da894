import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { Fault } from '../../src/fault.ts';
import { argumentForm, readArguments } from '../../src/mcp/form.ts';
import { call, READS, tool } from '../../src/mcp/tool.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('mcp: tool');

const Input = v.object({
  n: v.pipe(v.number(), v.integer(), v.minValue(1)),
  word: v.optional(v.string(), 'none'),
  inner: v.optional(v.object({ deep: v.string() })),
  bag: v.optional(v.record(v.string(), v.unknown())),
});

const make = (run: (args: v.InferOutput<typeof Input>) => unknown) =>
  tool({
    name: 'try',
    title: 'Try',
    description: 'Tries.',
    hints: READS,
    input: Input,
    notes: { n: 'A number.' },
    output: v.object({ said: v.string() }),
    run,
    format: ({ said }) => `it said ${said}`,
  });

const errors = () => {
  const told: string[] = [];
  return { told, log: { error: (message: string) => void told.push(message) } };
};

test('a result is given as text and as structured content', async () => {
  const result = await call(
    make(({ n, word }) => Promise.resolve({ said: `${n} ${word}` })),
    { n: 1 },
    createQuietLog(),
  );
  assert.equal(result, { content: [{ type: 'text', text: 'it said 1 none' }], structuredContent: { said: '1 none' } });
});

for (const [what, fault, text] of [
  ['a refusal', new Fault(409, 'It is paused.'), 'Refused (409): It is paused.'],
  [
    'a refusal that passes',
    new Fault(429, 'Too early.', { retryAfter: 11.2 }),
    'Refused (429): Too early. Try again in 12 s.',
  ],
  [
    'a refusal that passes at once',
    new Fault(429, 'Too early.', { retryAfter: 0 }),
    'Refused (429): Too early. Try again in 1 s.',
  ],
  [
    'a failure',
    new Fault(500, 'The board has been deleted.', { cause: new Error('/dev/ttyUSB0') }),
    'Failed (500): The board has been deleted.',
  ],
  ['the last refusal', new Fault(499, 'No.'), 'Refused (499): No.'],
] as const) {
  test(`${what} is an error result with the reason`, async () => {
    const { told, log } = errors();
    const result = await call(
      make(() => Promise.reject(fault)),
      { n: 1 },
      log,
    );
    assert.equal(result, { isError: true, content: [{ type: 'text', text }] });
    assert.equal(told, []);
  });
}

test('a refusal by a copy of the class, as a library of its own brings one, is one too', async () => {
  const copy = Object.assign(new Error('It is paused.'), {
    [Symbol.for('flapbox.fault')]: true,
    status: 409,
    detail: 'It is paused.',
    extras: {},
  });
  const result = await call(
    make(() => Promise.reject(copy)),
    { n: 1 },
    createQuietLog(),
  );
  assert.equal(result, { isError: true, content: [{ type: 'text', text: 'Refused (409): It is paused.' }] });
});

test('without words of its own a result is told as JSON, and with the picture that was asked for', async () => {
  const askers: unknown[] = [];
  const Output = v.object({ said: v.string() });
  const plain = tool({
    name: 'try',
    title: 'Try',
    description: 'Tries.',
    hints: READS,
    input: v.object({ picture: v.optional(v.boolean()) }),
    notes: {},
    output: Output,
    run: () => ({ said: 'A' }),
    picture: async ({ picture }) =>
      picture
        ? ({
            type: 'image/png',
            bytes: async (asker: unknown) => {
              askers.push(asker);
              return Buffer.from('PNG');
            },
          } as never)
        : null,
  });
  const text = { type: 'text', text: '{"said":"A"}' };
  assert.equal((await call(plain, {}, createQuietLog())).content, [text]);
  assert.equal((await call(plain, { picture: true }, createQuietLog())).content, [
    text,
    { type: 'image', data: 'UE5H', mimeType: 'image/png' },
  ]);
  assert.equal(askers, [{ address: 'MCP' }]);
});

test('an argument that may be cleared is null where its text is empty', async () => {
  const given: unknown[] = [];
  const clearing = tool({
    name: 'try',
    title: 'Try',
    description: 'Tries.',
    hints: READS,
    input: v.object({ a: v.nullish(v.string()), b: v.nullish(v.string()) }),
    notes: {},
    output: v.object({}),
    clears: ['a'],
    run: (args) => {
      given.push(args);
      return {};
    },
  });
  await call(clearing, { a: '', b: '' }, createQuietLog());
  assert.equal(given, [{ a: null, b: '' }]);
});

test('an unexpected error is logged, and the client gets none of its text', async () => {
  const { told, log } = errors();
  const result = await call(
    make(() => {
      throw new TypeError('/home/owner/secret is not iterable');
    }),
    { n: 1 },
    log,
  );
  assert.ok(result.isError);
  assert.not.match(JSON.stringify(result), /secret|TypeError|iterable/);
  assert.is(told.length, 1);
});

for (const [given, expected] of [
  [undefined, /^Invalid arguments: n: /],
  [null, /^Invalid arguments: n: /],
  [[], 'The arguments must be an object.'],
  ['x', 'The arguments must be an object.'],
  [{ n: 0 }, 'Invalid arguments: n: Invalid value: Expected >=1 but received 0.'],
  [{ n: 1.5 }, /n: Invalid integer/],
  [{ n: true }, /n: Invalid type/],
  [{ n: 0, word: 5 }, /n: .*; word: /],
  [{ n: 1, inner: { deep: 5 } }, /inner\.deep: /],
  [{ n: 1, inner: [] }, /inner/],
  [{ n: 1, bag: [] }, 'Invalid arguments: bag: Expected Object but received Array.'],
  [{ n: 1, bag: 'x' }, /bag: /],
  [{ n: 1, other: 1 }, 'Unknown arguments: other. Known are: n, word, inner, bag.'],
  [{ n: 1, constructor: 1 }, /Unknown arguments: constructor/],
] as const) {
  test(`arguments ${JSON.stringify(given)} are refused`, async () => {
    const result = await call(
      make(() => assert.unreachable()),
      given,
      createQuietLog(),
    );
    assert.ok(result.isError);
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    if (typeof expected === 'string') assert.is(text, expected);
    else assert.match(text, expected);
  });
}

test('descriptions of problems are bounded', () => {
  const schema = v.object({ list: v.array(v.string()) });
  const outcome = readArguments(schema, { list: new Array<number>(5000).fill(1) });
  assert.ok(!outcome.ok && outcome.problem.length < 2200);
  const long = readArguments(schema, { ['x'.repeat(100_000)]: 1 });
  assert.ok(!long.ok && long.problem.length < 500);
});

test('a form of arguments has a description for each, and allows no others', () => {
  const json = argumentForm(Input, { n: 'A number.', word: 'A word.' }).json();
  assert.equal(json.required, ['n']);
  assert.is(json.additionalProperties, false);
  const { n, word } = (json.properties ?? {}) as Record<string, { description?: string; default?: unknown }>;
  assert.is(n?.description, 'A number.');
  assert.equal([word?.description, word?.default], ['A word.', 'none']);
});

test('a form is made once, and accepts everything', () => {
  const form = argumentForm(Input, {});
  assert.is(form.json(), form.json());
  assert.equal(form['~standard'].validate(5), { value: 5 });
});

test('what another tool describes has its type alone, and the form names that tool', () => {
  const json = argumentForm(Input, { n: 'See add.', word: 'See add; empty clears it.' }).json();
  assert.is(json.description, 'The rest is as in add.');
  const { n, word } = json.properties as Record<string, object>;
  assert.not('description' in (n ?? {}));
  assert.is((word as { description?: string }).description, 'empty clears it');
});

test.run();
