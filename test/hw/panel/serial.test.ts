import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSerial } from '../../../hw/panel/serial-line.ts';
import { describePort, listSerialPorts } from '../../../hw/panel/serial-ports.ts';

const test = suite('serial ports');

const EVENTS = { onData: () => undefined, onClose: () => undefined };

const complaint = (path: string): Promise<string> =>
  openSerial({ path, baudRate: 9600 }, EVENTS).then(
    () => 'opened',
    (error: Error) => error.message,
  );

for (const [path, sentence] of [
  ['/dev/flapbox-is-not-there', /^The serial port flapbox-is-not-there is not there: is the cable plugged in\?$/],
  ['/dev/null', /^The serial port null is not a serial port|cannot be opened/],
] as const) {
  test(`opening ${path} ends in a sentence without the path`, async () => {
    const text = await complaint(path);
    assert.match(text, sentence);
    assert.not.match(text, /\/dev/);
  });
}

for (const [vendorId, productId, driver] of [
  ['10c4', 'ea60', 'chainlink'],
  ['1a86', '55d4', 'chainlink'],
  ['1A86', '7523', 'mbus'],
  ['0403', '6001', 'mbus'],
  ['dead', 'beef', null],
] as const) {
  test(`an adapter ${vendorId}:${productId} is taken for ${driver ?? 'nothing'}`, () => {
    assert.equal(describePort({ path: '/dev/ttyUSB0', manufacturer: 'M', vendorId, productId, serialNumber: 'S' }), {
      path: '/dev/ttyUSB0',
      manufacturer: 'M',
      vendor_id: vendorId.toLowerCase(),
      product_id: productId,
      serial_number: 'S',
      driver,
    });
  });
}

test('a port that tells nothing of itself', () => {
  assert.equal(describePort({ path: '/dev/ttyS0' }), {
    path: '/dev/ttyS0',
    manufacturer: null,
    vendor_id: null,
    product_id: null,
    serial_number: null,
    driver: null,
  });
});

test('known adapters come first', async () => {
  const found = await listSerialPorts(() =>
    Promise.resolve([
      { path: '/dev/ttyS1' },
      { path: '/dev/ttyUSB0', vendorId: '10c4', productId: 'ea60' },
      { path: '/dev/ttyS0' },
    ]),
  );
  assert.equal(
    found.map(({ path }) => path),
    ['/dev/ttyUSB0', '/dev/ttyS0', '/dev/ttyS1'],
  );
});

test('a machine that cannot list its ports has none', async () => {
  assert.equal(await listSerialPorts(() => Promise.reject(new Error('no udev'))), []);
});

test('this machine can be asked', async () => {
  assert.ok(Array.isArray(await listSerialPorts()));
});

test.run();
