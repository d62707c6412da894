import { EventEmitter } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSerial, serialOpener, type LineEvents } from '../../../hw/panel/serial-line.ts';
import { describePort, listSerialPorts } from '../../../hw/panel/serial-ports.ts';
import { failureOf } from '../rig.ts';

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

/** A port of the package that does what the test tells it to. */
class FakePort extends EventEmitter {
  static problem: (Error & { code?: string }) | null = null;
  static made: FakePort | null = null;
  readonly settings: object;
  readonly written: string[] = [];
  readonly signals: object[] = [];
  isOpen = false;
  /** How each write ends; null never. */
  answer: ((done: (problem: Error | null) => void) => void) | null = (done) => done(null);

  constructor(settings: object) {
    super();
    this.settings = settings;
    FakePort.made = this;
  }

  open(done: (problem: Error | null) => void): void {
    this.isOpen = FakePort.problem === null;
    done(FakePort.problem);
  }

  write(bytes: Uint8Array, done: (problem: Error | null) => void): void {
    this.written.push(Buffer.from(bytes).toString('latin1'));
    this.answer?.(done);
  }

  set(signals: object, done: (problem: Error | null) => void): void {
    this.signals.push(signals);
    done(new Error('no modem lines'));
  }

  close(done: () => void): void {
    this.isOpen = false;
    done();
  }
}
const open = serialOpener(() => Promise.resolve({ SerialPort: FakePort } as never));

for (const [code, message, sentence] of [
  ['ENOENT', '', 'is not there: is the cable plugged in?'],
  ['', 'Error: No such file or directory, cannot open /dev/ttyX', 'is not there: is the cable plugged in?'],
  ['EACCES', '', 'cannot be opened: the service needs permission for serial ports.'],
  [
    '',
    'Error: Permission denied, cannot open /dev/ttyX',
    'cannot be opened: the service needs permission for serial ports.',
  ],
  ['EBUSY', '', 'is in use by another board or program.'],
  ['', 'Error Resource temporarily unavailable Cannot lock port', 'is in use by another board or program.'],
  ['ENOTTY', '', 'is not a serial port, or its adapter is gone.'],
  ['', 'something else', 'cannot be opened.'],
] as const)
  test(`a port that is refused with ${code || message} is told`, async () => {
    FakePort.problem = Object.assign(new Error(message), code === '' ? {} : { code });
    const problem = await open({ path: '/dev/ttyX', baudRate: 9600 }, EVENTS).then(
      () => 'opened',
      (error: Error) => error.message,
    );
    FakePort.problem = null;
    assert.is(problem, `The serial port ttyX ${sentence}`);
  });

/** An open line to a port, and what it told. */
const lineTo = async () => {
  const heard: string[] = [];
  const gone: string[] = [];
  const events: LineEvents = {
    onData: (bytes) => void heard.push(Buffer.from(bytes).toString('latin1')),
    onClose: (reason) => void gone.push(reason),
  };
  const line = await open({ path: '/dev/ttyX', baudRate: 38_400 }, events);
  const port = FakePort.made;
  assert.ok(port);
  return { line, port, heard, gone };
};
const GONE = 'The serial port ttyX was unplugged.';

test('bytes go both ways over an open port, and modem lines are pulled where there are any', async () => {
  const { line, port, heard } = await lineTo();
  assert.equal(port.settings, { path: '/dev/ttyX', baudRate: 38_400, autoOpen: false });
  await line.write(Buffer.from('hello'));
  await line.setSignals({ dtr: true, rts: false });
  port.emit('data', Buffer.from('back'));
  assert.equal([port.written, port.signals, heard], [['hello'], [{ dtr: true, rts: false }], ['back']]);
});

test('a port that is pulled is told once, ends the writes under way, and takes no more', async () => {
  const { line, port, gone } = await lineTo();
  port.answer = null;
  const waiting = failureOf(line.write(Buffer.from('x')));
  port.emit('error', new Error('gone'));
  port.emit('close');
  assert.is(await waiting, GONE);
  assert.is(await failureOf(line.write(Buffer.from('y'))), GONE);
  assert.equal([gone, port.written], [[GONE], ['x']]);
});

test('a write that fails is told', async () => {
  const { line, port } = await lineTo();
  port.answer = (done) => done(new Error('EIO'));
  assert.is(await failureOf(line.write(Buffer.from('x'))), GONE);
});

test('a port that is closed here tells nothing, and may be closed again', async () => {
  const { line, port, gone } = await lineTo();
  await line.close();
  port.emit('close');
  await line.close();
  assert.equal([port.isOpen, gone], [false, []]);
  assert.is(await failureOf(line.write(Buffer.from('x'))), GONE);
});

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
