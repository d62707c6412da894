import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settle } from '../../support/fake-clock.ts';
import { Awake } from '../../../ui/screen/awake.ts';
import { putGlobals } from '../../support/globals.ts';
import { SmallTimers, createWindow } from '../views/small-dom.ts';

const test = suite('ui/screen/awake');

interface Browser {
  /** Whether it gives wake locks; absent: it has none to give. */
  readonly lock?: 'gives' | 'refuses';
  /** Whether it can make a film of a canvas, and play it; old ones answer nothing. */
  readonly film?: 'plays' | 'refuses' | 'old';
}

interface Rig {
  readonly awake: Awake;
  readonly refused: () => number;
  readonly locks: () => number;
  /** Of each film: its dots so far. */
  readonly films: readonly string[][];
  readonly videos: () => unknown[];
  hide(isHidden: boolean): Promise<void>;
  pass(ms: number): void;
}

const run = async ({ lock, film }: Browser, use: (rig: Rig) => Promise<void>): Promise<void> => {
  const timers = new SmallTimers();
  const { page, globals } = createWindow(0, timers);
  let [locks, refused] = [0, 0];
  const films: string[][] = [];
  const wakeLock = {
    request: () => {
      locks++;
      return lock === 'gives' ? Promise.resolve({}) : Promise.reject(new Error('NotAllowedError'));
    },
  };
  const make = page.createElement.bind(page);
  const play = () => (film === 'refuses' ? Promise.reject(new Error('NotAllowedError')) : undefined);
  Object.assign(page, {
    createElement: (name: string) => {
      const element = make(name);
      if (name === 'video' && film) Object.assign(element, { srcObject: null, play });
      if (name === 'canvas') {
        const dots: string[] = [];
        const pen = { fillStyle: '', fillRect: (...box: number[]) => dots.push(`${pen.fillStyle} ${box.join(' ')}`) };
        Object.assign(element, {
          getContext: () => pen,
          ...(film && { captureStream: (rate: number) => (films.push(dots), `stream of ${rate}`) }),
        });
      }
      return element;
    },
  });
  const put = { ...globals, navigator: lock ? { wakeLock } : {} };
  const restore = putGlobals(put);
  try {
    const awake = new Awake();
    awake.start(() => void refused++);
    await settle();
    await use({
      awake,
      refused: () => refused,
      locks: () => locks,
      films,
      videos: () => page.querySelectorAll('video').map((one) => (one as { srcObject?: unknown }).srcObject),
      hide: (isHidden) => {
        page.hidden = isHidden;
        page.hear({ type: 'visibilitychange' });
        return settle();
      },
      pass: (ms) => {
        const end = timers.now + ms;
        while (timers.step(end));
      },
    });
  } finally {
    restore();
  }
};

test('a lock keeps the screen on; it is asked for whenever the page is seen again, and needs no film', () =>
  run({ lock: 'gives', film: 'plays' }, async ({ awake, refused, locks, films, hide }) => {
    assert.equal([locks(), refused()], [1, 0]);
    await hide(true);
    assert.is(locks(), 1);
    await hide(false);
    assert.equal([locks(), refused()], [2, 0]);
    awake.press();
    assert.equal(films, []);
  }));

for (const browser of [{ film: 'plays' }, { lock: 'refuses', film: 'plays' }] as const)
  test(`without a lock the first key starts a film of a dot: ${JSON.stringify(browser)}`, () =>
    run(browser, async ({ awake, refused, films, videos, pass }) => {
      assert.equal([refused(), videos()], [1, []]);
      awake.press();
      awake.press();
      assert.equal([films.length, videos()], [1, ['stream of 1']]);
      pass(3000);
      assert.equal(films[0], ['#010101 0 0 2 2', '#000000 0 0 2 2', '#010101 0 0 2 2']);
    }));

for (const [what, browser, videos] of [
  ['plays none', { film: 'refuses' }, 1],
  ['answers nothing', { film: 'old' }, 1],
  ['can make none', {}, 0],
] as const)
  test(`a browser that ${what} is left alone`, () =>
    run(browser, async (rig) => {
      rig.awake.press();
      await settle();
      rig.awake.press();
      assert.is(rig.videos().length, videos);
    }));

test.run();
