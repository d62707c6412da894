import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepFieldsClear } from '../../../ui/shell/clear-view.ts';
import { putGlobals } from '../../support/globals.ts';
import { SmallTimers, createWindow, type SmallElement } from '../views/small-dom.ts';

/** A page of 400 × 800 px, in which a field that has the focus is scrolled clear of what lies over it. */
const test = suite('ui/shell/clear-view');

type Box = readonly [top: number, bottom: number, left?: number, right?: number];

interface Bar {
  readonly box: Box;
  readonly style: { readonly position: string; readonly top?: string; readonly bottom?: string };
}

interface Page {
  readonly field: Box;
  /** Of the field; an input unless given. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly bars?: readonly Bar[];
  /** The box of the note that says what is wrong with the field. */
  readonly note?: Box;
  /** What is seen of the page; all of it unless given. */
  readonly seen?: { readonly height: number; readonly offsetTop?: number; readonly scale?: number };
  /** What the field stands in. */
  readonly within?: string;
  readonly isInBar?: boolean;
}

const HEIGHT = 800;

/** Puts the focus on a field of a page; answers by how much it is scrolled, and what is told of the keyboard. */
const focusIn = async ({ field, tag = 'input', attributes = {}, bars = [], note, seen, within, isInBar }: Page) => {
  const timers = new SmallTimers();
  const { page, globals } = createWindow(0, timers);
  const scrolls: number[] = [];
  const styles = new Map<unknown, Bar['style']>();
  const heard = new Map<string, () => void>();
  const viewport = {
    scale: 1,
    offsetTop: 0,
    height: HEIGHT,
    ...seen,
    addEventListener: (type: string, listen: () => void) => heard.set(type, listen),
  };
  const put = {
    ...globals,
    innerHeight: HEIGHT,
    visualViewport: viewport,
    scrollBy: (_: number, by: number) => scrolls.push(by),
    getComputedStyle: (element: unknown) => ({ top: 'auto', bottom: 'auto', ...styles.get(element) }),
  };
  const make = (name: string, [top, bottom, left = 0, right = 400]: Box): SmallElement =>
    Object.assign(page.createElement(name), {
      getBoundingClientRect: () => ({ top, bottom, left, right, height: bottom - top, width: right - left }),
    }) as SmallElement;
  const restore = putGlobals(put);
  try {
    const one = make(tag, field);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    const around = page.createElement(within ?? 'div');
    page.body.append(around);
    around.append(one);
    if (note) {
      const said = make('p', note);
      said.id = 'note';
      around.append(said);
    }
    for (const { box, style } of bars) {
      const bar = make('div', box);
      bar.setAttribute('data-bar', '');
      styles.set(bar, style);
      page.body.append(bar);
      if (isInBar) bar.append(around);
    }
    keepFieldsClear();
    page.activeElement = one;
    const settle = (act: () => void): number[] => {
      act();
      while (timers.step(1000));
      return scrolls.splice(0);
    };
    const { style, dataset } = page.documentElement;
    return {
      onFocus: settle(() => page.hear({ type: 'focusin' })),
      onInput: settle(() => page.hear({ type: 'input' })),
      onResize: settle(() => heard.get('resize')?.()),
      onScroll: settle(() => heard.get('scroll')?.()),
      covered: style['--covered'],
      keyboard: dataset['keyboard'],
    };
  } finally {
    restore();
  }
};

const HEAD: Bar = { box: [0, 60], style: { position: 'fixed' } };
const FOOT: Bar = { box: [740, 800], style: { position: 'fixed' } };
const INPUT: Box = [300, 340];

