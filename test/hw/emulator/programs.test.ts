import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
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
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
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

/** The number behind the last colon of what a program says of itself. */
const portIn = (said: string): number => Number(/:(\d+)(?=[:\s]|$)/.exec(said)?.[1]);
const ask = async (port: number, path: string, body?: string, headers = {}): Promise<[number, string]> => {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  return [answer.status, await answer.text()];
};
/** Whether nobody listens there. */
const isFree = (port: number): Promise<boolean> =>
  ask(port, '/').then(
    () => false,
    () => true,
  );

test('vestaboard', async () => {
  const load = () => import('../../../hw/emulator/vestaboard/main.ts');
  const program = await start(load, '--type', 'note', '--port', '0', '--key', 'k', '--token', 't');
  const told = await program.says(/^Vestaboard at /);
  assert.match(told, /^Vestaboard at http:\/\/127\.0\.0\.1:\d+ {2}Local API key k {2}enablement token t$/);
  const port = portIn(told.split(' ')[2] ?? '');
  const rows = Array.from({ length: 3 }, (_, row) =>
    Array.from({ length: 15 }, (__, col) => (row + col === 0 ? 8 : 0)),
  );
  const key = { 'X-Vestaboard-Local-Api-Key': 'k' };
  assert.equal(await ask(port, '/local-api/message', JSON.stringify(rows), key), [201, '']);
  assert.match(await program.says(/\+|H/), new RegExp(`^http://127\\.0\\.0\\.1:${port}\n.*\n?.*H`));
  assert.is(await program.end('SIGTERM'), 0);
  assert.ok(await isFree(port));
});

test('awtrix', async () => {
  const load = () => import('../../../hw/emulator/awtrix/main.ts');
  // Without a broker the last three are read, and nothing comes of them.
  const broker = ['--prefix', 'clock', '--username', 'me', '--password', 'word'];
  const program = await start(load, '--port', '0', '--login', 'me:word', ...broker);
  const port = portIn((await program.says(/^An AWTRIX 3 clock answers at /)).replace(/: give.*/, ''));
  const login = { Authorization: `Basic ${Buffer.from('me:word').toString('base64')}` };
  assert.is((await ask(port, '/api/stats'))[0], 401);
  assert.equal(await ask(port, '/api/custom?name=mine', '{"background":"#010203"}', login), [200, 'OK']);
  assert.equal(await ask(port, '/api/switch', '{"name":"mine"}', login), [200, 'OK']);
  assert.match(await program.says(/ mine$/), /48;2;1;2;3m/);
  await program.type('middle', 'pressed');
  await program.type('next', 'the next app');
  await program.type('off', 'switched off');
  assert.ok(await isFree(port));
  await program.type('on', 'switched on');
  assert.is((await ask(port, '/api/stats', undefined, login))[0], 200);
  assert.equal(await ask(port, '/api/switch', '{"name":"mine"}', login), [500, 'FAILED'], 'it is forgotten');
  await program.type('silent', 'silent');
  assert.is(await program.end('SIGINT'), 0);
  assert.ok(await isFree(port));
});

test('pixoo', async () => {
  const load = () => import('../../../hw/emulator/pixoo/main.ts');
  const program = await start(load, '--port', '0', '--answer-ms', '0', '--hangs-after', '1');
  const port = portIn((await program.says(/^A Pixoo 64 answers at /)).replace(/: give.*/, ''));
  const picture = (id: number) => {
    const PicData = Buffer.alloc(64 * 64 * 3, 7).toString('base64');
    const rest = { PicNum: 1, PicWidth: 64, PicOffset: 0, PicID: id, PicSpeed: 1000, PicData };
    return JSON.stringify({ Command: 'Draw/SendHttpGif', ...rest });
  };
  assert.equal(await ask(port, '/post', picture(1)), [200, '{"error_code":0}']);
  assert.match(await program.says(/48;2;7;7;7m/), /38;2;7;7;7m/);
  assert.is((await ask(port, '/post', picture(2)))[0], 200);
  await program.says(/^It hangs now: type "restart"\.$/);
  await program.type('restart', 'restarted');
  assert.is((await ask(port, '/post', picture(3)))[0], 200);
  await program.type('silent', 'silent');
  const unanswered = ask(port, '/post', picture(4)).catch(() => null);
  await program.type('garbage', 'talking nonsense');
  assert.is(await unanswered, null);
  assert.ok(await isFree(port), 'nobody who speaks HTTP');
  await program.type('off', 'switched off');
  assert.ok(await isFree(port));
  await program.type('on', 'switched on');
  assert.is((await ask(port, '/nothing'))[0], 404);
  assert.is(await program.end('SIGTERM'), 0);
});

