import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Button } from '../../../hw/gpio/button.ts';
import { REREAD_MS } from '../../../hw/gpio/pin-source.ts';
import { SEEK_FIRST_MS, SEEK_LAST_MS } from '../../../hw/gpio/seek.ts';
import { gpioPaths } from '../../../hw/gpio/source.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { until } from '../../support/until.ts';
import { createFakePins, createFakeRoot, type FakeRoot } from './rig.ts';

interface Context {
  root: FakeRoot;
  buttons: Button[];
}

const test = suite<Context>('button');

test.before.each((context) => {
  context.root = createFakeRoot();
  context.buttons = [];
});

test.after.each(({ root, buttons }) => {
  for (const button of buttons) button.close();
  root.remove();
});

const make = ({ root, buttons }: Context, clock: Clock, chipLabel?: string) => {
  const heard: string[] = [];
  const fakes = createFakePins();
  const note = (word: string) => () => void heard.push(word);
  const button = new Button(
    { clock, log: createQuietLog(), paths: gpioPaths(root.root), openPin: fakes.openPin, chipLabel },
    { down: note('down'), held: note('held'), long: note('long'), up: note('up') },
  );
  buttons.push(button);
  return { button, heard, fakes };
};

const clockAt = (): FakeClock => createFakeClock('2026-01-01T00:00:00Z');

/** Files are read in real time, whatever the fake clock says. */
const sought = (button: Button) => until(() => button.status.reason !== 'It is being looked for.');

test('a machine without anything has no button, and says why', async (context) => {
  const { button } = make(context, clockAt());
  button.open(17);
  await sought(button);
  assert.equal(button.status, {
    source: 'none',
    device: null,
    pressed: null,
    reason: 'The kernel has no key device for a button at GPIO17. The kernel offers no GPIO pins to programs.',
  });
});

test('a pin that the light has is left alone, until it is free', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { button, fakes } = make(context, clockAt());
  button.open(17, 'the light');
  await sought(button);
  assert.match(button.status.reason ?? '', /GPIO17 is used by the light: the button needs another pin\.$/);
  assert.is(fakes.tries, 0);
  button.open(17);
  await until(() => button.status.source === 'gpio');
});

test('no reason names a place of the machine', async (context) => {
  const { button } = make(context, clockAt());
  button.open(17);
  await sought(button);
  assert.not.match(button.status.reason ?? '', /\//);
});

test('key events come first', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  context.root.addKey('flapbox-button');
  const { button, fakes } = make(context, systemClock);
  button.open(17);
  await sought(button);
  assert.is(button.status.source, 'key_events');
  assert.is(button.status.device, 'flapbox-button');
  assert.is(button.status.reason, null);
  assert.is(fakes.pins.length, 0);
});

test('a key that goes down and up is a press', async (context) => {
  const press = context.root.addKey('button@11');
  const { button, heard } = make(context, systemClock);
  button.open(17);
  await until(() => button.status.pressed === false);
  press(true);
  await until(() => heard.length === 1);
  assert.is(button.status.pressed, true);
  press(false);
  await until(() => heard.length === 2);
  assert.equal(heard, ['down', 'up']);
});

test('a key device that is unplugged is looked for again', async (context) => {
  const press = context.root.addKey('flapbox-button');
  const { button } = make(context, clockAt());
  button.open(17);
  await sought(button);
  await new Promise((resolve) => setTimeout(resolve, 50));
  press(null);
  await until(() => button.status.source === 'none');
  assert.match(button.status.reason ?? '', /cannot be read any more/);
});

test('a machine without the program that reads keys goes on without them', async (context) => {
  context.root.addKey('flapbox-button');
  const { button } = make(context, clockAt());
  const { PATH } = process.env;
  process.env['PATH'] = context.root.root;
  try {
    button.open(17);
    await until(() => button.status.reason === 'The key device "flapbox-button" cannot be read any more.');
  } finally {
    process.env['PATH'] = PATH;
  }
});

for (const [label, base] of [
  ['pinctrl-bcm2835', 512],
  ['pinctrl-bcm2711', 0],
  ['pinctrl-rp1', 571],
] as const) {
  test(`a pin is found by the label ${label}`, async (context) => {
    context.root.addChip('gpiochip504', 'raspberrypi-exp-gpio', 504);
    context.root.addChip(`gpiochip${base}`, label, base);
    const { button, fakes } = make(context, clockAt());
    button.open(17);
    await sought(button);
    assert.equal(
      fakes.pins.map(({ number, direction }) => [number, direction]),
      [[base + 17, 'in']],
    );
    assert.is(button.status.source, 'gpio');
    assert.is(button.status.device, `GPIO17 of ${label}`);
  });
}

