import { setMedia } from '../../support/fake-media.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DisplaySettings } from '../../../src/schema/appliance/settings.ts';
import { FlapWall } from '../../../ui/board-view/flap-wall.ts';
import { setMotionSettings } from '../../../ui/board-view/motion-settings.ts';
import { putGlobals } from '../../support/globals.ts';
import { SmallTimers, createWindow } from '../views/small-dom.ts';

/** One board on a canvas: what of it is drawn when. */
const test = suite('ui/board-view/flap-wall');

setMedia('(max-width: 859px)', false);
const DISPLAY = { reduce_motion: false, board_animations: 'on', site_animations: 'on', board_flap_speed: 'standard' };
const LOOK = { board_color: 'black', code62_glyph: 'degree' } as const;
const codes = (...all: number[]): Uint8Array => Uint8Array.from(all);

/** Who watches: told by the test. */
class Watch {
  static all: Watch[] = [];
  isOver = false;
  readonly tell: (entries: readonly object[]) => void;
  constructor(tell: (entries: readonly object[]) => void) {
    this.tell = tell;
    Watch.all.push(this);
  }
  observe(): void {
    return;
  }
  disconnect(): void {
    this.isOver = true;
  }
}

interface Rig {
  readonly wall: FlapWall;
  /** What was drawn since this was called last: `all` for the whole board, else how opaque what is drawn is. */
  drawn(): string[];
  /** Whether flaps move, as the canvas says; none when it says nothing. */
  moving(): string | undefined;
  see(isSeen: boolean): void;
  resize(room: number): void;
  pass(ms: number): void;
  hasCover(): boolean;
  isOver(): boolean;
}

const run = (use: (rig: Rig) => void, { at = 0, cover = false, cols = 2 } = {}): void => {
  const timers = new SmallTimers();
  const { page, globals } = createWindow(0, timers);
  Watch.all = [];
  const put = { ...globals, IntersectionObserver: Watch, ResizeObserver: Watch, innerHeight: 800 };
  const calls: string[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1 };
  let room = 400;
  const box = page.createElement('div');
  const canvas = page.createElement('canvas');
  const cells = new Set(['drawImage', 'clearRect']);
  const pen = new Proxy(state, {
    get: (_, name) =>
      name === 'canvas'
        ? canvas
        : (state[String(name)] ??
          (() => {
            if (cells.has(String(name))) calls.push(name === 'clearRect' ? 'clear' : String(state['globalAlpha']));
          })),
  });
  Object.assign(canvas, {
    width: 0,
    height: 0,
    getContext: () => pen,
    getBoundingClientRect: () => ({ top: at, bottom: at + 100 }),
  });
  Object.defineProperty(box, 'clientWidth', { get: () => room });
  page.body.append(box);
  box.append(canvas);
  const pass = (ms: number): void => {
    const end = timers.now + ms;
    while (timers.step(end));
    timers.now = end;
  };
  const restore = putGlobals(put);
  try {
    const covering = cover ? page.createElement('svg') : null;
    const wall = new FlapWall(
      canvas as never,
      { device_type: 'panel', rows: 1, cols },
      LOOK,
      codes(1, 2),
      covering as never,
    );
    const [sight, size] = Watch.all;
    use({
      wall,
      drawn: () => calls.splice(0),
      moving: () => canvas.dataset['moving'],
      see: (isIntersecting) => sight?.tell([{ isIntersecting }]),
      resize: (wide) => {
        room = wide;
        size?.tell([]);
      },
      pass,
      hasCover: () => covering?.isConnected ?? false,
      isOver: () => Watch.all.every(({ isOver }) => isOver),
    });
    wall.stop();
    pass(10_000);
  } finally {
    setMotionSettings(DISPLAY as DisplaySettings);
    restore();
  }
};

const WHOLE = ['clear', '1', '1'];

test('what is in sight is drawn when its size is known, and again for another one', () =>
  run(({ resize, drawn, pass }) => {
    resize(0);
    assert.equal(drawn(), []);
    resize(400);
    pass(1);
    assert.equal(drawn(), WHOLE);
    resize(400);
    pass(1);
    assert.equal(drawn(), []);
    resize(300);
    pass(1);
    assert.equal(drawn(), WHOLE);
  }));

