import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidePointer, turnPage } from '../../../ui/screen/parts.ts';

const test = suite('ui/screen/parts');

interface Page {
  readonly body: { className: string };
  /** Lets the time of the one timer that runs pass. */
  wait(): void;
  /** Moves the mouse. */
  move(): void;
}

/** A page with a pointer, whose timers run when the test says so. */
const createPage = (): Page => {
  const body = { className: '' };
  let due: (() => void) | null = null;
  let move = (): void => undefined;
  Object.assign(globalThis, {
    document: { body, addEventListener: (_name: string, listener: () => void) => (move = listener) },
    window: {
      setTimeout: (run: () => void) => {
        due = run;
        return 0;
      },
    },
  });
  return {
    body,
    wait: () => {
      const run = due;
      due = null;
      run?.();
    },
    move: () => move(),
  };
};

test.after(() => {
  for (const name of ['document', 'window']) Reflect.deleteProperty(globalThis, name);
});

test('the pointer hides when it rests, and is back when it moves', () => {
  const page = createPage();
  hidePointer(() => false);
  assert.is(page.body.className, '');
  page.wait();
  assert.is(page.body.className, 'still');
  page.move();
  assert.is(page.body.className, '');
  page.wait();
  assert.is(page.body.className, 'still');
});

test('it hides over a board that comes while it rests, as after pairing', () => {
  const page = createPage();
  let isPairing = true;
  hidePointer(() => isPairing);
  page.wait();
  assert.is(page.body.className, '');
  isPairing = false;
  page.wait();
  assert.is(page.body.className, 'still');
});

for (const [orientation, wide, width, height] of [
  [0, true, 1200, 600],
  [90, true, 600, 1200],
  [180, true, 1200, 600],
  [270, false, 1200, 600],
  [0, false, 600, 1200],
] as const)
  test(`a screen of ${wide ? '1200 × 600' : '600 × 1200'} px that is turned by ${orientation} degrees`, () => {
    const style: Record<string, string> = {};
    const [innerWidth, innerHeight] = wide ? [1200, 600] : [600, 1200];
    Object.assign(globalThis, { document: { getElementById: () => ({ style }) }, window: { innerWidth, innerHeight } });
    assert.equal(turnPage(orientation), { width, height });
    assert.equal(
      [style['width'], style['height'], style['transform']],
      [`${width}px`, `${height}px`, `translate(-50%, -50%) rotate(${orientation}deg)`],
    );
  });

for (const [innerWidth, innerHeight, px] of [
  [1150, 1000, 25],
  [1150, 640, 20],
  [960, 1200, 30],
  [960, 960, 30],
  [320, 200, 12],
  [200, 320, 14],
] as const)
  test(`on a screen of ${innerWidth} × ${innerHeight} px letters are of ${px} px`, () => {
    const style: Record<string, string> = {};
    Object.assign(globalThis, { document: { getElementById: () => ({ style }) }, window: { innerWidth, innerHeight } });
    turnPage(0);
    assert.is(style['fontSize'], `${px}px`);
  });

test.run();
