import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { useState } from 'preact/hooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newDraft, type PageDraft } from '../../../ui/pages/editor/page-draft.ts';
import { TemplateForm } from '../../../ui/pages/editor/template-form.tsx';
import { kit } from '../../../ui/strings/kit.ts';
import { pages as texts } from '../../../ui/strings/pages.ts';
import type { ServiceAnswer } from '../../support/fake-service.ts';
import { hold } from '../../support/held.ts';

/** Writing a page line by line: what keys and pasted text make of it. */
const test = suite('ui/pages/editor/template-form');

const LINES = ['ONE', 'TWO {{a.b}}!', 'E'];
const PROBLEMS = [
  { line: 2, column: 5, message: 'There is no "a".', severity: 'error' },
  { line: 1, column: 1, message: 'That is long.', severity: 'warning' },
];

interface Rig extends Drawn {
  template(): readonly string[];
  meta(row: number): unknown;
  /** Puts the caret, or a selection, into a line, and does something there; whether the browser does the rest. */
  at(row: number, from: number, doing: object, to?: number): Promise<boolean>;
}

const draw = (use: (rig: Rig) => Promise<void>, problems: readonly object[] = []) => {
  let draft: PageDraft = {
    ...newDraft({ device_type: 'note' } as PageDraft, 'template', 'Page'),
    template: LINES,
  };
  const Editor = () => {
    const [now, setNow] = useState(draft);
    draft = now;
    return h(TemplateForm, { draft: now, characters: [], onChange: (change) => setNow({ ...now, ...change }) });
  };
  return drawView(
    h(Editor, {}),
    ({ path }) => {
      if (path === '/templates/validate') return { problems };
      return path === '/pages/preview' ? { lines: ['ABC.'] } : { status: 503, detail: 'Not here.' };
    },
    (drawn) =>
      use({
        ...drawn,
        get text() {
          return drawn.text;
        },
        template: () => draft.template.slice(0, 3),
        meta: (row) => draft.line_metadata[row],
        at: async (row, from, doing, to = from) => {
          const line = drawn.find(`[id=line-${row}]`);
          line.focus();
          [line.selectionStart, line.selectionEnd] = [from, to];
          const goesOn = line.do({ type: 'keydown', ...doing });
          await drawn.settle();
          return goesOn;
        },
      }),
  );
};

const pasting = (text: string) => ({ type: 'paste', clipboardData: { getData: () => text } });

const PASTES: readonly (readonly [
  what: string,
  row: number,
  from: number,
  to: number,
  text: string,
  lines: string[],
])[] = [
  ['several lines begin at the caret, and the rest of the line ends them', 0, 1, 1, 'A\nB', ['OA', 'BNE', 'E']],
  ['what is selected is replaced', 0, 1, 2, 'A\r\nB\r\nC', ['OA', 'B', 'CE']],
  ['what has no row any more is left out', 1, 0, 0, 'A\rB\rC\rD', ['ONE', 'A', 'B']],
  ['an empty line stays one', 0, 3, 3, 'A\n\nB', ['ONEA', '', 'B']],
];
for (const [what, row, from, to, text, lines] of PASTES)
  test(`pasted: ${what}`, () =>
    draw(async ({ at, template }) => {
      assert.not.ok(await at(row, from, pasting(text), to));
      assert.equal(template(), lines);
    }));

for (const text of ['A', 'A\n', ''])
  test(`pasted: ${JSON.stringify(text)} is left to the browser`, () =>
    draw(async ({ at, template }) => {
      assert.ok(await at(0, 1, pasting(text)));
      assert.equal(template(), LINES);
    }));

const BACKSPACES: readonly (readonly [what: string, row: number, from: number, to: number, line: string | null])[] = [
  ['a whole placeholder behind which the caret stands', 1, 11, 11, 'TWO !'],
  ['a letter alone', 1, 12, 12, null],
  ['what is selected', 1, 4, 11, null],
];
for (const [what, row, from, to, line] of BACKSPACES)
  test(`backspace takes ${what}${line === null ? ', by the browser itself' : ''}`, () =>
    draw(async ({ at, template, find }) => {
      assert.is(await at(row, from, { key: 'Backspace' }, to), line === null);
      assert.is(template()[row], line ?? LINES[row]);
      if (line !== null) assert.is(find('[id=line-1]').selectionStart, 4);
    }));

