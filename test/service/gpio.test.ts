import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LightPattern, GpioSettings } from '../../src/schema/boards/gpio.ts';
import type { State } from '../../src/schema/state.ts';
import { GpioService, type ButtonEvents } from '../../src/service/gpio/gpio.ts';
import { PauseService } from '../../src/service/control/pause.ts';
import type { ChangeListener, Store } from '../../src/store/store.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleBoard, sampleState } from '../support/sample-state.ts';

const test = suite('gpio service');

/** A store without a disk: an update is there a moment later, or fails as a full disk does. */
const createMemoryStore = (boards: Record<string, boolean>) => {
  const listeners = new Set<ChangeListener>();
  const store = {
    state: {
      ...sampleState(),
      boards: Object.entries(boards).map(([id, paused]) => ({ ...sampleBoard(id), paused })),
    } as State,
    full: false,
    update: async (change: (state: State) => Partial<State>) => {
      await settle();
      if (store.full) throw new Error('the disk is full');
      const before = store.state;
      const changed = change(before);
      store.state = { ...before, ...changed };
      for (const listener of listeners) listener(store.state, before, new Set(Object.keys(changed) as (keyof State)[]));
    },
    onChange: (listener: ChangeListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    damaged: [],
    problem: null,
    close: () => Promise.resolve(),
  };
  return store;
};

const rig = (
  boards: Record<string, boolean> = { b1: false, b2: false },
  pins: { button?: number; led?: number } = {},
) => {
  const store = createMemoryStore(boards);
  const log = createQuietLog();
  const calls: string[] = [];
  const running = new Map(Object.entries(boards));
  const boardOf = (id: string) => ({ setPaused: (paused: boolean) => void running.set(id, paused) });
  const settle = (id: string) =>
    void running.set(
      id,
      store.state.boards.some((board) => board.id === id && board.paused),
    );
  const pause = new PauseService({
    store: store as unknown as Store,
    boards: { get: (id: string) => boardOf(id), settle } as never,
    writer: { hold: () => () => undefined },
    loop: { wakeAll: () => void calls.push('wake') },
  });
  let events: ButtonEvents | undefined;
  const patterns: LightPattern[] = [];
  const clock = createFakeClock('2026-03-02T11:00:00Z');
  const all: ButtonEvents[] = [];
  /** Writes down what is asked of a use case. */
  const asked = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, verb) =>
          async (...given: unknown[]) =>
            void calls.push(`${name}.${String(verb)} ${JSON.stringify(given)}`),
      },
    );
  const gpio = new GpioService({
    store: store as unknown as Store,
    pause,
    log,
    clock,
    ports: () => ({
      stays: asked('stays') as never,
      favourites: asked('favourites') as never,
      queue: asked('messages') as never,
    }),
    hardware: () => ({
      makeButton: (given) => {
        events ??= given;
        all.push(given);
        return {
          open: (pin, takenBy) => void calls.push(`button ${pin}${takenBy === null ? '' : ` of ${takenBy}`}`),
          close: () => void calls.push('button closed'),
          status: { source: 'key_events', device: 'flapbox-button', pressed: false, reason: null },
        };
      },
      light: {
        open: (pin, takenBy) => void calls.push(`light ${pin}${takenBy === null ? '' : ` of ${takenBy}`}`),
        show: (pattern) => void (patterns.at(-1) === pattern || patterns.push(pattern)),
        close: () => void calls.push('light closed'),
        status: { source: 'led', device: 'flapbox', reason: null },
      },
    }),
    pins,
  });
  gpio.start();
  if (!events) throw new Error('no button was made');
  const set = (change: (settings: GpioSettings) => GpioSettings) =>
    store.update((state) => ({ settings: { ...state.settings, gpio: change(state.settings.gpio) } }));
  const stored = () => store.state.boards.map(({ paused }) => paused);
  return { store, log, pause, gpio, calls, running, patterns, button: events, all, clock, set, stored };
};

type Rig = ReturnType<typeof rig>;

