import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutFormulas } from '../../../src/core/template/formulas-off.ts';
import { renderString } from '../../../src/core/template/text.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('core/template/formulas-off');

for (const [line, expected] of [
  ['SUM {{=1+1}}!', 'SUM ???!'],
  ['{{=IF(1 || 0, "a", "b")}}', '???'],
  ['{{={{=1+1}}2+2}}', '{{????2+2}}'],
  ['{{red}}{{=1}}', '{63}???'],
  ['2 = 2 {left} {{=', '2 = 2 {left} {{?'],
  ['plain', 'plain'],
] as const)
  test(`${line} prints ${expected}`, () => assert.is(renderString(withoutFormulas(line), contextOf({})), expected));

test.run();
