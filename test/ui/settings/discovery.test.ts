import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_PANEL } from '../../../ui/settings/boards/board-form.ts';
import { boards } from '../../../ui/strings/settings/boards.ts';
import { Discovery, type Found } from '../../../ui/settings/boards/discovery.tsx';

const test = suite('ui/settings/boards/discovery');

const board = (change: object) => ({ host: '10.0.0.7', port: 7000, name: null, ...change });
const port = (change: object) => ({ path: '/dev/ttyUSB0', manufacturer: null, driver: null, ...change });
const vestaboard = (change: object) => ({ device_type: 'flagship', way: 'local', ...change });
const wall = (path: string, driver: string) => ({
  device_type: 'panel',
  panel: { ...PLAIN_PANEL, driver, connection: { path } },
});

const FOUND: readonly (readonly [what: string, found: object, button: string, form: object])[] = [
  ['a Vestaboard', { boards: [board({})] }, 'Use Vestaboard 10.0.0.7', vestaboard({ host: '10.0.0.7' })],
  [
    'a Vestaboard of another port that has a name',
    { boards: [board({ port: 7001, name: 'Hall' })] },
    'Use Hall 10.0.0.7:7001',
    vestaboard({ host: '10.0.0.7:7001', name: 'Hall' }),
  ],
  ['an adapter', { serial_ports: [port({})] }, 'Use Serial port /dev/ttyUSB0', wall('/dev/ttyUSB0', 'mbus')],
  [
    'a controller that says what it is',
    { serial_ports: [port({ path: '/dev/ttyACM0', manufacturer: 'Arduino', driver: 'splitflap' })] },
    'Use Arduino /dev/ttyACM0',
    wall('/dev/ttyACM0', 'splitflap'),
  ],
];
for (const [what, found, button, form] of FOUND)
  test(`${what} that was found is the beginning of a form`, () => {
    const used: Found[] = [];
    return drawView(
      h(Discovery, { onUse: (one) => used.push(one) }),
      () => ({ boards: [], serial_ports: [], ...found }),
      async ({ press, asked }) => {
        await press('Find on the network');
        assert.is(asked.length, 1);
        await press(button);
        assert.equal(used, [form]);
      },
    );
  });

test('that nothing was found is said, and can be looked for again', () =>
  drawView(
    h(Discovery, { onUse: () => assert.unreachable() }),
    () => ({ boards: [], serial_ports: [] }),
    async (drawn) => {
      await drawn.press('Find on the network');
      assert.is(drawn.find('.report').textContent, boards.foundNone);
      assert.equal(drawn.all('.found'), []);
      await drawn.press('Find on the network');
      assert.is(drawn.asked.length, 2);
    },
  ));

test.run();