test('mqtt-text', () =>
  withBroker(async (broker) => {
    const words = ['--url', broker.url, '--command-topic', 'hall/set', '--state-topic', 'hall/state', '--size', '1x3'];
    const load = () => import('../../../hw/emulator/mqtt-text/main.ts');
    const program = await start(load, ...words, '--flap-ms', '0', '--username', 'me', '--password', 'word');
    await program.says(/^A display of 1 rows and 3 columns listens to hall\/set and tells on hall\/state$/);
    await until(() => broker.topics.includes('hall/set') && broker.told.length >= 2);
    assert.equal([broker.users, broker.told.splice(0)], [['me:word'], ['hall/availability online', 'hall/state    ']]);
    broker.publish('hall/set', 'AB');
    assert.is(await program.says(/A/), '+---+\n|AB |\n+---+');
    await program.type('turn 2 C', 'turned');
    await program.type('turn 3 C', 'a number from 0 to 2 is expected');
    await until(() => broker.told.length >= 2);
    assert.equal(broker.told.splice(0), ['hall/state AB ', 'hall/state ABC']);
    await program.type('off', 'switched off');
    await program.type('on', 'switched on');
    await until(() => broker.told.includes('hall/state    '));
    assert.is(broker.users.length, 2);
    assert.is(await program.end('SIGINT'), 0);
  }));

test('steppers', async () => {
  const load = () => import('../../../hw/emulator/steppers/main.ts');
  const path = join(folder, 'spidev0');
  const program = await start(load, '--path', path, '--size', '1x2', '--reel', ' ABC', '--steps', '400');
  await program.says(new RegExp(`^2 modules hang on a chain at ${path}\\.0\\. Type "help"`));
  await program.says(/^\+--\+\n\|..\|\n\+--\+$/);
  const answers = await open(`${path}.1`, 'r+');
  const exchange = async (frame: number[]): Promise<number | undefined> => {
    await writeFile(`${path}.0`, Uint8Array.from(frame));
    const { buffer, bytesRead } = await answers.read(Buffer.alloc(4), 0, 4);
    assert.is(bytesRead, 1);
    return buffer[0];
  };
  // Both magnets are far, and nothing was sent round the loop yet.
  await program.type('sensor 0 dead', 'sensor: dead');
  await program.type('sensor 1 stuck', 'sensor: stuck');
  assert.is(await exchange([0, 0x08, 0x80, 0]), 0x3d);
  assert.is(await exchange([0, 0, 0, 0]), 0xfd, 'what the loop was told comes back');
  for (const [typed, said] of [
    ['sensor 0', 'sensor: none'],
    ['reverse 0', 'reversed: true'],
    ['reverse 0', 'reversed: false'],
    ['remove 1', 'missing: true'],
    ['remove 1', 'missing: false'],
    ['supply 1', 'feeds 1'],
    ['supply', 'feeds Infinity'],
    ['lost', '0 0'],
    ['chain 0', 'nothing from board 0 on'],
  ] as const)
    await program.type(typed, said);
  assert.is(await exchange([0, 0, 0, 0]), 0);
  await program.type('chain', 'the chain is whole');
  await answers.close();
  assert.is(await program.end('SIGTERM'), 0);
  assert.equal([existsSync(`${path}.0`), existsSync(`${path}.1`)], [false, false]);
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
