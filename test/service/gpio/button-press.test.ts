import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { currentActor } from '../../../src/platform/actor.ts';
import type { ButtonSettings } from '../../../src/schema/boards/gpio.ts';
import type { PauseService } from '../../../src/service/control/pause.ts';
import { ButtonPress } from '../../../src/service/gpio/button-press.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';

const test = suite('service/gpio/button-press');

const PLAIN = { enabled: true, pin: 17, press: 'next', double_press: 'none', long_press: 'none', targets: {} } as const;

/** A button, and what it asks of use cases. */
const rig = (settings: object | undefined = {}) => {
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const log = createQuietLog();
  const calls: string[] = [];
  const state = { allPaused: false, failure: null as Error | null, settings: settings && { ...PLAIN, ...settings } };
  const note =
    (name: string) =>
    async (...given: unknown[]): Promise<void> => {
      calls.push(`${name} ${JSON.stringify(given)} ${currentActor().by}`);
      if (state.failure) throw state.failure;
    };
  const button = new ButtonPress({
    settings: () => state.settings as ButtonSettings | undefined,
    pause: {
      get allPaused() {
        return state.allPaused;
      },
      pauseAll: async () => {
        await note('pauseAll')();
        return ['b1'];
      },
      resumeAll: async (ids?: string[]) => {
        await note('resumeAll')(ids ?? 'all');
        return [];
      },
    } as unknown as PauseService,
    ports: () => ({
      stays: { quiet: note('quiet'), turn: note('turn'), hold: note('hold'), show: note('show') } as never,
      favourites: { send: note('send') },
      queue: { acknowledge: note('acknowledge'), acknowledgeAll: note('acknowledgeAll') },
    }),
    clock,
    log,
    onHold: (isHeld) => void calls.push(isHeld ? 'held' : 'let go'),
    onSetUp: () => void calls.push('set up'),
  });
  /** What was asked since the last call. */
  const asked = (): string[] => calls.splice(0).filter((call) => call !== 'let go');
  const press = async (ms = 0): Promise<void> => {
    button.down();
    button.up();
    await clock.advance(ms);
  };
  return { button, clock, log, state, calls, asked, press };
};

const actions: [settings: object, asked: string[]][] = [
  [{ press: 'next' }, ['turn ["primary",1] button']],
  [{ press: 'next', targets: { press: { board_id: '' } } }, ['turn ["primary",1] button']],
  [{ press: 'previous', targets: { press: { board_id: 'b2' } } }, ['turn ["b2",-1] button']],
  [{ press: 'hold' }, ['hold ["primary",60] button']],
  [{ press: 'hold', targets: { press: { minutes: 5 } } }, ['hold ["primary",5] button']],
  [{ press: 'quiet' }, ['quiet ["all",{"minutes":60}] button']],
  [{ press: 'quiet', targets: { press: { board_id: 'b2', minutes: 5 } } }, ['quiet ["b2",{"minutes":5}] button']],
  [{ press: 'page' }, ['show ["primary",{"page_id":"","minutes":60}] button']],
  [
    { press: 'page', targets: { press: { page_id: 'p', minutes: 5, board_id: 'b2' } } },
    ['show ["b2",{"page_id":"p","minutes":5}] button'],
  ],
  [{ press: 'favourite' }, ['send [""] button']],
  [
    { press: 'favourite', targets: { press: { favourite_id: 'f' }, long_press: { favourite_id: 'g' } } },
    ['send ["f"] button'],
  ],
  [{ press: 'acknowledge' }, ['acknowledge ["primary"] button']],
  [{ press: 'wifi_setup' }, ['set up']],
  [{ press: 'none' }, []],
];
for (const [settings, expected] of actions)
  test(`a press with ${JSON.stringify(settings)}`, async () => {
    const { press, asked } = rig(settings);
    await press();
    assert.equal(asked(), expected);
  });

test('a press that pauses does so when it goes down, and one that resumes when it comes up', async () => {
  const { button, asked, state, clock } = rig({ press: 'pause' });
  button.down();
  await clock.advance(0);
  assert.equal(asked(), ['pauseAll [] rule']);
  button.up();
  await clock.advance(5000);
  assert.equal(asked(), []);
  state.allPaused = true;
  button.down();
  await clock.advance(0);
  assert.equal(asked(), []);
  button.up();
  await clock.advance(0);
  assert.equal(asked(), ['resumeAll ["all"] button']);
});

test('two presses within 400 ms are a double press, where that does something', async () => {
  for (const [ms, expected] of [
    [399, ['turn ["b2",-1] button']],
    [400, ['turn ["primary",1] button', 'turn ["primary",1] button']],
  ] as const) {
    const { press, asked } = rig({ double_press: 'previous', targets: { double_press: { board_id: 'b2' } } });
    await press(ms);
    await press(1000);
    assert.equal(asked(), expected);
  }
  const { press, asked } = rig();
  await press(100);
  await press(100);
  assert.is(asked().length, 2, 'at once where it does nothing');
});

test('a third press begins anew', async () => {
  const { press, asked } = rig({ double_press: 'previous' });
  for (let count = 0; count < 3; count++) await press(100);
  await press(1000);
  assert.equal(asked(), ['turn ["primary",-1] button', 'turn ["primary",-1] button']);
});

test('a press that waits for a second one is forgotten with the button', async () => {
  const { press, asked, button, clock } = rig({ double_press: 'previous' });
  await press();
  button.close();
  await clock.advance(1000);
  assert.equal(asked(), []);
  await press(1000);
  assert.equal(asked(), ['turn ["primary",1] button']);
  button.close();
});

test('a long press does what was chosen, and the finger that comes up nothing more', async () => {
  const { button, asked, calls, clock } = rig({ press: 'pause', long_press: 'hold', double_press: 'previous' });
  button.down();
  button.held();
  button.long();
  button.up();
  await clock.advance(1000);
  assert.equal(
    calls.filter((call) => call === 'held' || call === 'let go'),
    ['held', 'let go', 'let go'],
  );
  assert.equal(asked(), ['pauseAll [] rule', 'held', 'hold ["primary",60] button', 'resumeAll [["b1"]] rule']);
});

test('a long press that does nothing is a press', async () => {
  const { button, asked, clock } = rig();
  button.down();
  button.held();
  button.long();
  button.up();
  await clock.advance(0);
  assert.equal(asked(), ['turn ["primary",1] button']);
});

test('what a button cannot do is told in the log', async () => {
  const { press, log, state, button, clock } = rig();
  state.failure = new Error('no rotation');
  await press();
  assert.match(log.lines.at(-1) ?? '', /The button could not do \\?"next\\?"/);
  state.settings = { ...PLAIN, press: 'pause' } as unknown as typeof state.settings;
  button.down();
  await clock.advance(0);
  assert.match(log.lines.at(-1) ?? '', /The boards could not be paused/);
});

test('what was paused and cannot be resumed is told in the log', async () => {
  const { button, log, state, clock } = rig({ press: 'pause', long_press: 'hold' });
  button.down();
  await clock.advance(0);
  state.failure = new Error('the disk is full');
  button.long();
  await clock.advance(0);
  assert.ok(log.lines.some((line) => line.includes('could not be resumed')));
});

test('a button that was taken out of the settings does nothing', async () => {
  const { press, asked, state, button } = rig();
  state.settings = undefined as never;
  button.held();
  button.long();
  await press(1000);
  assert.equal(asked(), []);
});

test.run();
