import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog, LOG_LEVELS, type LogLevel } from '../../src/platform/log.ts';
import { createRedactor } from '../../src/platform/redactor.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('log');

const make = (level: LogLevel = 'debug') => {
  const clock = createFakeClock('2025-03-01T10:00:00Z');
  const lines: string[] = [];
  return { clock, lines, log: createLog({ level, clock, write: (line) => lines.push(line) }) };
};

test('a line has level, logger, message and fields', () => {
  const { log, lines } = make();
  log.info('listening on http://0.0.0.0:4420');
  log.child('board').warn('the board is slow', { board_id: 'b1', ms: 1200, again: true, host: null });
  assert.equal(lines, [
    'INFO flapbox: listening on http://0.0.0.0:4420',
    'WARNING board: the board is slow board_id=b1 ms=1200 again=true host=null',
  ]);
});

for (const [value, expected] of [
  ['plain', 'k=plain'],
  ['two words', 'k="two words"'],
  ['', 'k=""'],
  ['a"b', 'k="a\\"b"'],
  ['a=b', 'k="a=b"'],
  [[1, 2], 'k=[1,2]'],
  [{ a: 1 }, 'k="{\\"a\\":1}"'],
  [0, 'k=0'],
  [undefined, ''],
] as const) {
  test(`a field ${JSON.stringify(value)}`, () => {
    const { log, lines } = make();
    log.info('m', { k: value });
    assert.is(lines[0], `INFO flapbox: m${expected ? ` ${expected}` : ''}`);
  });
}

test('an error is its message, a system error its code, never a stack or a path', () => {
  const { log, lines } = make();
  log.error('failed', { error: new Error('went wrong') });
  log.error('failed', { error: Object.assign(new Error("ENOENT: open '/home/x'"), { code: 'ENOENT' }) });
  assert.equal(lines, ['ERROR flapbox: failed error="went wrong"', 'ERROR flapbox: failed error=ENOENT']);
});

test('a message is one line, whatever it is made of', () => {
  const { log, lines } = make();
  log.info('a\nINFO fake: b\r\n\u001b[31mc\u2028d', { k: 'x\ny' });
  assert.equal(lines, ['INFO flapbox: a INFO fake: b [31mc d k="x\\ny"']);
});

test('a long message is cut', () => {
  const { log, lines } = make();
  log.info('x'.repeat(5000));
  assert.is(lines[0]?.length, 'INFO flapbox: '.length + 2000);
});

for (const [index, level] of LOG_LEVELS.entries()) {
  test(`at level ${level} the graver ones are written, and kept`, () => {
    const { log, lines } = make(level);
    log.debug('1');
    log.info('2');
    log.warn('3');
    log.error('4');
    assert.is(lines.length, LOG_LEVELS.length - index);
    assert.is(log.entries().total, LOG_LEVELS.length - index);
  });
}

test('entries are newest first, with instants', async () => {
  const { log, clock } = make();
  log.info('first');
  await clock.advance(1500);
  log.child('mqtt').error('second');
  assert.equal(log.entries(), {
    logs: [
      { timestamp: '2025-03-01T10:00:01.500Z', level: 'ERROR', logger: 'mqtt', message: 'second' },
      { timestamp: '2025-03-01T10:00:00.000Z', level: 'INFO', logger: 'flapbox', message: 'first' },
    ],
    total: 2,
  });
});

test('children share the entries', () => {
  const { log } = make();
  log.child('a').child('b').info('x');
  assert.equal(
    log
      .child('c')
      .entries()
      .logs.map(({ logger }) => logger),
    ['b'],
  );
});

test('the last 500 are kept', () => {
  const { log } = make();
  for (let i = 0; i < 501; i++) log.info(`line ${i}`);
  const { logs, total } = log.entries({ limit: 1000 });
  assert.equal([total, logs.length, logs[0]?.message, logs.at(-1)?.message], [500, 500, 'line 500', 'line 1']);
});

for (const [query, expected] of [
  [{}, ['mqtt connected', 'Board slow', 'Board failed', 'started']],
  [{ limit: 2 }, ['mqtt connected', 'Board slow']],
  [{ limit: 2, offset: 1 }, ['Board slow', 'Board failed']],
  [{ offset: 4 }, []],
  [{ limit: 0 }, []],
  [{ level: 'error' }, ['Board failed']],
  [{ level: 'WARNING' }, ['Board slow']],
  [{ level: 'warn' }, ['Board slow']],
  [{ level: 'info' }, ['mqtt connected', 'started']],
  [{ level: 'nonsense' }, []],
  [{ search: 'BOARD' }, ['Board slow', 'Board failed']],
  [{ search: 'hw' }, ['Board slow', 'Board failed']],
  [{ search: 'board', level: 'error' }, ['Board failed']],
  [{ search: '' }, ['mqtt connected', 'Board slow', 'Board failed', 'started']],
] as const) {
  test(`entries for ${JSON.stringify(query)}`, () => {
    const { log } = make();
    log.info('started');
    log.child('hw').error('Board failed');
    log.child('hw').warn('Board slow');
    log.info('mqtt connected');
    assert.equal(
      log.entries(query).logs.map(({ message }) => message),
      expected,
    );
  });
}

