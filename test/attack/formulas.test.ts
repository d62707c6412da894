import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBudget } from '../../src/core/template/context.ts';
import { readAnswer } from '../../src/sources/answer.ts';
import { evaluate } from '../../src/sources/evaluate.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { runRequests } from '../../src/sources/run.ts';
import type { SourceMoment } from '../../src/sources/scope.ts';
import { writeJson } from '../../src/sources/write-json.ts';
import { fileFor } from '../plugins/source-file.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { withService } from './files-service.ts';
import { tableOf, timeOf } from './formula-table.ts';

/**
 * Formulas of pages and sources that ask for more than there is: each function with the largest arguments, nested and
 * in loops, what once ended the process at every start, and files and answers that are made to.
 */
const MOST_MS = 50;
/** What the thread needs for the data of the table and the code, and 8 MiB beside it. */
const HEAP_MIB = 26 + 8;

interface Timed {
  readonly formula: string;
  readonly ms: number;
}

const timeTable = (): void => {
  for (const formula of workerData as string[])
    parentPort?.postMessage({ formula, ms: timeOf(formula, MOST_MS) } satisfies Timed, []);
};

/** Evaluates formulas in a thread with a small heap, one after the other; the one that ended it is missing. */
const timeInThread = (formulas: readonly string[]): Promise<{ timed: Timed[]; problem: string | null }> =>
  new Promise((resolve) => {
    const timed: Timed[] = [];
    const worker = new Worker(__filename, {
      workerData: formulas,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 2 },
    });
    let problem: string | null = null;
    worker.on('message', (one: Timed) => timed.push(one));
    worker.once('error', (error: Error) => (problem = error.message));
    worker.once('exit', () => resolve({ timed, problem }));
  });

const MOMENT: SourceMoment = { settings: {}, place: {}, region: 'metric', now: 1.79e12, zone: 'Europe/Berlin' };
const API = 'https://api.example.com';

const compiledOf = (more: object) => {
  const read = readSource(JSON.stringify(fileFor(API, more)));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.compiled;
};

const evaluated = (more: object, answer: unknown) => evaluate(compiledOf(more), { one: answer }, MOMENT);

const TOO_MUCH = { error: 'the formulas of the source ask for too much work' };
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const list = (more: object) => ({
  values: {},
  lists: { rows: { from: 'answer', values: { a: { formula: '1', max_length: 3 } }, ...more } },
  pages: { flagship: [], note: [] },
});

