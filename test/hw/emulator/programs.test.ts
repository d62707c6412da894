import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectAwtrix } from '../../../hw/emulator/awtrix/broker-client.ts';
import { AwtrixDevice } from '../../../hw/emulator/awtrix/device.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { withBroker } from '../../support/small-broker.ts';
import { until } from '../../support/until.ts';

const test = suite('emulators as programs');

const folder = mkdtempSync(join(tmpdir(), 'emulators-'));
const { argv, exit, env } = process;
const { log, error } = console;
const { PATH } = env;
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
test.after(() => {
  rmSync(folder, { recursive: true });
  Object.assign(process, { argv, exit });
  Object.assign(console, { log, error });
  Object.defineProperty(process, 'stdin', stdin);
  env['PATH'] = PATH;
});

interface Program {
  readonly said: string[];
  /** Waits until it has said something of this kind, and forgets what came before. */
  says(pattern: RegExp): Promise<string>;
  /** Types a line, and waits for the answer. */
  type(line: string, answer: string): Promise<void>;
  /** Ends it as a signal does, or as the end of what is typed; resolves with the code that it ends with. */
  end(by: 'SIGTERM' | 'SIGINT' | 'stdin'): Promise<number>;
}

/** Runs a program in this process, once for each. */
const start = async (load: () => Promise<unknown>, ...words: string[]): Promise<Program> => {
  const said: string[] = [];
  const typed = new PassThrough();
  const codes: number[] = [];
  Object.assign(console, { log: (text: string) => said.push(text), error: (text: string) => said.push(text) });
  Object.assign(process, { argv: [...argv.slice(0, 2), ...words], exit: (code: number) => codes.push(code) });
  Object.defineProperty(process, 'stdin', { value: typed, configurable: true });
  await load();
  const says = async (pattern: RegExp): Promise<string> => {
    await until(() => said.some((text) => pattern.test(text)));
    const [found = ''] = said.splice(0, said.findIndex((text) => pattern.test(text)) + 1).slice(-1);
    return found;
  };
  return {
    said,
    says,
    type: async (line, answer) => {
      typed.write(`${line}\n`);
      await until(() => said.includes(answer));
      said.length = 0;
    },
    end: async (by) => {
      typed.end();
      if (by !== 'stdin') process.emit(by);
      await until(() => codes.length > 0);
      return codes[0] ?? -1;
    },
  };
};

/** Stands for socat: what comes through the FIFO `line` goes to the emulator, and what it says into `heard`. */
const SOCAT = `#!/bin/sh
echo "$@" >> args
echo "N PTY is /dev/pts/9" >&2
cat line &
exec cat > heard
`;

/** A program at the end of a serial line: what the host sends it, and what it has heard once it got something. */
const onSerialLine = async (name: string, load: () => Promise<unknown>, ...words: string[]) => {
  const at = mkdtempSync(join(folder, 'serial-'));
  writeFileSync(
    join(at, 'socat'),
    SOCAT.replaceAll(/args|line|heard/g, (file) => join(at, file)),
    { mode: 0o755 },
  );
  execFileSync('mkfifo', [join(at, 'line')]);
  env['PATH'] = `${at}:${PATH ?? ''}`;
  const program = await start(load, '--path', join(at, 'port'), '--size', '1x2', '--speed', '1000', ...words);
  await program.says(new RegExp(`^A ${name} panel of 1 rows and 2 columns is at ${join(at, 'port')}$`));
  const starts = (): string[] => readFileSync(join(at, 'args'), 'utf8').trim().split('\n');
  assert.equal(starts(), [`-d -d PTY,raw,echo=0,link=${join(at, 'port')} STDIO`]);
  return {
    ...program,
    starts,
    send: (bytes: string) => writeFile(join(at, 'line'), bytes, 'latin1'),
    heard: () => (existsSync(join(at, 'heard')) ? readFileSync(join(at, 'heard'), 'latin1') : ''),
    port: join(at, 'port'),
  };
};