test('the total counts what matches, not what is answered', () => {
  const { log } = make();
  for (let i = 0; i < 150; i++) log.info(`line ${i}`);
  assert.equal(
    [log.entries().logs.length, log.entries().total, log.entries({ search: 'line 14' }).total],
    [100, 150, 11],
  );
});

test('a repeated message is written once, and its repetitions when the minute is over', async () => {
  const { log, lines, clock } = make();
  for (let i = 0; i < 5; i++) log.warn('unreachable', { board: 'b1' });
  assert.is(lines.length, 1);
  await clock.advance(59_999);
  assert.is(lines.length, 1);
  await clock.advance(1);
  assert.equal(lines.slice(1), ['WARNING flapbox: unreachable board=b1 (4 more within a minute)']);
});

test('after a minute a message is new', async () => {
  const { log, lines, clock } = make();
  log.warn('unreachable');
  await clock.advance(60_000);
  log.warn('unreachable');
  assert.equal(lines, ['WARNING flapbox: unreachable', 'WARNING flapbox: unreachable']);
});

test('another level, logger or field is another message', () => {
  const { log, lines } = make();
  log.warn('m');
  log.error('m');
  log.child('x').warn('m');
  log.warn('m', { k: 1 });
  assert.is(lines.length, 4);
});

test('the minute is measured by the monotonic clock', () => {
  const { log, lines, clock } = make();
  log.warn('m');
  clock.jump(3_600_000);
  log.warn('m');
  assert.is(lines.length, 1);
});

test('memory for repetitions is bounded', () => {
  const { log, lines } = make();
  log.warn('first');
  for (let i = 0; i < 500; i++) log.warn(`other ${i}`);
  log.warn('first');
  assert.is(lines.filter((line) => line.includes('first')).length, 2);
});

test('registered values never appear, in lines and entries', () => {
  const { log, lines } = make();
  log.child('x').redact('x', ['s3cret/key']);
  log.info('key s3cret/key', {
    url: 'http://x/?k=s3cret%2Fkey',
    nested: { k: 's3cret/key' },
    error: new Error('with s3cret/key'),
  });
  assert.not.match(lines.join('') + JSON.stringify(log.entries()), 's3cret');
});

test('a secret at the edge of a cut message is not left in part', () => {
  const { log, lines } = make();
  log.redact('x', ['TOPSECRETVALUE']);
  log.info(`${'x'.repeat(1995)}TOPSECRETVALUE`);
  assert.not.match(lines[0] ?? '', 'TOP');
});

for (const [values, text, expected] of [
  [['abcd'], 'abcd abcd', '*** ***'],
  [['abc'], 'abc', 'abc'],
  [[''], 'x', 'x'],
  [['abcd', 'abcdef'], 'abcdef', '***'],
  [['a"b c'], '{"k":"a\\"b c"}', '{"k":"***"}'],
  [['a/b c'], 'x=a%2Fb%20c', 'x=***'],
  [['ab\ud800c'], 'ab\ud800c', '***'],
  [['$&$1'], 'x$&$1x', 'x***x'],
] as const) {
  test(`${JSON.stringify(values)} hidden in ${JSON.stringify(text)}`, () => {
    assert.is(createRedactor(values).hide(text), expected);
  });
}

test('a source has the values that it named last, and leaves those of others alone', () => {
  const redactor = createRedactor(['first']);
  redactor.set('a', ['alpha', 'shared']);
  redactor.set('b', ['bravo', 'shared']);
  assert.is(redactor.hide('first alpha bravo shared'), '*** *** *** ***');
  redactor.set('a', ['later']);
  assert.is(redactor.hide('first alpha bravo shared later'), '*** alpha *** *** ***');
  redactor.set('b', []);
  assert.is(redactor.hide('first alpha bravo shared later'), '*** alpha bravo shared ***');
});

test('a source cannot fill the memory', () => {
  const redactor = createRedactor();
  redactor.set(
    'a',
    Array.from({ length: 100_000 }, (_, index) => `value-${index};`),
  );
  assert.is(redactor.hide('value-0; value-3999; value-4000; value-99999;'), '*** *** value-4000; value-99999;');
  redactor.set('a', ['x'.repeat(2 ** 20), 'too much']);
  assert.is(redactor.hide('too much'), 'too much');
});

test.run();
