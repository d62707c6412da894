import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { useState } from 'preact/hooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/schema/content/pages.ts';
import type { ExpressionProblem, RuleLine } from '../../../ui/schedule/collections/collection-draft.ts';
import { RuleLines } from '../../../ui/schedule/collections/rule-lines.tsx';
import { schedule } from '../../../ui/strings/schedule.ts';

const test = suite('ui/schedule/collections/rule-lines');

const texts = schedule.collections;
const MEMBERS = ['p1', 'p2'].map((id) => ({ id, name: `Page ${id}` })) as Page[];
const line = (key: number, expression: string, page_id = 'p1'): RuleLine => ({ key, expression, page_id });
const LINES = [line(0, 'a > 1'), line(4, 'b > 2', 'p2'), line(2, ' ')];

const draw = (
  given: { rules?: readonly RuleLine[]; problem?: ExpressionProblem; strict?: boolean },
  use: (drawn: Drawn, rules: () => readonly RuleLine[]) => Promise<void>,
) => {
  let rules: readonly RuleLine[] = [];
  const Form = () => {
    const [now, setNow] = useState(given.rules ?? LINES);
    rules = now;
    const { problem = null, strict = false } = given;
    return h(RuleLines, { rules: now, members: MEMBERS, problem, strict, onChange: setNow });
  };
  return drawView(
    h(Form, {}),
    () => ({}),
    (drawn) => use(drawn, () => rules),
  );
};
const keys = (rules: readonly RuleLine[]): number[] => rules.map(({ key }) => key);

test('rules change places, but for the first up and the last down', () =>
  draw({}, async (drawn, rules) => {
    await drawn.press(texts.ruleDown(1));
    assert.equal(keys(rules()), [4, 0, 2]);
    await drawn.press(texts.ruleUp(3));
    assert.equal(keys(rules()), [4, 2, 0]);
    const disabled = drawn.all('button').filter((one) => one.disabled);
    assert.equal(
      disabled.map((one) => one.getAttribute('aria-label')),
      [texts.ruleUp(1), texts.ruleDown(3)],
    );
  }));

test('a rule is added with a key of its own and the first page, changed where it stands, and taken away', () =>
  draw({}, async (drawn, rules) => {
    await drawn.press(texts.addRule);
    assert.equal(rules().at(-1), { key: 5, expression: '', page_id: 'p1' });
    const [, second] = drawn.all('.expression');
    if (second) second.value = 'c > 3';
    second?.do({ type: 'input' });
    const [, choice] = drawn.all('select');
    if (choice) choice.value = 'p1';
    choice?.do({ type: 'change' });
    await drawn.settle();
    assert.equal(rules()[1]?.page_id, 'p1');
    assert.equal(rules()[0], LINES[0]);
    await drawn.press(texts.removeRule(1));
    assert.equal(keys(rules()), [4, 2, 5]);
  }));

test('the first rule of all begins at nothing', () =>
  draw({ rules: [] }, async (drawn, rules) => {
    assert.is(drawn.find('.field-note').textContent, texts.rulesNone);
    await drawn.press(texts.addRule);
    assert.equal(keys(rules()), [0]);
    assert.is(drawn.find('.field-note').textContent, texts.rulesHint);
  }));

test('what the service refused is marked in the rule that it is about, and the caret led there', () =>
  draw({ problem: { place: 1, offset: 2, message: 'That is odd.' } as ExpressionProblem }, async (drawn) => {
    assert.equal(
      drawn.all('.marked').map(({ textContent, children }) => [textContent, children[0]?.textContent]),
      [['b > 2', '>']],
    );
    const [first, second] = drawn.all('.expression');
    assert.equal(
      [first, second].map((one) => one?.hasAttribute('aria-invalid')),
      [false, true],
    );
    assert.equal([second?.selectionStart, second?.selectionEnd], [2, 3]);
    assert.ok(second?.ownerDocument.activeElement === second);
  }));

test('what is missing at the end of a rule is marked behind it', () =>
  draw({ problem: { place: 0, offset: 5, message: 'It ends too soon.' } as ExpressionProblem }, async (drawn) => {
    assert.is(drawn.find('mark').textContent, ' ');
  }));

test('rules without words are told once they are to be stored', async () => {
  const wrong = ({ all }: Drawn): string[] => all('.is-wrong').map(({ textContent }) => textContent);
  await draw({}, async (drawn) => assert.equal(wrong(drawn), []));
  await draw({ strict: true }, async (drawn) => assert.equal(wrong(drawn), [texts.expressionProblem]));
});

test.run();
