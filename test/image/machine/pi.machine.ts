import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeState, type SlotState } from '../../../image/helper/state.ts';
import { flash, local, Machine, putFiles, say, WORK } from './machine.ts';

const test = suite('the card in a simulated Pi 3B');
// The emulator takes cards of a power of two only, and resets at once when its watchdog is armed.
const card = flash('pi', { 'debug.env': 'serial_shell=1\nno_watchdog=1\n' });
// A DS1338 is a DS1307 that works at 3.3 V; the emulator lets it tell the time of this computer.
const machine = Machine.pi('pi', card, ['-device', 'ds1338,bus=i2c-bus.1,address=0x68']);

test.after(() => machine.powerCut());
test.after.each(() => machine.powerCut());

const noise = Buffer.alloc(0x2000, 0x5a);
const stored = (state: SlotState): Buffer => encodeState(state);

const start = async (expected: RegExp): Promise<void> => {
  await machine.powerOn();
  // The simulated card is read slowly, and a busy machine waits long for it.
  await machine.sees(expected, 300_000);
};

const readBack = (copy: 0 | 1): string => {
  const file = `${WORK}/read-back.env`;
  local('mcopy', '-n', '-o', '-i', `${card}@@1M`, `::/state${copy}.env`, file);
  return local('sh', '-c', `tail -c +5 ${file} | tr '\\0' ' ' | cut -c1-40 | sed 's/ *$//' | head -n 1`).trim();
};

const CASES: readonly { name: string; copies: readonly [Buffer, Buffer]; expected: RegExp; after?: string }[] = [
  {
    name: 'a fresh card starts A',
    copies: [stored({ current: 'A', tries: 0, good: 'A' }), stored({ current: 'A', tries: 0, good: 'A' })],
    expected: /SLOT A try 0 good A/,
  },
  {
    name: 'B on its first try',
    copies: [stored({ current: 'B', tries: 3, good: 'A' }), stored({ current: 'B', tries: 3, good: 'A' })],
    expected: /SLOT B try 2 good A/,
    after: 'cur=B good=A try=2',
  },
  {
    name: 'B on its last try',
    copies: [stored({ current: 'B', tries: 1, good: 'A' }), stored({ current: 'B', tries: 1, good: 'A' })],
    expected: /SLOT B try 0 good A/,
    after: 'cur=B good=A try=0',
  },
  {
    name: 'B without a try left goes back',
    copies: [stored({ current: 'B', tries: 0, good: 'A' }), stored({ current: 'B', tries: 0, good: 'A' })],
    expected: /ROLLBACK[\s\S]*?SLOT A try 0 good A/,
    after: 'cur=A good=A try=0',
  },
  {
    name: 'a damaged first copy: the second counts',
    copies: [noise, stored({ current: 'B', tries: 3, good: 'A' })],
    expected: /STATE0-BAD[\s\S]*STATE1[\s\S]*?SLOT B try 2 good A/,
    after: 'cur=B good=A try=2',
  },
  {
    name: 'a damaged second copy does not matter',
    copies: [stored({ current: 'A', tries: 0, good: 'A' }), noise],
    expected: /SLOT A try 0 good A/,
  },
  {
    name: 'a copy that was cut off while it was written: the older one counts',
    copies: [
      Buffer.concat([stored({ current: 'B', tries: 3, good: 'A' }).subarray(0, 20), noise.subarray(20)]),
      stored({ current: 'A', tries: 0, good: 'A' }),
    ],
    expected: /STATE0-BAD[\s\S]*STATE1[\s\S]*?SLOT A try 0 good A/,
  },
  {
    name: 'both copies damaged: A',
    copies: [noise, noise],
    expected: /STATE0-BAD[\s\S]*STATE1-BAD[\s\S]*?SLOT A try 0 good A/,
  },
  {
    name: 'a good slot that cannot be loaded: the other one starts',
    copies: [stored({ current: 'B', tries: 0, good: 'B' }), stored({ current: 'B', tries: 0, good: 'B' })],
    expected: /SLOT B try 0 good B[\s\S]*SLOT B DOES NOT START[\s\S]*START A/,
  },
];

for (const { name, copies, expected, after } of CASES) {
  test(name, async () => {
    putFiles(card, { 'state0.env': copies[0], 'state1.env': copies[1] });
    await start(expected);
    if (after === undefined) return;
    // The state is on the card before the kernel is loaded.
    assert.equal([readBack(0), readBack(1)], [after, after]);
  });
}

test('from U-Boot on the card to the running service', async () => {
  const state = stored({ current: 'A', tries: 0, good: 'A' });
  putFiles(card, {
    'state0.env': state,
    'state1.env': state,
    'pins.env': 'spi=1\n',
    'flapbox.txt': 'clock_chip=ds1307\n',
  });
  const begun = performance.now();
  await start(/START A/);
  await machine.sees(/initrd: slot A at [\d.]+ s/, 300_000);
  const port = 'systemctl is-active flapbox';
  await machine.output(`for i in $(seq 60); do [ "$(${port})" = active ] && break; sleep 3; done; ${port}`, 400_000);
  say('power to service', (performance.now() - begun) / 1000, 's');
  assert.match(await machine.output('cat /sys/class/gpio/gpiochip*/label'), /pinctrl-bcm2835/);
  assert.match(await machine.output('ls /dev'), /i2c-1/);
  assert.is(await machine.output('findmnt -n -o SOURCE /data'), '/dev/mmcblk0p7');
  // SPI was asked for: both devices are there for the service, and the pins have a user.
  assert.is(
    await machine.output("stat -c '%n %U:%G %a' /dev/spidev*"),
    '/dev/spidev0.0 root:spi 660\n/dev/spidev0.1 root:spi 660',
  );
  assert.match(await machine.output('gpioinfo -c gpiochip0 8'), /spi0 CS0/);
  // There is no network: the time can only come from the chip.
  assert.is(await machine.output('cat /sys/class/rtc/rtc0/device/name /sys/class/rtc/rtc0/hctosys'), 'ds1307\n1');
  const off = Number(await machine.output('date +%s')) - Date.now() / 1000;
  assert.ok(Math.abs(off) < 600, `${off} s off`);
  // Set by hand, a day ahead and back again: the clock and the chip follow both times.
  for (const ahead of [86_400, 0]) {
    const wanted = Math.floor(Date.now() / 1000) + ahead;
    await machine.output(
      `echo ${wanted} > /run/flapbox/set-clock; systemctl start flapbox-set-clock.service; echo done`,
    );
    for (const read of ['date +%s', 'cat /sys/class/rtc/rtc0/since_epoch']) {
      const late = Number(await machine.output(read)) - wanted;
      assert.ok(late > -5 && late < 600, `${read}: ${late} s after what was set`);
    }
  }
});

test.run();
