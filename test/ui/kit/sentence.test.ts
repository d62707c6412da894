import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asSentence, between } from '../../../ui/kit/sentence.ts';
import { leaveUntold, takeUntold } from '../../../ui/kit/untold.ts';
import { nextTheme } from '../../../ui/shell/theme.ts';
import { createStore } from '../../../ui/store.ts';
import { stepOf } from '../../../ui/wizard/remembered-step.ts';

const test = suite('small things of the interface');

for (const [text, sentence] of [
  ['', ''],
  ['  ', ''],
  ['no answer', 'No answer.'],
  [' No answer. ', 'No answer.'],
  ['really?', 'Really?'],
  ['go!', 'Go!'],
  ['and so on…', 'And so on…'],
  ['ärger', 'Ärger.'],
] as const)
  test(`"${text}" as a sentence`, () => assert.is(asSentence(text), sentence));

for (const [range, words] of [
  [[10, 3600], '10 to 3600'],
  [[-90, 90], '−90 to 90'],
  [[-180, -1], '−180 to −1'],
] as const)
  test(`a range in words: ${words}`, () => assert.is(between(range), words));

test('what is left to be told at a place is told there once', () => {
  leaveUntold('pages', { tone: 'good', text: 'Saved.' });
  leaveUntold('home', { tone: 'bad', text: 'Failed.' });
  assert.equal([takeUntold('pages')?.text, takeUntold('pages'), takeUntold('home')?.text], ['Saved.', null, 'Failed.']);
});

test('themes follow each other in a round', () => {
  assert.equal((['auto', 'light', 'dark'] as const).map(nextTheme), ['light', 'dark', 'auto']);
});

for (const [text, step] of [
  ['1', 1],
  ['3', 3],
  ['0', null],
  ['4', null],
  ['1.5', null],
  ['two', null],
  ['', null],
  [null, null],
] as const)
  test(`"${text}" names step ${step ?? 'none'}`, () => assert.is(stepOf(text), step));

test('a store tells each change until nobody listens any more', () => {
  const store = createStore({ a: 1, b: 2 });
  const heard: unknown[] = [];
  const end = store.subscribe(() => heard.push(store.get()));
  store.set({ a: 3 });
  end();
  store.set({ b: 4 });
  assert.equal([heard, store.get()], [[{ a: 3, b: 2 }], { a: 3, b: 4 }]);
});

test.run();