for (const [what, at] of [
  ['further down', 801],
  ['further up', -101],
] as const)
  test(`what lies ${what} is drawn when somebody gets there, once`, () =>
    run(
      ({ resize, drawn, pass, see }) => {
        resize(400);
        pass(1);
        assert.equal(drawn(), []);
        see(true);
        pass(1);
        assert.equal(drawn(), WHOLE);
        see(true);
        pass(1);
        assert.equal(drawn(), []);
      },
      { at },
    ));

for (const at of [-100, 800])
  test(`what begins or ends at the edge of the screen, at ${at}, is in sight`, () =>
    run(
      ({ resize, drawn, pass }) => {
        resize(400);
        pass(1);
        assert.equal(drawn(), WHOLE);
      },
      { at },
    ));

test('flaps turn until they land', () =>
  run(({ wall, resize, drawn, pass, see, moving }) => {
    see(true);
    resize(400);
    pass(1);
    drawn();
    wall.show(codes(1, 2));
    pass(50);
    assert.equal([drawn(), moving()], [[], undefined], 'the same is nothing to turn');
    wall.show(codes(1, 3));
    assert.is(moving(), 'true');
    pass(40);
    assert.ok(drawn().includes('clear'));
    pass(10_000);
    assert.is(moving(), 'false');
    drawn();
    pass(1000);
    assert.equal(drawn(), []);
  }));

for (const [cols, what] of [
  [3000, 'each of three thousand falls in parts'],
  [3001, 'of more than three thousand only their landing is seen'],
] as const)
  test(`flaps that turn: ${what}`, () =>
    run(
      ({ wall, resize, drawn, pass, see }) => {
        see(true);
        resize(30_000);
        wall.show(new Uint8Array(cols).fill(1), true);
        pass(1000);
        drawn();
        wall.show(new Uint8Array(cols).fill(5));
        pass(20);
        const calls = drawn();
        const cleared = calls.filter((call) => call === 'clear').length;
        assert.ok(cleared >= cols);
        assert.is(calls.length > 2 * cleared, cols === 3000);
      },
      { cols },
    ));

test('without turning, and out of sight, the board is there at once', () =>
  run(({ wall, resize, drawn, pass, see, moving }) => {
    see(true);
    resize(400);
    pass(1);
    drawn();
    wall.show(codes(5, 6), true);
    assert.is(moving(), 'false');
    pass(1);
    assert.equal(drawn(), WHOLE);
    see(false);
    wall.show(codes(7, 8));
    pass(100);
    assert.equal([drawn(), moving()], [[], 'false']);
    see(true);
    pass(1);
    assert.equal(drawn(), WHOLE);
  }));

test('what turns stops when nobody sees it any more', () =>
  run(({ wall, resize, drawn, pass, see, moving }) => {
    see(true);
    resize(400);
    wall.show(codes(30, 40));
    pass(100);
    see(false);
    drawn();
    pass(5000);
    assert.equal([drawn(), moving()], [[], 'false']);
  }));

test('for those who want no motion the cells that change shine through, and are there after 180 ms', () =>
  run(({ wall, resize, drawn, pass, see, moving }) => {
    setMotionSettings({ ...DISPLAY, reduce_motion: true } as DisplaySettings);
    see(true);
    resize(400);
    pass(1);
    drawn();
    wall.show(codes(1, 9));
    pass(16);
    assert.equal([drawn(), moving()], [['0.3'], 'true']);
    pass(150);
    assert.equal([[...new Set(drawn())], moving()], [['0.3'], 'true']);
    pass(30);
    const last = drawn();
    assert.equal([last.slice(-2), moving()], [['clear', '1'], 'false']);
    pass(1000);
    assert.equal(drawn(), []);
    wall.show(codes(9, 9));
    pass(200);
    assert.equal([drawn().slice(-2), moving()], [['clear', '1'], 'false']);
  }));

test('a cover stays until the board is drawn in a task of its own, and goes with it', () => {
  run(
    ({ resize, drawn, pass, hasCover }) => {
      assert.ok(hasCover());
      resize(400);
      assert.equal([drawn(), hasCover()], [[], true]);
      pass(1);
      assert.equal([drawn(), hasCover()], [WHOLE, false]);
    },
    { cover: true },
  );
  run(
    ({ wall, hasCover, isOver }) => {
      wall.stop();
      assert.equal([hasCover(), isOver()], [false, true]);
    },
    { cover: true },
  );
});

test('what was to be drawn later is not when the board is left', () =>
  run(
    ({ wall, resize, drawn, pass }) => {
      resize(400);
      wall.stop();
      pass(100);
      assert.equal(drawn(), []);
    },
    { cover: true },
  ));

test.run();
