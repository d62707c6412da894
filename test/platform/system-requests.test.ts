import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSystemRequests, SystemAbsent, SystemRefusal } from '../../src/platform/system-requests.ts';
import { settle } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

const test = suite('platform/system-requests');

/** A system that reads a request and what follows it to the end, and then answers with lines. */
const withSystem = async (
  lines: readonly string[],
  use: (system: ReturnType<typeof createSystemRequests>, heard: () => string) => Promise<void>,
  answerEarly: (socket: Socket, heard: string) => void = () => undefined,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-system-'));
  let heard = '';
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      heard += text;
      answerEarly(socket, heard);
    });
    socket.on('end', () => socket.end(lines.map((line) => `${line}\n`).join('')));
  });
  const path = join(folder, 'system');
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  try {
    await use(createSystemRequests(path), () => heard);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
};

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (answer) => `answer ${JSON.stringify(answer)}`,
    (error: unknown) => {
      if (error instanceof SystemRefusal) return `${error.code}: ${error.message}`;
      return error instanceof SystemAbsent ? `absent: ${error.message}` : String(error);
    },
  );

const SILENT = 'absent: The system of the appliance does not answer.';
const ANSWERS: readonly [string, readonly string[], string][] = [
  ['an answer', ['{"ok":true,"slot":"a"}'], 'answer {"ok":true,"slot":"a"}'],
  ['a refusal', ['{"ok":false,"code":"busy","reason":"Later."}'], 'busy: Later.'],
  [
    'the first of two answers',
    ['{"ok":true,"at":1}', '{"ok":false,"code":"x","reason":"y"}'],
    'answer {"ok":true,"at":1}',
  ],
  ['an answer after reports', ['{"progress":{"at":1}}', 'no JSON', '[1]', '{"ok":true}'], 'answer {"ok":true}'],
  ['something else', ['{"ok":1}', 'null'], SILENT],
  ['nothing', [], SILENT],
];
for (const [name, lines, said] of ANSWERS) {
  test(`a request that gets ${name}`, () =>
    withSystem(lines, async (system, heard) => {
      assert.is(system.present, true);
      assert.is(await refusal(system.ask({ op: 'state' })), said);
      assert.is(heard(), '{"op":"state"}\n');
    }));
  test(`a request with bytes that gets ${name}`, () =>
    withSystem(lines, async (system, heard) => {
      const bytes = (async function* () {
        yield Buffer.from('one ');
        yield Buffer.from('two');
      })();
      assert.is(await refusal(system.write({ op: 'write' }, bytes, () => undefined)), said);
      assert.is(heard(), '{"op":"write"}\none two');
    }));
}

test('reports are told as they come', () =>
  withSystem(['{"progress":{"at":1}}', '{"progress":2}', '{"progress":{"at":3}}', '{"ok":true}'], async (system) => {
    const told: unknown[] = [];
    await system.write({ op: 'write' }, (async function* () {})(), (progress) => told.push(progress));
    assert.equal(told, [{ at: 1 }, { at: 3 }]);
  }));

test('more bytes than a connection holds are passed on as they are taken', () =>
  withSystem(['{"ok":true}'], async (system, heard) => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    const bytes = (async function* () {
      for (let at = 0; at < 50; at++) yield piece;
    })();
    assert.is(await refusal(system.write({}, bytes, () => undefined)), 'answer {"ok":true}');
    assert.is(heard().length, '{}\n'.length + 50 * piece.length);
  }));

test('no more is taken of a source than the system reads', () => {
  let taken = 0;
  const bytes = async function* () {
    for (; taken < 200; taken++) yield Buffer.alloc(64 * 1024);
  };
  let waiting: Socket | undefined;
  return withSystem(
    ['{"ok":true}'],
    async (system) => {
      const written = refusal(system.write({}, bytes(), () => undefined));
      await until(() => waiting !== undefined);
      await settle(50);
      assert.ok(taken < 60, `${taken} pieces`);
      waiting?.resume();
      assert.is(await written, 'answer {"ok":true}');
      assert.is(taken, 200);
    },
    (socket) => (waiting ??= socket.pause()),
  );
});

test('after a refusal the rest of the bytes is read and dropped', () => {
  let taken = 0;
  const bytes = (async function* () {
    for (; taken < 50; taken++) yield Buffer.alloc(64 * 1024);
  })();
  return withSystem(
    [],
    async (system) => {
      assert.is(await refusal(system.write({}, bytes, () => undefined)), 'full: No room.');
      assert.is(taken, 50);
    },
    (socket) => socket.end('{"ok":false,"code":"full","reason":"No room."}\n', () => socket.destroy()),
  );
});

test('a system that goes away in the middle does not answer; the rest of the bytes is dropped', () => {
  let left = 64;
  const bytes = async function* () {
    for (; left > 0; left--) yield Buffer.alloc(1024 * 1024);
  };
  return withSystem(
    [],
    async (system) => {
      assert.is(await refusal(system.write({ op: 'update-write' }, bytes(), () => undefined)), SILENT);
      assert.is(left, 0);
    },
    (socket) => socket.pause() && setImmediate(() => socket.destroy()),
  );
});

test('a source that fails ends the request', () =>
  withSystem(['{"ok":true}'], async (system) => {
    const bytes = (async function* () {
      yield Buffer.from('one');
      throw new Error('cut');
    })();
    assert.is(await refusal(system.write({}, bytes, () => undefined)), 'cut-off: The update ended too early.');
  }));

test('without a system there is none to ask', async () => {
  const system = createSystemRequests(undefined);
  assert.is(system.present, false);
  assert.match(await refusal(system.ask({})), /^absent: This machine was not started from a flapbox card/);
  assert.is(await refusal(createSystemRequests('/nowhere/system').ask({})), SILENT);
});

test.run();
