import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BudgetSpent } from '../../src/core/template/context.ts';
import { checkFormula, compileFormula, isTruthyText, ruleBody } from '../../src/core/template/formula/formula.ts';
import { contextOf } from '../support/template-context.ts';
import { createDraw, repeat, SEED } from './draw.ts';
import { drawFormula, drawFormulaSoup, hostileData, mutate } from './token-soup.ts';

import { ZONES, guarded, spent } from './bounded.ts';

/** Formulas that nobody would write: they never throw, end in bounded time, and print the same twice. */
const test = suite('any formula');

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
      const syntax = problems.find(({ code }) => code === 'syntax');
      if (syntax) assert.equal(problems, [syntax]);
      let text = '';
      try {
        const zone = draw.pick(ZONES);
        text = spent(() => formula.print(contextOf(data, { zone })), body);
      } catch (error) {
        assert.instance(error, BudgetSpent);
      }
      assert.ok(text.length <= 65_536, `${text.length} characters`);
      assert.is(isSyntax(text) && !syntax && !body.includes('SYNTAX'), false, text);
      isTruthyText(text);
      if (!syntax) for (const [name] of body.matchAll(/[A-Z.]{2,}(?=\()/g)) functions.add(name);
    });
  });
  assert.ok(functions.size > 60, `only ${functions.size} functions were ever printed`);
});

test.run();
