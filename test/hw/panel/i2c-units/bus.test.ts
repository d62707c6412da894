import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { i2cOpener, listI2cBuses, type I2cLibrary } from '../../../../hw/panel/i2c-units/bus.ts';
import { failureOf } from '../../rig.ts';

/** The buses of a machine, of which a folder stands for the devices and a list of calls for the package. */
const test = suite('i2c buses');

const withDevices = async (names: readonly string[], run: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'flapbox-i2c-'));
  try {
    for (const name of names) await writeFile(join(folder, name), '');
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The package; a read answers fewer bytes than were asked for. */
const listed = (calls: unknown[][]): I2cLibrary => ({
  openPromisified: (number) => {
    calls.push(['open', number]);
    return Promise.resolve({
      i2cWrite: (address, length, buffer) => Promise.resolve(calls.push(['write', address, length, [...buffer]])),
      i2cRead: (address, length, buffer) => {
        calls.push(['read', address, length]);
        buffer.set([7, 8]);
        return Promise.resolve({ bytesRead: 2, buffer });
      },
      writeQuick: (address, bit) => Promise.resolve(void calls.push(['quick', address, bit])),
      close: () => Promise.resolve(void calls.push(['close'])),
    });
  },
});

test('the buses of a machine are listed by their numbers', () =>
  withDevices(['i2c-10', 'i2c-2', 'i2c-x', 'spidev0.0'], async (folder) => {
    assert.equal(await listI2cBuses(folder), [2, 10]);
    assert.equal(await listI2cBuses(join(folder, 'nothing')), []);
  }));

test('what a driver asks of a bus is handed over as it is', () =>
  withDevices(['i2c-3'], async (folder) => {
    const calls: unknown[][] = [];
    const bus = await i2cOpener(() => listed(calls), folder)(3);
    await bus.write(5, Uint8Array.of(1, 2));
    assert.equal([...(await bus.read(6, 4))], [7, 8], 'what was not read is left out');
    await bus.quick(0);
    await bus.close();
    assert.equal(calls, [['open', 3], ['write', 5, 2, [1, 2]], ['read', 6, 4], ['quick', 0, 0], ['close']]);
  }));

test('a bus that is not there, and one that may not be used, are told before they are opened', () =>
  withDevices(['i2c-3'], async (folder) => {
    const calls: unknown[][] = [];
    const open = (place: string) => failureOf(i2cOpener(() => listed(calls), place)(4));
    assert.is(await open(folder), "The I2C bus 4 is not there: switch it on for the header's pins.");
    // A file in the place of the folder is refused with another error than "not there".
    assert.is(await open(join(folder, 'i2c-3')), 'The I2C bus 4 cannot be used: the service needs the group "i2c".');
    assert.equal(calls, []);
  }));

test.run();
