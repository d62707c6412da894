import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lightAt } from '../../src/core/brightness.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import type { BrightnessWrite } from '../../src/schema/boards/brightness.ts';
import { BrightnessService } from '../../src/service/brightness.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard } from '../support/sample-state.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/brightness');

const open = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const { store, written, state } = storeWith(() => ({
    boards: [{ ...sampleBoard('lit'), device_type: 'panel' }, sampleBoard('flaps')],
  }));
  const programme = {
    light: ({ id }: StoredBoard, now: number) => {
      const { brightness_by_board, location } = state().settings;
      return lightAt(brightness_by_board[id] ?? { on: true, windows: [], set: null }, null, now, 'UTC', location);
    },
  };
  return { clock, written, state, service: new BrightnessService({ store, programme, clock, zone: () => 'UTC' }) };
};
const write = (more: object): BrightnessWrite => more as BrightnessWrite;
const WINDOWS = [{ start: '22:00', end: '06:00', brightness: 10 }];

test('a board of which nobody decided anything is on', () => {
  const { service } = open();
  assert.equal(service.get('lit'), {
    board_id: 'lit',
    on: true,
    brightness: null,
    set_by_hand: false,
    until: null,
    windows: [],
  });
  assert.equal([service.can('lit'), service.can('flaps')], [true, false]);
});

test('boards without light, and boards that are not there', async () => {
  const { service } = open();
  for (const work of [() => service.get('flaps'), () => service.update('flaps', write({ on: false }))])
    assert.match(await refusalOf(work), /^409 The board "Board flaps" has no light/);
  for (const work of [() => service.get('x'), () => service.can('x'), () => service.update('x', write({}))])
    assert.match(await refusalOf(work), /^404 /);
});

test('without windows a brightness holds until it is taken back', async () => {
  const { service, state } = open();
  const set = await service.update('lit', write({ brightness: 40 }));
  assert.equal([set.brightness, set.set_by_hand, set.until], [40, true, null]);
  assert.equal(state().settings.brightness_by_board['lit']?.set, { brightness: 40, until: null });
  const back = await service.update('lit', write({ brightness: null }));
  assert.equal([back.brightness, back.set_by_hand], [null, false]);
});

test('with windows it holds until one begins or ends', async () => {
  const { service, clock } = open();
  await service.update('lit', write({ windows: WINDOWS }));
  const set = await service.update('lit', write({ brightness: 40 }));
  assert.equal([set.brightness, set.set_by_hand, set.until], [40, true, '2026-03-02T22:00:00.000Z']);
  await clock.advance(12 * 3_600_000);
  const later = service.get('lit');
  assert.equal([later.brightness, later.set_by_hand, later.until], [10, false, '2026-03-03T06:00:00.000Z']);
  assert.equal(later.windows, WINDOWS);
});

test('other windows end what was set by hand', async () => {
  const { service } = open();
  await service.update('lit', write({ brightness: 40 }));
  const { set_by_hand, brightness } = await service.update('lit', write({ windows: WINDOWS }));
  assert.equal([set_by_hand, brightness], [false, 100]);
  const both = await service.update('lit', write({ windows: [], brightness: 30 }));
  assert.equal([both.set_by_hand, both.brightness, both.windows], [true, 30, []]);
});

test('off is off, whatever was set, and on again as it was', async () => {
  const { service } = open();
  await service.update('lit', write({ brightness: 40 }));
  const off = await service.update('lit', write({ on: false }));
  assert.equal([off.on, off.set_by_hand], [false, false]);
  const on = await service.update('lit', write({ on: true }));
  assert.equal([on.on, on.brightness, on.set_by_hand], [true, 40, true]);
});

test('who switches on what is dark by its brightness sees something', async () => {
  const { service } = open();
  const dark = await service.update('lit', write({ brightness: 0 }));
  assert.equal([dark.on, dark.brightness], [false, 0]);
  const on = await service.update('lit', write({ on: true }));
  assert.equal([on.on, on.brightness, on.set_by_hand], [true, 100, true]);
  await service.update('lit', write({ brightness: 0 }));
  const asked = await service.update('lit', write({ on: true, brightness: 0 }));
  assert.equal([asked.on, asked.brightness], [false, 0]);
});

test('a sensor that sends each second wears no card, and windows are safe at once', async () => {
  const { service, written } = open();
  await service.update('lit', write({ brightness: 40 }));
  await service.update('lit', write({ windows: WINDOWS }));
  assert.equal(written, ['often', 'now']);
});

const refusals: [window: object, refusal: RegExp][] = [
  [{ start: '24:00', end: '10:00' }, /^400 windows\[0\]\.start: 24:00/],
  [{ start: '10:00', end: 'sunset+721' }, /^400 windows\[0\]\.end: sunset\+721/],
  [{ start: 'sunset-30', end: 'sunset-30' }, /^400 windows\[0\]: start and end are both sunset-30/],
];
for (const [window, refusal] of refusals)
  test(`the window ${JSON.stringify(window)} cannot be`, async () => {
    const { service, written } = open();
    assert.match(
      await refusalOf(() => service.update('lit', write({ windows: [{ ...window, brightness: 1 }] }))),
      refusal,
    );
    assert.equal(written, []);
  });
test('a window near the sun can', async () => {
  const { service } = open();
  const windows = [{ start: 'sunset-720', end: 'sunrise+720', brightness: 5 }];
  assert.equal((await service.update('lit', write({ windows }))).windows, windows);
});

test.run();