const steps: Record<string, (rig: Rig) => void> = {
  down: ({ button }) => button.down(),
  held: ({ button }) => button.held(),
  long: ({ button }) => button.long(),
  up: ({ button }) => button.up(),
};

const run = async (made: Rig, words: string) => {
  for (const word of words.split(' ')) {
    steps[word]?.(made);
    await settle();
  }
};

const none = (settings: GpioSettings): GpioSettings => ({
  ...settings,
  button: { ...settings.button, long_press: 'none' },
});
const deaf = (settings: GpioSettings): GpioSettings => ({ ...settings, button: { ...settings.button, press: 'none' } });

/** Boards before, what the finger does, boards after, and how often set-up was asked for. */
const CASES: readonly [
  string,
  Record<string, boolean>,
  string,
  boolean[],
  number,
  ((settings: GpioSettings) => GpioSettings)?,
][] = [
  ['going down pauses every board', { b1: false, b2: false }, 'down', [true, true], 0],
  ['letting go leaves them paused', { b1: false, b2: false }, 'down up', [true, true], 0],
  ['one board that runs is enough to pause all', { b1: true, b2: false }, 'down up', [true, true], 0],
  ['all are paused: going down changes nothing yet', { b1: true, b2: true }, 'down', [true, true], 0],
  ['all are paused: letting go resumes them', { b1: true, b2: true }, 'down up', [false, false], 0],
  ['two presses', { b1: false, b2: false }, 'down up down up', [false, false], 0],
  ['three presses', { b1: false, b2: false }, 'down up down up down up', [true, true], 0],
  ['a hold that is let go in time is a press', { b1: false, b2: false }, 'down held up', [true, true], 0],
  [
    'a hold of paused boards that is let go in time is a press',
    { b1: true, b2: true },
    'down held up',
    [false, false],
    0,
  ],
  ['a long press takes its pause back', { b1: false, b2: false }, 'down held long up', [false, false], 1],
  [
    'a long press takes back what it did, and nothing else',
    { b1: true, b2: false },
    'down held long up',
    [true, false],
    1,
  ],
  ['a long press of paused boards leaves them paused', { b1: true, b2: true }, 'down held long up', [true, true], 1],
  ['a press after a long press counts', { b1: false, b2: false }, 'down held long up down up', [true, true], 1],
  ['without set-up a long press is a press', { b1: false, b2: false }, 'down held long up', [true, true], 0, none],
  ['without set-up a long press resumes too', { b1: true, b2: true }, 'down held long up', [false, false], 0, none],
  ['without pause a press is nothing', { b1: false, b2: true }, 'down up', [false, true], 0, deaf],
  ['without pause a long press is still one', { b1: false, b2: true }, 'down held long up', [false, true], 1, deaf],
];

for (const [name, boards, words, after, wanted, change] of CASES) {
  test(name, async () => {
    const made = rig(boards);
    if (change) await made.set(change);
    let asked = 0;
    made.gpio.onLongPress(() => asked++);
    await run(made, words);
    assert.equal(made.stored(), after);
    assert.equal([...made.running.values()], after, 'the running boards do as is stored');
    assert.is(asked, wanted);
  });
}

test('boards stop before the pause is on the disk', () => {
  const made = rig();
  made.button.down();
  assert.equal([...made.running.values()], [true, true]);
  assert.equal(made.stored(), [false, false]);
});

test('a pause that cannot be stored is no pause, and is logged', async () => {
  const made = rig();
  made.store.full = true;
  await run(made, 'down up');
  assert.equal([...made.running.values()], [false, false]);
  assert.equal(made.stored(), [false, false]);
  assert.ok(made.log.lines.some((line) => line.includes('could not be paused')));
});

test('a long press after a pause that failed does no harm', async () => {
  const made = rig();
  made.store.full = true;
  await run(made, 'down held long up');
  made.store.full = false;
  await run(made, 'down up');
  assert.equal(made.stored(), [true, true]);
});

test('boards that are resumed are written their programme', async () => {
  const made = rig({ b1: true });
  await run(made, 'down up');
  assert.ok(made.calls.includes('wake'));
});