test('mbus', async () => {
  const program = await onSerialLine('mbus', () => import('../../../hw/emulator/mbus/main.ts'));
  await program.send('m01-B\n');
  assert.is(await program.says(/^\+/), '+--+\n| B|\n+--+');
  for (const [typed, said] of [
    ['sensor 0', 'sensor works: false'],
    ['sensor 0', 'sensor works: true'],
    ['slow 1 3', 'slowness 3'],
    ['slow 1', 'slowness 1'],
    ['dead 0', 'dead: true'],
    ['forget 1', 'id 255'],
    ['deaf', 'deaf: true'],
    ['deaf', 'deaf: false'],
    ['off', 'switched off'],
    ['on', 'switched on'],
    ['reboot', 'rebooted'],
    ['loss 0.5', 'losing 0.5'],
    ['noise 0.25', 'noise 0.25'],
    ['unplug', 'unplugged'],
  ] as const)
    await program.type(typed, said);
  writeFileSync(program.port, '');
  await program.type('plug', 'plugged');
  assert.is(program.starts().length, 2);
  await program.send('');
  await program.type('plug', 'plugged');
  assert.is(await program.end('SIGTERM'), 0);
  assert.is(existsSync(program.port), false);
});

test('chainlink', async () => {
  const program = await onSerialLine('chainlink', () => import('../../../hw/emulator/chainlink/main.ts'), '--text');
  for (const [typed, said] of [
    ['sensor 1', 'sensor is dead'],
    ['sensor 1', 'sensor works'],
    ['slow 0 2', 'slowness 2'],
    ['slow 0', 'slowness 1'],
    ['deaf', 'deaf: true'],
    ['chain', 'chain broken: true'],
    ['power', 'power fault: true'],
    ['power', 'power fault: false'],
    ['off', 'switched off'],
    ['on', 'switched on'],
    ['reboot', 'rebooted'],
  ] as const)
    await program.type(typed, said);
  await program.send('');
  assert.is(await program.end('SIGINT'), 0);
});

test('i2c-units', async () => {
  const words = ['--size', '2x2', '--firmware', 'commands', '--trace'];
  const program = await start(() => import('../../../hw/emulator/i2c-units/main.ts'), ...words);
  await program.says(/^4 units with addresses from 1 on\./);
  assert.is(await program.says(/^\+/), '+--+\n|  |\n|  |\n+--+');
  await program.type('show AB|é', '{"status":"sent","substitutions":{}}');
  for (const [typed, said] of [
    ['read', 'read'],
    ['act blink', '{"modules":[1,2,3,4]}'],
    ['act blink {"modules":[2]}', '{"modules":[2]}'],
    ['remove 0', 'removed'],
    ['remove 0', 'there is none'],
    ['remove 4', 'a number from 0 to 3 is expected'],
    ['read', 'failed'],
    ['power off', 'the power is off'],
    ['power on', 'the power is on'],
    ['bus gone', 'the bus is gone'],
    ['read', 'failed'],
    ['bus', 'the bus is well'],
  ] as const)
    await program.type(typed, said);
  assert.is(await program.end('stdin'), 0);
});

test('awtrix behind a broker', () =>
  withBroker(async (broker) => {
    const device = new AwtrixDevice(systemClock);
    const login = { username: 'me', password: 'word' };
    const client = connectAwtrix(device, { url: broker.url, prefix: 'rooms/clock', ...login }, systemClock);
    await until(() => broker.told.length >= 3 && broker.topics.length >= 9);
    assert.equal(broker.told.slice(0, 2), ['rooms/clock/stats/effects []', 'rooms/clock/stats/device online']);
    assert.match(broker.told[2] ?? '', /^rooms\/clock\/stats \{"bat":100,/);
    assert.equal(broker.users, ['me:word']);
    const seen: (string | undefined)[] = [];
    for (const [name, text] of [
      ['custom/mine', '{"background":"#010203"}'],
      ['switch', '{"name":"mine"}'],
      ['notify', '{"hold":true,"background":"#040506"}'],
      ['notify/dismiss', ''],
      ['power', '{"power":false}'],
      ['power', '{"power":true}'],
      ['nextapp', ''],
      ['settings', '{"BRI":9}'],
      ['reboot', ''],
      ['toString', ''],
    ] as const) {
      const before = broker.told.length;
      broker.publish(`rooms/clock/${name}`, text);
      broker.publish('rooms/clock/sendscreen', '');
      await until(() => broker.told.length > before);
      seen.push(/^rooms\/clock\/screen \[(\d+),/.exec(broker.told.at(-1) ?? '')?.[1]);
    }
    const own = String(0x30_30_60);
    assert.equal(seen, [own, '66051', '263430', '66051', '0', '66051', own, own, own, own]);
    assert.is(device.brightness, 9);
    const below = 'custom/# notify notify/dismiss switch nextapp settings power reboot sendscreen'.split(' ');
    assert.equal(
      broker.topics,
      below.map((topic) => `rooms/clock/${topic}`),
    );
    device.close();
    await client.endAsync(true);
  }));

test.run();
