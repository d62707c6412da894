import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPin } from '../../../hw/gpio/pin.ts';
import { createFakeRoot, type FakeRoot } from './rig.ts';

/** Pins by the native part, which writes into a folder of ours what it would tell the kernel. */
const test = suite('native pins');

const KERNEL = '/sys/class/gpio/';

/** Whether the native part was compiled for this machine; it is optional. */
const isThere = ((): boolean => {
  try {
    createRequire(join(process.cwd(), 'package.json'))('onoff');
    return true;
  } catch {
    return false;
  }
})();

type Call = (path: unknown, ...more: unknown[]) => unknown;

/** Runs with a folder in place of the kernel's; pin 17 is open in it. */
const withPins = (run: (machine: FakeRoot) => void): void => {
  const machine = createFakeRoot();
  for (const file of ['value', 'direction', 'active_low', 'edge']) machine.write(`gpio17/${file}`, '0');
  const calls = fs as unknown as Record<string, Call>;
  const former = ['existsSync', 'writeFileSync', 'openSync'].map((name) => [name, calls[name] as Call] as const);
  for (const [name, call] of former)
    calls[name] = (path, ...more) =>
      call(typeof path === 'string' ? path.replace(KERNEL, `${machine.root}/`) : path, ...more);
  try {
    run(machine);
  } finally {
    for (const [name, call] of former) calls[name] = call;
    machine.remove();
  }
};

const check = (name: string, run: (machine: FakeRoot) => void) =>
  test(name, () =>
    isThere
      ? withPins(run)
      : assert.throws(() => openPin(17, 'in'), /^GPIO pins cannot be used: their native part was not compiled/),
  );

const wordsOf = (machine: FakeRoot): string[] =>
  ['direction', 'active_low', 'edge'].map((file) => machine.read(`gpio17/${file}`));

check('an input tells both edges, and is closed when it is low', (machine) => {
  const pin = openPin(17, 'in');
  assert.equal(wordsOf(machine), ['in', '1', 'both']);
  machine.write('gpio17/value', '1');
  assert.is(pin.read(), true, 'the kernel has turned it round already');
  machine.write('gpio17/value', '0');
  assert.is(pin.read(), false);
});

check('an output tells no edges, and is as high as it is said', (machine) => {
  const pin = openPin(17, 'out');
  assert.equal(wordsOf(machine), ['out', '0', '0']);
  for (const high of [true, false]) {
    pin.write(high);
    assert.equal([machine.read('gpio17/value'), pin.read()], [high ? '1' : '0', high]);
  }
});

check('a pin that was closed is given back to the kernel', (machine) => {
  openPin(17, 'out').close();
  assert.is(machine.read('unexport'), '17');
});

check('a pin that cannot be watched says so', () => {
  // The kernel tells edges of its own files only.
  assert.throws(() => openPin(17, 'in').watch(() => undefined));
});

for (const [code, sentence, isReleased] of [
  ['EBUSY', 'The pin is in use by the kernel or another program.', false],
  ['EINVAL', 'The pin cannot be used (EINVAL).', true],
] as const)
  check(`a pin that the kernel refuses with ${code} is told in a sentence`, (machine) => {
    const { writeFileSync } = fs;
    fs.writeFileSync = (path, data) => {
      if (String(path).endsWith('/export')) throw Object.assign(new Error('x'), { code });
      writeFileSync(path, data);
    };
    let problem = '';
    try {
      openPin(18, 'in');
    } catch (error) {
      problem = (error as Error).message;
    } finally {
      fs.writeFileSync = writeFileSync;
    }
    assert.is(problem, sentence);
    assert.is(fs.existsSync(join(machine.root, 'unexport')), isReleased, 'one in a bad state is given back');
  });

test.run();
