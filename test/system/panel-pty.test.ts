// needs: socat
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { flapOf } from '../../src/core/flaps/flaps.ts';
import { gridFromRows, gridToRows } from '../../src/core/flaps/grid.ts';
import type { Driver } from '../../src/board/driver.ts';
import { Chainlink } from '../../hw/panel/chainlink/chainlink.ts';
import { Mbus } from '../../hw/panel/mbus/mbus.ts';
import { frameOf, never, reasonOf } from '../hw/rig.ts';
import { panelOf, SMALLEST } from '../hw/panel/rig.ts';

const test = suite<{ folder: string }>('panels on pseudo terminals');

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'flapbox-pty-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

interface Emulator {
  readonly path: string;
  /** What it printed so far. */
  readonly output: () => string;
  type(line: string): void;
  stop(): Promise<void>;
}

const until = async (holds: () => boolean, what: string): Promise<void> => {
  for (let turn = 0; turn < 500 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(holds(), what);
};

const emulate = async (name: string, path: string, ...options: string[]): Promise<Emulator> => {
  const child: ChildProcess = spawn(process.execPath, [
    `emulators/${name}.cjs`,
    '--path',
    path,
    '--speed',
    '50',
    ...options,
  ]);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  await until(() => output.includes(' is at '), 'the emulator is ready');
  return {
    path,
    output: () => output,
    type: (line) => child.stdin?.write(`${line}\n`),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
};

const word = (text: string) =>
  gridFromRows([[...text].map((glyph) => flapOf(glyph) ?? 0)], SMALLEST.rows, SMALLEST.cols);

/** Modules turn fast here, so the driver need not wait as long as for real ones. */
const TIMES = { turnMs: 100, homingMs: 200, marginMs: 100 };

const DRIVERS: readonly (readonly [string, readonly string[], (path: string) => Driver])[] = [
  [
    'chainlink',
    [],
    (path) =>
      new Chainlink({ ...SMALLEST, panel: panelOf('chainlink', { connection: { path } }) }, { clock: systemClock }),
  ],
  [
    'chainlink',
    ['--text'],
    (path) =>
      new Chainlink(
        { ...SMALLEST, panel: panelOf('chainlink', { connection: { path, baud_rate: 38_400 } }) },
        { clock: systemClock },
      ),
  ],
  [
    'mbus',
    [],
    (path) =>
      new Mbus({ ...SMALLEST, panel: panelOf('mbus', { connection: { path } }) }, { clock: systemClock, times: TIMES }),
  ],
];
for (const [name, options, make] of DRIVERS) {
  test(`${name} ${options.join(' ')}: a frame, a reading, a pulled cable, and again`, async ({ folder }) => {
    const emulator = await emulate(name, join(folder, 'port'), ...options);
    const driver = make(emulator.path);
    const write = (text: string) => driver.write(frameOf(word(text)), never());
    try {
      await driver.start();
      assert.is((await write('HELLO')).status, 'sent');
      await until(() => emulator.output().includes('|HELLO          |'), 'the wall shows the frame');
      const reading = await driver.read(never());
      assert.equal(
        reading.status === 'read' && reading.grid && gridToRows(reading.grid),
        gridToRows(word('HELLO')),
        reasonOf(reading),
      );
      emulator.type('unplug');
      await until(() => emulator.output().includes('unplugged'), 'the cable is out');
      const failed = await write('GONE');
      assert.is(failed.status, 'failed');
      assert.match(reasonOf(failed), /unplugged|not there/);
      emulator.type('plug');
      await until(
        () => emulator.output().includes('plugged\n') && emulator.output().split('plugged').length > 2,
        'the cable is back',
      );
      for (let turn = 0; turn < 20 && (await write('AGAIN')).status !== 'sent'; turn++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await until(() => emulator.output().includes('|AGAIN          |'), 'the wall shows the next frame');
    } finally {
      await driver.stop();
      await emulator.stop();
    }
  });
}

test('a port that is in use is told', async ({ folder }) => {
  const emulator = await emulate('mbus', join(folder, 'port'));
  const [first, second] = [0, 1].map(
    () =>
      new Mbus(
        { ...SMALLEST, panel: panelOf('mbus', { connection: { path: emulator.path } }) },
        { clock: systemClock, times: TIMES },
      ),
  );
  try {
    await first?.start();
    assert.is(
      await second?.start().then(
        () => '',
        (error: Error) => error.message,
      ),
      'The serial port port is in use by another board or program.',
    );
  } finally {
    await second?.stop();
    await first?.stop();
    await emulator.stop();
  }
});

for (const [argv, code] of [
  [['--help'], 0],
  [['--size', '99x99'], 2],
] as const) {
  test(`the command with ${argv.join(' ')} ends with ${code}`, async () => {
    const child = spawn(process.execPath, ['emulators/mbus.cjs', ...argv]);
    assert.is(await new Promise((resolve) => child.once('exit', resolve)), code);
  });
}

test.run();