const createTests = () => {
  const test = suite('attack/formulas');

  test('no function takes long or much memory, whatever it is given, nested three deep', async () => {
    const formulas = tableOf();
    const { timed, problem } = await timeInThread(formulas);
    assert.is(problem, null, `ended at ${formulas[timed.length]?.slice(0, 300)}`);
    assert.equal(
      timed.filter(({ ms }) => ms > MOST_MS),
      [],
    );
    assert.is(timed.length, formulas.length);
  });

  test('pages that ended the process read ???, when shown and at the next start', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'flapbox-formulas-'));
    const rows = [
      '{{= LET(a, SPLIT(REPT(REPT("a",100),200),""), COUNT(GROUP(MAP(a, a), REPT(REPT("b.", 1000), 32)))) }}',
      '{{= LET(a, SPLIT(REPT(REPT("a ",100),200)), COUNT(GROUP(a, REPT(REPT("b.", 1000), 32)))) }}',
      '{{= "ok" }}',
    ];
    try {
      await withService(dir, async (service) => {
        for (const row of rows.slice(0, 2)) {
          const { status, body } = await service.send('POST', '/v1/render', { template: [row] });
          assert.is(status, 200);
          assert.is((body['lines'] as string[])[0]?.trim(), '???');
        }
        const flattened = '{{= LET(a, SPLIT(REPT(REPT("a",100),200),""), COUNT(FLATTEN(MAP(a,a),""))) }}';
        const answer = await service.send('POST', '/v1/render', { template: [flattened] });
        assert.is((answer.body['lines'] as string[])[0]?.trim(), '2000');
        const page = await service.send('POST', '/v1/pages', { name: 'Bomb', type: 'template', template: rows });
        const id = String(page.body['id'] ?? (page.body['page'] as { id?: string } | undefined)?.id);
        assert.is((await service.send('PUT', '/v1/boards/primary/active-page', { page_id: id })).status, 200);
      });
      await withService(dir, async (service) => {
        const { status } = await service.get('/health');
        assert.is(status, 200);
        const { body } = await service.send('POST', '/v1/render', { template: ['{{= 1 + 1 }}'] });
        assert.is((body['lines'] as string[])[0]?.trim(), '2');
        const hostile = {
          settings: Object.fromEntries(many(19, (at) => [`s${at}`, { type: 'string', pattern: '\\pL'.repeat(800) }])),
        };
        const checked = await service.send('POST', '/plugins/own/check', {
          file: JSON.stringify(fileFor(API, hostile)),
        });
        const [first] = checked.body['problems'] as { path: string }[];
        assert.is(first?.path, 'settings.s0');
      });
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  for (const [name, more, answer] of [
    ['unique over a large answer', list({ unique: 'answer' }), many(2000, (at) => ({ at, text: 'x'.repeat(90) }))],
    ['an order of long texts', list({ sort: 'REPT("a", 1000) & item' }), many(2000, (at) => at)],
    ['an order by one long text', list({ sort: 'answer.long' }), { long: 'é'.repeat(60_000) }],
    [
      'a group over a long path',
      { values: { temp: { formula: 'COUNT(GROUP(answer, REPT("a.", 1000)))', max_length: 9 } } },
      many(2000, () => ({})),
    ],
    [
      'hundreds of lists over a large answer',
      {
        ...list({}),
        lists: Object.fromEntries(
          many(400, (at) => [`l${at}`, { from: 'answer', values: { a: { path: 'a', max_length: 1 } } }]),
        ),
      },
      many(2000, () => 0),
    ],
  ] as const)
    test(`${name} is an error of that source`, () => {
      const few = name === 'an order by one long text';
      assert.equal('error' in evaluated(more, answer), !few);
      if (!few) assert.equal(evaluated(more, answer), TOO_MUCH);
    });

  test('long values are shown as far as they fit, at the cost of what is read of them', () => {
    for (const text of [
      'e' + '\u0301'.repeat(65_535),
      '{/}'.repeat(21_000),
      '👨‍👩‍👧'.repeat(8000),
      ' '.repeat(65_536),
    ]) {
      const values = Object.fromEntries(many(20, (at) => [`v${at}`, { path: 't', max_length: 500 }]));
      const result = evaluated({ values, pages: { flagship: [], note: [] } }, { t: text });
      if ('data' in result) for (const shown of Object.values(result.data)) assert.ok(String(shown).length <= 4000);
      else assert.equal(result, TOO_MUCH);
    }
  });

  test('all answers of one run have one budget of memory', async () => {
    const documents = createDirectDocuments();
    const bytes = new TextEncoder().encode(`[${'{},'.repeat(65_000)}{}]`);
    const requests = [
      { id: 'one', url: `${API}/1` },
      { id: 'more', url: `${API}/{{entry}}`, each: 'SPLIT("abcdefghij", "")' },
    ];
    let asked = 0;
    const result = await runRequests(compiledOf({ requests }), MOMENT, async ({ url }, spec) => {
      asked++;
      const read = await readAnswer({ bytes, contentType: '', address: url }, spec, MOMENT, documents);
      return 'error' in read ? read : { value: read.value };
    });
    assert.equal(result, { error: 'the answers of the source take more than 8 MB together' });
    assert.is(asked, 3, 'what is too much is not asked for');
  });

  test('what formulas put together is paid before it is written as JSON', () => {
    const shared = many(60, () => 'x').map(() => 0);
    const nested = many(4, () => 0).reduce<unknown>((inner) => many(60, () => inner), shared);
    assert.throws(() => writeJson(nested, createBudget()), /too much work/);
    const chain = many(5000, () => 0).reduce<unknown>((inner) => [inner], 0);
    assert.throws(() => writeJson(chain, createBudget()), /too much work/);
    assert.is(writeJson({ a: [1, 'b'] }, createBudget()), '{"a":[1,"b"]}');
  });

  const files: Record<string, [file: object, problem: RegExp]> = {
    'thousands of formulas': [
      { vars: Object.fromEntries(many(600, (at) => [`v${at}`, '1'])) },
      /expected at most 500 formulas/,
    ],
    'formulas in one text': [
      { requests: [{ id: 'one', url: API, query: { q: '{{1}}'.repeat(600) } }] },
      /500 formulas/,
    ],
    'long formulas': [
      { vars: Object.fromEntries(many(9, (at) => [`v${at}`, `1${'+1'.repeat(2000)}`])) },
      /16384 letters/,
    ],
    'thousands of values': [{ tables: { a: Object.fromEntries(many(20_001, (at) => [`k${at}`, 1])) } }, /20000 values/],
    'patterns by the dozen': [
      { settings: Object.fromEntries(many(21, (at) => [`s${at}`, { type: 'string', pattern: 'a' }])) },
      /at most 20 patterns/,
    ],
  };
  for (const [name, [file, problem]] of Object.entries(files))
    test(`a file with ${name} is refused`, () => {
      const read = readSource(JSON.stringify(fileFor(API, file)));
      assert.match('problems' in read ? read.problems.map(({ message }) => message).join('\n') : '', problem);
    });

  test('a file whose names are long costs no more than its text', () => {
    const before = process.memoryUsage().heapUsed;
    const read = readSource(`{"${'n'.repeat(150_000)}":[${'1,'.repeat(15_000)}1]}`);
    assert.ok('problems' in read);
    assert.ok(process.memoryUsage().heapUsed - before < 40e6);
  });

  return test;
};

if (!isMainThread) timeTable();
else {
  createTests().run();
}