test('pausing all answers which boards were not paused, resuming which were', async () => {
  const made = rig({ b1: true, b2: false, b3: false });
  assert.is(made.pause.allPaused, false);
  assert.equal(await made.pause.pauseAll(), ['b2', 'b3']);
  assert.is(made.pause.allPaused, true);
  assert.equal(await made.pause.pauseAll(), []);
  assert.equal(await made.pause.resumeAll(['b3', 'gone']), ['b3']);
  assert.equal(made.stored(), [true, true, false]);
  assert.equal(await made.pause.resumeAll(), ['b1', 'b2']);
});

test('the light is on while every board is paused', async () => {
  const made = rig({ b1: true, b2: false });
  await run(made, 'down up down up');
  assert.equal(made.patterns, ['off', 'on', 'off']);
});

test('the light is on from the start when everything is paused', () => {
  assert.equal(rig({ b1: true }).patterns, ['on']);
});

test('the light is fast while the button is held, and slow while set-up runs', async () => {
  const made = rig();
  made.gpio.onLongPress(() => made.gpio.showSetUp(true));
  await run(made, 'down held long up');
  assert.equal(made.patterns, ['off', 'on', 'fast_blink', 'on', 'slow_blink']);
  made.gpio.showSetUp(false);
  assert.is(made.patterns.at(-1), 'off');
});

test('without set-up the light does not blink at a hold', async () => {
  const made = rig();
  await made.set(none);
  await run(made, 'down held long up');
  assert.equal(made.patterns, ['off', 'on']);
});

test('the start opens what is enabled', () => {
  assert.equal(rig().calls, ['button closed', 'button 17', 'light closed', 'light 27']);
});

for (const [name, pins, opened] of [
  ['the light', { led: 17 }, ['button 17 of the light', 'light 17']],
  ['the button', { button: 27 }, ['button 27', 'light 27 of the button']],
  ['both, which leaves it to the button', { button: 5, led: 5 }, ['button 5', 'light 5 of the button']],
  ['both with pins of their own', { button: 27, led: 17 }, ['button 27', 'light 17']],
] as const)
  test(`a pin for which the machine was prepared has one user: ${name}`, () =>
    assert.equal(
      rig({ b1: false }, pins).calls.filter((call) => !call.endsWith('closed')),
      opened,
    ));

test('who had no pin of its own is opened anew as soon as it has one', async () => {
  const made = rig({ b1: false }, { button: 27 });
  made.calls.length = 0;
  await made.set((settings) => ({ ...settings, button: { ...settings.button, enabled: false } }));
  assert.equal(made.calls, ['button closed', 'light closed', 'light 27']);
});

test('pins that were chosen outside the settings go before them', async () => {
  const made = rig({ b1: false }, { button: 5 });
  assert.ok(made.calls.includes('button 5') && made.calls.includes('light 27'));
  assert.is(made.gpio.status().button.pin, 5);
  made.calls.length = 0;
  await made.set((settings) => ({ ...settings, button: { ...settings.button, pin: 22 } }));
  assert.equal(made.calls, []);
});

test('another pin applies at once, and only to what it belongs to', async () => {
  const made = rig();
  made.calls.length = 0;
  await made.set((settings) => ({ ...settings, led: { ...settings.led, pin: 5 } }));
  assert.equal(made.calls, ['light closed', 'light 5']);
});

test('other settings reopen nothing', async () => {
  const made = rig();
  made.calls.length = 0;
  await made.set(none);
  await made.store.update(({ settings }) => ({ settings: { ...settings, wizard: 'completed' } }));
  assert.equal(made.calls, []);
});

test('what is switched off is let go, and says so', async () => {
  const made = rig();
  made.calls.length = 0;
  await made.set((settings) => ({
    button: { ...settings.button, enabled: false },
    led: { ...settings.led, enabled: false },
  }));
  assert.equal(made.calls, ['button closed', 'light closed']);
  const { button, led } = made.gpio.status();
  assert.equal(button, {
    enabled: false,
    pin: 17,
    source: 'none',
    device: null,
    pressed: null,
    reason: 'It is switched off in the settings.',
  });
  assert.equal(led, {
    enabled: false,
    pin: 27,
    pattern: 'off',
    source: 'none',
    device: null,
    reason: 'It is switched off in the settings.',
  });
});

