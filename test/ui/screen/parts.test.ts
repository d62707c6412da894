import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidePointer } from '../../../ui/screen/parts.ts';

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

test.run();
