import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { GpioWrite } from '../../src/schema/boards/gpio.ts';
import { SettingsService, type SettingsServiceOptions } from '../../src/service/settings.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/settings: buttons');

const rig = () => {
  const checked: unknown[] = [];
  const { store, state } = storeWith();
  const pins = { check: async () => (_before: unknown, after: { gpio: unknown }) => void checked.push(after.gpio) };
  const settings = new SettingsService({ store, pins } as unknown as SettingsServiceOptions);
  return { settings, state, checked };
};
const button = (pin: number, more: object = {}) => ({
  enabled: true,
  pin,
  press: 'pause',
  double_press: 'none',
  long_press: 'none',
  targets: {},
  ...more,
});
const send = (settings: SettingsService, body: object) => settings.setGpio(body as GpioWrite);

for (const [what, body, said] of [
  [
    'the first button and the light',
    { button: { enabled: true, pin: 4 }, led: { enabled: true, pin: 4 } },
    /^400 led\.pin: GPIO4/,
  ],
  [
    'two buttons',
    { button: { enabled: true, pin: 4 }, more_buttons: [button(4)] },
    /^400 more_buttons\[0\]\.pin: GPIO4 is/,
  ],
  [
    'two further ones',
    { more_buttons: [button(5), button(5)] },
    /^400 more_buttons\[1\]\.pin: GPIO5 is taken already\.$/,
  ],
  [
    'a further one and the light',
    { more_buttons: [button(6)], led: { enabled: true, pin: 6 } },
    /^400 more_buttons\[0\]\.pin/,
  ],
  ['two of which one is off', { more_buttons: [button(5), button(5, { enabled: false })] }, /^done$/],
  ['two at pins of their own', { more_buttons: [button(5), button(6)] }, /^done$/],
  [
    'one that shows no page',
    { more_buttons: [button(5, { press: 'page' })] },
    /^400 more_buttons\[0\]\.targets\.press\.page_id: the/,
  ],
  [
    'one that sends no favourite',
    { button: { long_press: 'favourite', targets: { press: { favourite_id: 'f' } } } },
    /^400 button\.targets\.long_press\.favourite_id: the action "favourite" needs one\.$/,
  ],
  [
    'one that sends its favourite',
    { button: { press: 'favourite', targets: { press: { favourite_id: 'f' } } } },
    /^done$/,
  ],
] as const)
  test(`${what}: ${said.source}`, async () => {
    const { settings, state, checked } = rig();
    const before = state().settings.gpio;
    assert.match(await refusalOf(() => send(settings, body)), said);
    const isDone = said.source === '^done$';
    assert.is(state().settings.gpio !== before, isDone);
    assert.is(checked.length, Number(isDone), 'its pins are held against those of boards');
  });

test('what was not sent stays', async () => {
  const { settings } = rig();
  await send(settings, { button: { enabled: true, pin: 4 }, more_buttons: [button(5)] });
  const { button: first, more_buttons, led } = await send(settings, { button: { press: 'next' }, led: null });
  assert.equal([first.pin, first.press, more_buttons.map(({ pin }) => pin), led.enabled], [4, 'next', [5], true]);
  assert.equal((await send(settings, { more_buttons: [] })).more_buttons, []);
});

test('what new boards begin with is a board and a page that are there, or nothing', async () => {
  const { settings, state } = rig();
  const set = (body: object) => settings.setNewBoards(body as Parameters<SettingsService['setNewBoards']>[0]);
  for (const [body, stored] of [
    [
      { board_id: 'primary', page_id: 'p1' },
      { board_id: 'b1', page_id: 'p1' },
    ],
    [
      { board_id: 'b2', page_id: '' },
      { board_id: 'b2', page_id: null },
    ],
    [
      { board_id: '', page_id: null },
      { board_id: null, page_id: null },
    ],
    [{}, { board_id: null, page_id: null }],
  ]) {
    assert.equal(await set(body as object), stored);
    assert.equal([state().settings.new_boards, settings.newBoards()], [stored, stored]);
  }
  for (const body of [{ board_id: 'none' }, { page_id: 'none' }])
    assert.match(await refusalOf(() => set(body)), /^404 /);
});

test.run();
