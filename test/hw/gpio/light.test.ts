import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Light } from '../../../hw/gpio/light.ts';
import { PatternPlayer } from '../../../hw/gpio/pattern.ts';
import { gpioPaths } from '../../../hw/gpio/source.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { until } from '../../support/until.ts';
import { createFakePins, createFakeRoot, type FakeRoot } from './rig.ts';

const test = suite<{ root: FakeRoot }>('light');

test.before.each((context) => {
  context.root = createFakeRoot();
});

test.after.each(({ root }) => root.remove());

const played = async (
  run: (player: PatternPlayer, advance: (ms: number) => Promise<void>) => Promise<void>,
): Promise<string[]> => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const changes: string[] = [];
  const player = new PatternPlayer(clock, (on) => changes.push(`${on ? 'on' : 'off'}@${clock.monotonic()}`));
  await run(player, (ms) => clock.advance(ms));
  return changes;
};

test('a steady light changes once', async () => {
  const changes = await played(async (player, advance) => {
    player.play('on');
    await advance(60_000);
    player.play('off');
    await advance(60_000);
  });
  assert.equal(changes, ['on@0', 'off@60000']);
});

test('a slow blink', async () => {
  assert.equal(await played(async (player, advance) => (player.play('slow_blink'), advance(3500))), [
    'on@0',
    'off@1000',
    'on@2000',
    'off@3000',
  ]);
});

test('a fast blink', async () => {
  assert.equal(await played(async (player, advance) => (player.play('fast_blink'), advance(400))), [
    'on@0',
    'off@120',
    'on@240',
    'off@360',
  ]);
});

test('a double blink: two short lights, and a pause until two seconds are over', async () => {
  assert.equal(await played(async (player, advance) => (player.play('double_blink'), advance(2150))), [
    'on@0',
    'off@120',
    'on@300',
    'off@420',
    'on@2000',
    'off@2120',
  ]);
});

test('the same pattern goes on, another one begins anew', async () => {
  const changes = await played(async (player, advance) => {
    player.play('slow_blink');
    await advance(1500);
    player.play('slow_blink');
    await advance(600);
    player.play('on');
    await advance(5000);
  });
  assert.equal(changes, ['on@0', 'off@1000', 'on@2000', 'on@2100']);
});

test('a stopped pattern changes nothing more', async () => {
  const changes = await played(async (player, advance) => {
    player.play('fast_blink');
    player.stop();
    await advance(5000);
  });
  assert.equal(changes, ['on@0']);
});

const make = (root: FakeRoot) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const fakes = createFakePins();
  const light = new Light({ clock, log: createQuietLog(), paths: gpioPaths(root.root), openPin: fakes.openPin });
  return { clock, fakes, light };
};

const sought = (light: Light) => until(() => light.status.reason !== 'It is being looked for.');

test('the LED of the kernel comes first, and nothing else drives it any more', async ({ root }) => {
  root.addLed('flapbox');
  root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { light, fakes } = make(root);
  light.open(27);
  await sought(light);
  assert.equal(light.status, { source: 'led', device: 'flapbox', reason: null });
  assert.is(root.read('sys/class/leds/flapbox/trigger'), 'none');
  assert.is(root.read('sys/class/leds/flapbox/brightness'), '0');
  assert.is(fakes.pins.length, 0);
  light.show('on');
  assert.is(root.read('sys/class/leds/flapbox/brightness'), '1');
  light.close();
  assert.is(root.read('sys/class/leds/flapbox/brightness'), '0');
});

test('an LED with colour and function in its name is ours too', async ({ root }) => {
  root.addLed('ACT');
  root.addLed('flapbox:green:status');
  const { light } = make(root);
  light.open(27);
  await sought(light);
  assert.is(light.status.device, 'flapbox:green:status');
  light.close();
});

test('the LEDs of the computer itself are left alone', async ({ root }) => {
  root.addLed('ACT');
  root.addLed('flapboxes');
  const { light } = make(root);
  light.open(27);
  await sought(light);
  assert.is(light.status.source, 'none');
  assert.is(root.read('sys/class/leds/ACT/trigger'), 'heartbeat');
});

test('a plain pin is the second way', async ({ root }) => {
  root.addChip('gpiochip571', 'pinctrl-rp1', 571);
  const { light, fakes } = make(root);
  light.show('on');
  light.open(27);
  await sought(light);
  assert.equal(light.status, { source: 'gpio', device: 'GPIO27 of pinctrl-rp1', reason: null });
  assert.is(fakes.pins[0]?.number, 598);
  assert.is(fakes.pins[0]?.direction, 'out');
  assert.is(fakes.pins[0]?.value, true, 'what was asked for before is shown');
  light.close();
  assert.is(fakes.pins[0]?.value, false);
  assert.is(fakes.pins[0]?.closed, true);
});

test('without either there is no light, and showing does no harm', async ({ root }) => {
  const { light } = make(root);
  light.open(27);
  await sought(light);
  light.show('slow_blink');
  assert.equal(light.status, {
    source: 'none',
    device: null,
    reason: 'The kernel has no LED named "flapbox". The kernel offers no GPIO pins to programs.',
  });
  light.close();
});

test('a pin that the button has is not driven, whatever is to be shown; an LED of the kernel is', async ({ root }) => {
  root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { light, fakes } = make(root);
  light.show('on');
  light.open(27, 'the button');
  await sought(light);
  assert.match(light.status.reason ?? '', /GPIO27 is used by the button: the light needs another pin\.$/);
  assert.is(fakes.tries, 0);
  root.addLed('flapbox');
  light.open(27, 'the button');
  await until(() => light.status.source === 'led');
  light.open(27);
  await until(() => light.status.reason === null);
  light.close();
});

test('a light that fails while it blinks is looked for again, and blinks on', async ({ root }) => {
  root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { light, clock, fakes } = make(root);
  light.open(27);
  await sought(light);
  light.show('slow_blink');
  const [pin] = fakes.pins;
  if (!pin) throw new Error('no pin was opened');
  pin.broken = true;
  await clock.advance(1000);
  assert.is(light.status.reason, 'The light cannot be switched any more.');
  await clock.advance(2000);
  await until(() => light.status.source === 'gpio');
  assert.is(fakes.pins[1]?.value, true);
  light.close();
});

test('a light that was closed is driven again when it is opened, as it is to be shown then', async ({ root }) => {
  root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { light, clock, fakes } = make(root);
  light.show('on');
  light.open(27);
  await sought(light);
  light.close();
  assert.is(light.status.source, 'none');
  light.open(22);
  await until(() => light.status.source === 'gpio');
  assert.is(fakes.pins[1]?.value, true);
  light.show('fast_blink');
  light.close();
  light.open(22);
  await until(() => light.status.source === 'gpio');
  const [, , pin] = fakes.pins;
  assert.is(pin?.value, true, 'a pattern begins anew');
  await clock.advance(120);
  assert.is(pin?.value, false);
  light.close();
});

test.run();