const PAGES: readonly (readonly [what: string, page: Page, by: number])[] = [
  ['in the middle', { field: INPUT, bars: [HEAD, FOOT] }, 0],
  ['below a bar at the top', { field: [20, 60], bars: [HEAD] }, -48],
  ['below no bar, at the very top', { field: [0, 40] }, 0],
  ['above the beginning of the page', { field: [-30, 10] }, -38],
  ['under a bar at the bottom', { field: [720, 760], bars: [FOOT] }, 28],
  ['just above that', { field: [700, 740], bars: [FOOT] }, 0],
  ['below the end of the page', { field: [790, 830] }, 38],
  ['taller than the room: its beginning stays in sight', { field: [100, 900], bars: [HEAD] }, 40],
  ['beside a bar', { field: [720, 760, 0, 200], bars: [{ ...FOOT, box: [740, 800, 200, 400] }] }, 0],
  ['beside a bar to its left', { field: [720, 760, 200, 400], bars: [{ ...FOOT, box: [740, 800, 0, 200] }] }, 0],
  ['partly under a narrow bar', { field: [720, 760, 100, 300], bars: [{ ...FOOT, box: [740, 800, 200, 400] }] }, 28],
  ['under a bar without height', { field: [720, 760], bars: [{ ...FOOT, box: [740, 740] }] }, 0],
  ['under two bars: the higher one counts', { field: [690, 730], bars: [FOOT, { ...FOOT, box: [700, 740] }] }, 38],
  [
    'under a bar that is not above the page',
    { field: [20, 60], bars: [{ ...HEAD, style: { position: 'static' } }] },
    0,
  ],
  [
    'under a sticky bar that has been reached',
    { field: [20, 60], bars: [{ box: [10, 60], style: { position: 'sticky', top: '10px' } }] },
    -48,
  ],
  [
    'under a sticky bar that has not been reached',
    { field: [20, 60], bars: [{ box: [12, 60], style: { position: 'sticky', top: '10px' } }] },
    0,
  ],
  [
    'under a sticky bar at the bottom that has been reached',
    { field: [720, 760], bars: [{ box: [740, 790], style: { position: 'sticky', bottom: '10px' } }] },
    28,
  ],
  [
    'under a sticky bar at the bottom that has not been reached',
    { field: [720, 760], bars: [{ box: [740, 788], style: { position: 'sticky', bottom: '10px' } }] },
    0,
  ],
  [
    'with a note that it is wrong under a bar',
    {
      field: [690, 730],
      bars: [FOOT],
      note: [730, 750],
      attributes: { 'aria-invalid': 'true', 'aria-describedby': 'note' },
    },
    18,
  ],
  [
    'with another note under a bar',
    { field: [690, 730], bars: [FOOT], note: [730, 750], attributes: { 'aria-describedby': 'note' } },
    0,
  ],
  ['wrong, without a note', { field: [720, 760], bars: [FOOT], attributes: { 'aria-invalid': 'true' } }, 28],
  ['behind a keyboard', { field: [500, 540], seen: { height: 500 } }, 48],
  ['behind a keyboard of a page that is moved', { field: [500, 540], seen: { height: 400, offsetTop: 100 } }, 48],
  ['behind a keyboard of the least height', { field: [660, 700], seen: { height: 680 } }, 28],
  ['behind what a browser shows of its own', { field: [660, 700], seen: { height: 681 } }, 0],
  ['in a page that was enlarged by hand', { field: [500, 540], seen: { height: 500, scale: 1.5 } }, 0],
  ['in a bar itself', { field: [750, 780], bars: [FOOT], isInBar: true }, 0],
  ['in a dialogue', { field: [720, 760], bars: [FOOT], within: 'dialog' }, 0],
  [
    'that is written in sight elsewhere',
    { field: [720, 760], bars: [FOOT], attributes: { 'data-seen-elsewhere': '' } },
    0,
  ],
  ['that is no field', { field: [720, 760], bars: [FOOT], tag: 'p' }, 0],
  ['that takes the keyboard', { field: [720, 760], bars: [FOOT], tag: 'div', attributes: { tabindex: '0' } }, 28],
];
for (const [what, page, by] of PAGES)
  test(`a field ${what} is scrolled by ${by}`, async () => {
    const { onFocus, onInput, onResize, onScroll } = await focusIn(page);
    const expected = by === 0 ? [] : [by];
    assert.equal([onFocus, onInput, onResize], [expected, expected, expected]);
    assert.equal(onScroll, [], 'whoever scrolls is not held up');
  });

test('the page is told how much of it a keyboard covers, and that there is none any more', async () => {
  assert.equal(
    await Promise.all([{ height: 500 }, { height: 790 }].map((seen) => focusIn({ field: INPUT, seen }))).then((all) =>
      all.map(({ covered, keyboard }) => [covered, keyboard]),
    ),
    [
      ['300px', 'open'],
      ['0px', undefined],
    ],
  );
});

test.run();
