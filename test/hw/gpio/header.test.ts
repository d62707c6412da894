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

test.run();