test('another computer names its chip', async (context) => {
  context.root.addChip('gpiochip600', 'gpio-sim.0-node0', 600);
  const { button, fakes } = make(context, clockAt(), 'gpio-sim.0-node0');
  button.open(3);
  await sought(button);
  assert.is(fakes.pins[0]?.number, 603);
});

const onPin = async (context: Context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const clock = clockAt();
  const made = make(context, clock);
  made.button.open(17);
  await sought(made.button);
  await clock.advance(100);
  const [pin] = made.fakes.pins;
  if (!pin) throw new Error('no pin was opened');
  return { ...made, clock, pin };
};

test('edges of a pin are presses', async (context) => {
  const { heard, clock, pin } = await onPin(context);
  pin.set(true);
  await clock.advance(100);
  pin.set(false);
  await clock.advance(100);
  assert.equal(heard, ['down', 'up']);
});

test('an edge that the kernel dropped is noticed when the level is read again', async (context) => {
  const { heard, clock, pin } = await onPin(context);
  pin.set(true, false);
  await clock.advance(REREAD_MS + 50);
  assert.equal(heard, ['down']);
  pin.set(false, false);
  await clock.advance(REREAD_MS + 50);
  assert.equal(heard, ['down', 'up']);
});

test('a held pin is a long press', async (context) => {
  const { heard, clock, pin } = await onPin(context);
  pin.set(true);
  await clock.advance(10_100);
  assert.equal(heard, ['down', 'held', 'long']);
});

test('a pin that fails is let go and opened again', async (context) => {
  const { button, clock, pin, fakes } = await onPin(context);
  pin.broken = true;
  await clock.advance(REREAD_MS);
  assert.is(pin.closed, true);
  assert.is(button.status.source, 'none');
  assert.match(button.status.reason ?? '', /cannot be read any more/);
  await clock.advance(2000);
  await until(() => button.status.source === 'gpio');
  assert.is(fakes.pins.length, 2);
});

test('closing lets go of the pin and ends all timers', async (context) => {
  const { button, heard, clock, pin } = await onPin(context);
  pin.set(true);
  button.close();
  assert.is(pin.closed, true);
  await clock.advance(SEEK_LAST_MS * 2);
  assert.equal(heard, []);
});

test('another pin is opened instead', async (context) => {
  const { button, pin, fakes } = await onPin(context);
  button.open(22);
  await until(() => fakes.pins.length === 2);
  assert.is(pin.closed, true);
  assert.is(fakes.pins[1]?.number, 534);
});

test('a pin that appears later is found', async (context) => {
  const clock = clockAt();
  const { button } = make(context, clock);
  button.open(17);
  await sought(button);
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  await clock.advance(SEEK_FIRST_MS - 1);
  assert.is(button.status.source, 'none');
  await clock.advance(1);
  await until(() => button.status.source === 'gpio');
});

test('while there is none it is looked for ever more rarely', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const clock = clockAt();
  const { button, fakes } = make(context, clock);
  fakes.refuse = 'The pin is in use by the kernel or another program.';
  button.open(17);
  await sought(button);
  for (const wait of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const before = fakes.tries;
    await clock.advance(wait - 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.is(fakes.tries, before, `not before ${wait} ms`);
    await clock.advance(1);
    await until(() => fakes.tries === before + 1);
  }
});

test('a pin that may not be used is no button, with the reason', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { button, fakes } = make(context, clockAt());
  fakes.refuse = 'The pin is in use by the kernel or another program.';
  button.open(17);
  await sought(button);
  assert.match(button.status.reason ?? '', /in use by the kernel/);
});

test('a pin that cannot be watched is no button', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { button, fakes } = make(context, clockAt());
  fakes.unwatchable = true;
  button.open(17);
  await sought(button);
  assert.match(button.status.reason ?? '', /does not tell when it changes/);
  assert.is(fakes.pins[0]?.closed, true);
});

test('a pin beyond the chip is no button', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { button } = make(context, clockAt());
  button.open(54);
  await sought(button);
  assert.match(button.status.reason ?? '', /has no pin 54/);
});

test('a search that was overtaken leaves nothing open', async (context) => {
  context.root.addChip('gpiochip512', 'pinctrl-bcm2711', 512);
  const { button, fakes } = make(context, clockAt());
  button.open(17);
  button.open(22);
  button.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(fakes.pins.every(({ closed }) => closed));
  assert.is(button.status.source, 'none');
});

test.run();