test('the status tells what is reached and how', () => {
  assert.equal(rig().gpio.status(), {
    button: { enabled: true, pin: 17, source: 'key_events', device: 'flapbox-button', pressed: false, reason: null },
    more_buttons: [],
    led: { enabled: true, pin: 27, pattern: 'off', source: 'led', device: 'flapbox', reason: null },
  });
});

test('after a stop nothing is opened any more', async () => {
  const made = rig();
  made.gpio.stop();
  made.calls.length = 0;
  await made.set((settings) => ({ ...settings, button: { ...settings.button, pin: 5 } }));
  assert.equal(made.calls, []);
});

test('a listener that left is not called', async () => {
  const made = rig();
  let asked = 0;
  made.gpio.onLongPress(() => asked++)();
  await run(made, 'down held long up');
  assert.is(asked, 0);
});

test('a double press does what was chosen for it, and takes back the pause of the first', async () => {
  const { button, calls, clock, stored, set } = rig();
  await set((gpio) => ({
    ...gpio,
    button: { ...gpio.button, double_press: 'quiet', targets: { double_press: { minutes: 30 } } },
  }));
  for (let press = 0; press < 2; press++) {
    button.down();
    button.up();
    await clock.advance(100);
  }
  await clock.advance(1000);
  assert.equal(stored(), [false, false]);
  assert.equal(
    calls.filter((call) => call.startsWith('stays')),
    ['stays.quiet ["all",{"minutes":30}]'],
  );
  button.down();
  button.up();
  await clock.advance(1000);
  assert.equal(stored(), [true, true]);
});

test('each action asks its use case, with what the button says it is about', async () => {
  const cases = [
    ['next', {}, 'stays.turn ["primary",1]'],
    ['previous', { board_id: 'b2' }, 'stays.turn ["b2",-1]'],
    ['hold', { minutes: 5 }, 'stays.hold ["primary",5]'],
    ['page', { page_id: 'p' }, 'stays.show ["primary",{"page_id":"p","minutes":60}]'],
    ['favourite', { favourite_id: 'f' }, 'favourites.send ["f"]'],
    ['acknowledge', { board_id: 'b2' }, 'messages.acknowledge ["b2"]'],
  ] as const;
  for (const [action, target, asked] of cases) {
    const { button, calls, clock, set } = rig();
    await set((gpio) => ({ ...gpio, button: { ...gpio.button, press: action, targets: { press: target } } }));
    button.down();
    button.up();
    await clock.advance(0);
    assert.ok(calls.includes(asked), `${action}: ${calls.join(' ')}`);
  }
});

test('a second button has a pin and actions of its own', async () => {
  const { all, calls, clock, gpio, set } = rig();
  const second = {
    enabled: true,
    pin: 5,
    press: 'next',
    double_press: 'none',
    long_press: 'none',
    targets: {},
  } as const;
  await set((before) => ({ ...before, more_buttons: [second] }));
  assert.ok(calls.includes('button 5'));
  all[1]?.down();
  all[1]?.up();
  await clock.advance(0);
  assert.ok(calls.includes('stays.turn ["primary",1]'));
  assert.is(gpio.status().more_buttons[0]?.pin, 5);
});

test('a pause that is taken back within three seconds was a flick: what waits to be read was read', async () => {
  const flicks = async (betweenMs: number): Promise<string[]> => {
    const made = rig();
    await run(made, 'down up');
    await made.clock.advance(betweenMs);
    await run(made, 'down up');
    assert.equal(made.stored(), [false, false]);
    return made.calls.filter((call) => call.startsWith('messages.'));
  };
  assert.equal(await flicks(3000), ['messages.acknowledgeAll []']);
  assert.equal(await flicks(3001), []);
});

test.run();
