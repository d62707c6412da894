import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readClockChip } from '../../src/platform/clock-chip.ts';

interface Fake {
  root: string;
  write: (path: string, text: string) => void;
  read: (path: string) => string | null;
}
const test = suite<Fake>('clock chip of the machine');

test.before.each((context) => {
  const root = mkdtempSync(join(tmpdir(), 'flapbox-'));
  Object.assign(context, {
    root,
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
  });
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('it is told by its name', ({ root, write }) => {
  write('sys/class/rtc/rtc0/name', 'rtc-ds1307 1-0068\n');
  write('sys/class/rtc/rtc0/since_epoch', '1767225600\n');
  assert.is(readClockChip(root), 'DS1307', 'by its driver, where it has no name of its own');
  write('sys/class/rtc/rtc0/device/name', 'ds3231\n');
  assert.is(readClockChip(root), 'DS3231');
});

test('where there is none, and where it has lost the time, there is nothing to tell', ({ root, write }) => {
  assert.is(readClockChip(root), null);
  write('sys/class/rtc/rtc0/device/name', 'ds3231\n');
  assert.is(readClockChip(root), null, 'the kernel tells no time of it');
  write('sys/class/rtc/rtc1/device/name', 'pcf8523\n');
  write('sys/class/rtc/rtc1/since_epoch', '1767225600\n');
  assert.is(readClockChip(root), 'PCF8523', 'another one tells it');
});

const BIND = 'image/root/usr/lib/flapbox/bind-clock';
const BUSES = 'sys/bus/i2c/devices';
const addBus = ({ root, write }: Fake, number: number, address: string): void => {
  write(`${BUSES}/i2c-${number}/new_device`, '');
  symlinkSync(join(root, `i2c@${address}`), join(root, BUSES, `i2c-${number}`, 'of_node'));
};
const bind = ({ root }: Fake, chip: string): number | null => spawnSync('sh', [BIND, chip, root]).status;

test('the card tells the kernel of it on the wires of the header alone', (fake) => {
  addBus(fake, 0, '7e205000');
  addBus(fake, 1, '7e804000');
  mkdirSync(join(fake.root, BUSES, 'i2c-1/1-0068/rtc/rtc0'), { recursive: true });
  assert.is(bind(fake, 'ds3231'), 0);
  assert.is(fake.read(`${BUSES}/i2c-1/new_device`), 'ds3231 0x68\n');
  assert.is(fake.read(`${BUSES}/i2c-0/new_device`), '');
});

test('an address at which nothing answers is given back', (fake) => {
  assert.is(bind(fake, 'ds3231'), 1, 'no bus at all');
  addBus(fake, 1, '7e804000');
  assert.is(bind(fake, 'pcf8523'), 1);
  assert.is(fake.read(`${BUSES}/i2c-1/delete_device`), '0x68\n');
});

test.run();
