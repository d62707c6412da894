import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseConsumers } from '../../../hw/gpio/consumers.ts';
import { readHeader } from '../../../hw/gpio/header.ts';
import { createFakeRoot } from './rig.ts';

const test = suite('gpio header');

const CHIPS = `gpiochip0 [raspberrypi-exp-gpio] (8 lines)
gpiochip1 [pinctrl-bcm2835] (54 lines)
`;
const LINES = `gpiochip1 - 54 lines:
	line   0:	"ID_SDA"        	input
	line   8:	"SPI_CE0_N"     	output active-low consumer="spi0 CS0"
	line  17:	"GPIO17"        	input active-low bias=pull-up edges=both consumer="flapbox-button"
	line  22:	"GPIO22"        	output consumer="sysfs"
	line  23:	unnamed         	input consumer="hall sensor of a HAT"
	line  27:	"GPIO27"        	output consumer="flapbox"
`;

test('who uses a pin is read from what the kernel tells; pins of programs count as free', () => {
  assert.equal(parseConsumers(LINES), [
    { pin: 8, consumer: 'spi0 CS0' },
    { pin: 17, consumer: 'flapbox-button' },
    { pin: 23, consumer: 'hall sensor of a HAT' },
    { pin: 27, consumer: 'flapbox' },
  ]);
});

test('pins of the header are reserved by the kernel, the bus, and what was prepared for button and light', async () => {
  const machine = createFakeRoot();
  machine.addChip('gpiochip512', 'pinctrl-bcm2835', 512);
  const asked: string[] = [];
  const { reason, pins } = await readHeader(machine.root, undefined, (program, words) => {
    asked.push([program, ...words].join(' '));
    return Promise.resolve(program === 'gpiodetect' ? CHIPS : LINES);
  });
  machine.remove();
  assert.is(reason, null);
  assert.equal(asked, ['gpiodetect', 'gpioinfo -c gpiochip1']);
  assert.equal(
    pins.flatMap(({ pin, reserved }) => (reserved ? [[pin, reserved.by, reserved.user]] : [])),
    [
      [0, 'machine', 'the memory of a HAT'],
      [1, 'machine', 'the memory of a HAT'],
      [8, 'spi', 'SPI bus 0'],
      [17, 'button', 'the pause button'],
      [23, 'machine', 'the kernel ("hall sensor of a HAT")'],
      [27, 'light', 'the light'],
    ],
  );
});

test('without the programs nobody is known, and without a chip nobody is asked', async () => {
  const machine = createFakeRoot();
  machine.addChip('gpiochip512', 'pinctrl-bcm2835', 512);
  const { pins } = await readHeader(machine.root, undefined, () => Promise.reject(new Error('ENOENT')));
  assert.equal(
    pins.filter(({ reserved }) => reserved).map(({ pin }) => pin),
    [0, 1],
  );
  const other = await readHeader(machine.root, 'another', () => Promise.reject(new Error('asked')));
  assert.match(String(other.reason), /no GPIO chip "another"/);
  machine.remove();
});

test('buses and the serial console have their pins', async () => {
  const reservedWith = async (...files: [path: string, text: string][]) => {
    const machine = createFakeRoot();
    for (const [path, text] of files) machine.write(path, text);
    const { pins } = await readHeader(machine.root, undefined);
    machine.remove();
    return pins.flatMap(({ pin, reserved }) => (reserved && pin > 1 ? [`${pin} ${reserved.by} ${reserved.user}`] : []));
  };
  assert.equal(await reservedWith(['dev/i2c-1', '']), ['2 machine I2C bus 1', '3 machine I2C bus 1']);
  assert.equal(await reservedWith(['dev/i2c-2', ''], ['dev/spidev1.0', '']), []);
  assert.equal(
    await reservedWith(['dev/spidev0.1', '']),
    [7, 8, 9, 10, 11].map((pin) => `${pin} spi SPI bus 0`),
  );
  const console = 'sys/class/tty/console/active';
  for (const name of ['tty0 ttyS0', 'ttyAMA10'])
    assert.equal(await reservedWith([console, name]), [
      '14 machine the serial console',
      '15 machine the serial console',
    ]);
  assert.equal(await reservedWith([console, 'tty0']), []);
});

/** Places on the 40-pin header and the GPIO number there; the others are supply and ground. */
const HEADER = [
  [3, 2],
  [5, 3],
  [7, 4],
  [8, 14],
  [10, 15],
  [11, 17],
  [12, 18],
  [13, 27],
  [15, 22],
  [16, 23],
  [18, 24],
  [19, 10],
  [21, 9],
  [22, 25],
  [23, 11],
  [24, 8],
  [26, 7],
  [27, 0],
  [28, 1],
  [29, 5],
  [31, 6],
  [32, 12],
  [33, 13],
  [35, 19],
  [36, 16],
  [37, 26],
  [38, 20],
  [40, 21],
] as const;

test('each pin has its place on the header, its name, and what is to be known of it', async () => {
  const { pins, complete, reason } = await readHeader('/nowhere', undefined);
  assert.equal([complete, (await readHeader('/nowhere', 'other')).complete], [true, false]);
  assert.match(String(reason), /no GPIO pins/);
  assert.is(pins.length, 28);
  assert.equal(
    [...new Set(pins.map(({ position }) => position))].sort((a, b) => a - b),
    [3, 5, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 26, 27, 28, 29, 31, 32, 33, 35, 36, 37, 38, 40],
  );
  const of = (pin: number) => pins.find((one) => one.pin === pin);
  for (const [position, pin] of HEADER) assert.is(of(pin)?.position, position, `GPIO${pin}`);
  assert.equal(
    pins.filter(({ name, pin }) => name !== `GPIO${pin}`).map(({ name }) => name),
    ['ID_SD', 'ID_SC', 'SDA', 'SCL', 'CE1', 'CE0', 'MISO', 'MOSI', 'SCLK', 'TXD', 'RXD'].map(
      (name, at) => `GPIO${[0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15][at]} ${name}`,
    ),
  );
  assert.equal(
    pins.filter(({ movesAtPowerUp }) => movesAtPowerUp).map(({ pin }) => pin),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 14],
  );
  assert.match(of(1)?.note ?? '', /HAT/);
  assert.match(of(3)?.note ?? '', /resistor/);
  assert.match(of(14)?.note ?? '', /first messages/);
  for (const pin of [4, 5, 6, 7, 8]) assert.match(of(pin)?.note ?? '', /pulled up until/, `GPIO${pin}`);
  for (const pin of [0, 1]) assert.match(of(pin)?.note ?? '', /HAT/, `GPIO${pin}`);
  for (const pin of [2, 3]) assert.match(of(pin)?.note ?? '', /resistor/, `GPIO${pin}`);
  assert.equal([of(9)?.note, of(15)?.note], [null, null]);
});

test.run();
