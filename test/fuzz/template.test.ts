import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../src/core/flaps/cells.ts';
import { gridsEqual } from '../../src/core/flaps/grid.ts';
import { dropEndTags, expandSymbols, isWellMarked, neutralize } from '../../src/core/flaps/markup.ts';
import { layoutLines, layoutText } from '../../src/core/flaps/message.ts';
import { checkTemplate } from '../../src/core/template/check.ts';
import { BudgetSpent } from '../../src/core/template/context.ts';
import { checkFormula, compileFormula, isTruthyText, ruleBody } from '../../src/core/template/formula/formula.ts';
import { compilePage } from '../../src/core/template/page.ts';
import { contextOf } from '../support/template-context.ts';
import { createDraw, repeat, SEED } from './draw.ts';
import { hostileText } from './hostile.ts';
import { drawFormula, drawFormulaSoup, drawLine, hostileData, mutate } from './token-soup.ts';

/**
 * Templates, formulas and markup that nobody would write: they never throw, end in bounded time, and print the same
 * twice.
 */
const test = suite('any template');

const SIZES = [
  { rows: 6, cols: 22 },
  { rows: 3, cols: 15 },
  { rows: 96, cols: 128 },
];
/** Many times the 50 ms for which compiling and the 20 ms for which printing is bounded: machines are slow and busy. */
const MOST_MS = 700;
const ZONES = ['UTC', 'Europe/Berlin', 'Mars/Olympus', ''];
const VOCABULARY = { variables: { d: ['text', 'number', 'list'] }, max_lengths: { 'd.text': 8 } };

/** Processor time of this process, which a busy machine does not lengthen. */
const spent = <T>(work: () => T, what: string): T => {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < MOST_MS, `${(user + system) / 1000} ms for ${what.slice(0, 2000)}`);
  return result;
};

const guarded = async (round: number, what: string, work: () => void): Promise<void> => {
  try {
    work();
  } catch (error) {
    throw new Error(`round ${round}: ${what.slice(0, 3000)}\n${(error as Error).stack}`, { cause: error });
  }
};

test('pages of any tokens', async () => {
  const draw = createDraw(SEED);
  await repeat(12_000, async (round) => {
    const size = draw.chance(0.04) ? draw.pick(SIZES) : (SIZES[round % 2] as { rows: number; cols: number });
    let template = draw.list(0, Math.min(size.rows, 8), () => drawLine(draw));
    if (draw.chance(0.3)) template = template.map((line) => mutate(line, draw));
    const line_metadata = draw.chance(0.5)
      ? null
      : template.map(() => ({ alignment: draw.pick(['left', 'center', 'right'] as const), wrap: draw.chance(0.4) }));
    const data = hostileData(draw);
    const options = {
      zone: draw.pick(ZONES),
      markup: { d: ['text', 'braces'] },
      budget: draw.pick([32_000, 32_000, 500, 0]),
    };
    const what = JSON.stringify({ template, line_metadata, size });
    await guarded(round, what, () => {
      const page = spent(() => compilePage({ template, line_metadata }, size), what);
      const grid = spent(() => page.render(contextOf(data, options)), what);
      assert.is(grid.codes.length, size.rows * size.cols);
      assert.ok(grid.codes.every((code) => code <= 71));
      assert.ok(gridsEqual(grid, page.render(contextOf(data, options))), 'printed twice, it is the same');
      const lines = spent(() => page.renderLines(contextOf(data, options)), what);
      assert.equal(
        lines.map(countCells),
        Array.from({ length: size.rows }, () => size.cols),
      );
      assert.ok(gridsEqual(grid, layoutLines(lines, size)), 'what is told as text shows the same flaps');
      for (const problem of spent(() => checkTemplate({ template, line_metadata }, size, VOCABULARY), what)) {
        assert.ok(
          problem.line >= 1 && problem.line <= template.length && problem.column >= 1 && problem.message !== '',
          JSON.stringify(problem),
        );
      }
    });
  });
});

const isSyntax = (text: string): boolean => text.startsWith('#SYNTAX:');

test('formulas of any tokens', async () => {
  const draw = createDraw(SEED + 1);
  const functions = new Set<string>();
  await repeat(60_000, async (round) => {
    const whole = draw.chance(0.6) ? drawFormula(draw) : drawFormulaSoup(draw);
    const body = ruleBody(draw.chance(0.3) ? mutate(whole, draw) : whole);
    const data = hostileData(draw);
    await guarded(round, body, () => {
      const formula = spent(() => compileFormula(body), body);
      const problems = spent(() => checkFormula(body, new Set(['d'])), body);
      for (const { offset, message } of problems)
        assert.ok(offset >= 0 && offset <= body.length && message !== '', `${offset} ${message}`);
      if (formula.problem) assert.equal(problems, [formula.problem]);
      let text = '';
      try {
        text = spent(() => formula.print(contextOf(data, { zone: draw.pick(ZONES) })), body);
      } catch (error) {
        assert.instance(error, BudgetSpent);
      }
      assert.ok(text.length <= 65_536, `${text.length} characters`);
      assert.is(isSyntax(text) && formula.problem === null && !body.includes('SYNTAX'), false, text);
      isTruthyText(text);
      if (formula.problem === null) for (const [name] of body.matchAll(/[A-Z.]{2,}(?=\()/g)) functions.add(name);
    });
  });
  assert.ok(functions.size > 60, `only ${functions.size} functions were ever printed`);
});

test('markup of any braces', async () => {
  const draw = createDraw(SEED + 2);
  await repeat(20_000, async (round) => {
    const text = draw
      .list(0, 12, () =>
        draw.chance(0.2)
          ? hostileText(draw)
          : draw.pick(['{', '}', '{red}', '{/red}', '{63}', '{sun}', 'A', ' ', '{99}', '{{', 'ä', '👍', '\n']),
      )
      .join('');
    const size = SIZES[round % 2] as { rows: number; cols: number };
    await guarded(round, text, () => {
      const safe = spent(() => neutralize(text), text);
      assert.ok(isWellMarked(safe), safe.slice(0, 500));
      assert.is(neutralize(safe), safe);
      assert.is(expandSymbols(expandSymbols(text)), expandSymbols(text));
      spent(() => dropEndTags(text), text);
      for (const grid of [
        spent(() => layoutText(text, size), text),
        spent(() => layoutLines(text.split('\n'), size), text),
      ]) {
        assert.is(grid.codes.length, size.rows * size.cols);
        assert.ok(grid.codes.every((code) => code <= 71));
      }
    });
  });
});

test.run();