const KEYS: readonly (readonly [row: number, doing: object, to: number | null])[] = [
  [0, { key: 'ArrowDown' }, 1],
  [0, { key: 'Enter' }, 1],
  [1, { key: 'ArrowUp' }, 0],
  [0, { key: 'ArrowUp' }, 0],
  [2, { key: 'ArrowDown' }, 2],
  [0, { key: 'ArrowDown', shiftKey: true }, null],
  [0, { key: 'ArrowDown', ctrlKey: true }, null],
  [0, { key: 'ArrowDown', metaKey: true }, null],
  [0, { key: 'ArrowDown', altKey: true }, null],
  [0, { key: 'Enter', isComposing: true }, null],
  [0, { key: 'a' }, null],
];
for (const [row, doing, to] of KEYS)
  test(`in row ${row} ${JSON.stringify(doing)} leads ${to === null ? 'nowhere' : `to row ${to}`}`, () =>
    draw(async ({ at, find }) => {
      assert.is(await at(row, 0, doing), to === null);
      if (to === null) return;
      const line = find(`[id=line-${to}]`);
      assert.equal(
        [line.ownerDocument.activeElement === line, line.selectionStart],
        [true, to === row ? 0 : LINES[to]?.length],
      );
    }));

test('a flap behind the end of a line is written to with the spaces that are missing', () =>
  draw(async ({ find, enter, settle, template }) => {
    const flaps = find('.marks');
    const { left, top } = flaps.getBoundingClientRect();
    flaps.do({ type: 'click', clientX: left + 199, clientY: top + 99 });
    await settle();
    await enter(`${texts.line(3)}3`, 'EX');
    assert.is(template()[2], `E${' '.repeat(13)}X`);
    flaps.do({ type: 'click', clientX: left + 199, clientY: top + 5 });
    await settle();
    await enter(`${texts.line(1)}1`, 'ONE, TWO');
    assert.is(template()[0], `ONE${' '.repeat(11)}, TWO`);
    await enter(`${texts.line(3)}3`, 'E');
    flaps.do({ type: 'click', clientX: left + 199, clientY: top + 99 });
    await settle();
    await enter(`${texts.line(3)}3`, 'ONLY');
    assert.is(template()[2], 'ONLY');
  }));

test('what is wrong is counted, and told with its line; only an error makes a line wrong', () =>
  draw(async ({ find, all }) => {
    assert.is(find('.count').textContent, texts.problems(2));
    assert.ok(find('.count').classList.contains('is-over'));
    assert.equal(
      [0, 1, 2].map((row) => find(`[id=line-${row}]`).hasAttribute('aria-invalid')),
      [false, true, false],
    );
    assert.equal(
      all('.line-problems li').map((one) => [one.textContent, one.classList.contains('is-wrong')]),
      [
        [texts.problem(1, 'That is long.'), false],
        [texts.problem(5, 'There is no "a".'), true],
      ],
    );
    assert.equal(
      all('.token').flatMap((one) => (one.classList.contains('is-wrong') ? one.textContent : [])),
      ['ONE', '{{a.b}}'],
    );
  }, PROBLEMS));

test('another alignment takes the spaces away with which a line was placed, wrapping leaves them', () =>
  draw(async ({ enter, settle, all, template, meta }) => {
    await enter(`${texts.line(1)}1`, '  ONE ');
    const press = async (label: string, change: object = {}): Promise<void> => {
      const box = all('input').find((one) => one.getAttribute('aria-label') === label);
      Object.assign(box ?? {}, change);
      box?.do({ type: 'change' });
      await settle();
    };
    await press(texts.wrapOf(1), { checked: true });
    assert.equal([template()[0], meta(0)], ['  ONE ', { alignment: 'left', wrap: true }]);
    await press(kit.alignments.center);
    assert.equal([template()[0], meta(0)], ['ONE', { alignment: 'center', wrap: true }]);
  }));

test('nothing is said to be in order before the service has looked', () => {
  const looked = hold<ServiceAnswer>();
  const draft = { ...newDraft({ device_type: 'note' } as PageDraft, 'template', 'Page'), template: LINES };
  return drawView(
    h(TemplateForm, { draft, characters: [], onChange: () => undefined }),
    ({ path }) => (path === '/templates/validate' ? looked.answer : { status: 503, detail: 'Not here.' }),
    async (drawn) => {
      assert.not.ok(drawn.text.includes(texts.allGood));
      looked.letGo({ problems: [] });
      await drawn.settle();
      assert.ok(drawn.text.includes(texts.allGood));
    },
  );
});

test.run();
