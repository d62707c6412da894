import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settle } from '../support/fake-clock.ts';
import { load } from '../support/load.ts';

const test = suite('running/schedule');

type Times = Readonly<Record<string, readonly [seconds: number, load: number]>>;

interface Result {
  readonly file: string;
  readonly seconds: number;
  readonly processor: number;
  readonly delay: number;
}

interface Schedule {
  noteTimes(times: Times, results: readonly Result[]): Times;
  runAll<T>(
    tests: readonly { readonly file: string; readonly isRealTime?: boolean }[],
    options: {
      readonly times: Times;
      readonly processors: number;
      readonly most?: number;
      run(test: { readonly file: string }): Promise<T>;
    },
  ): Promise<T[]>;
}

const loadSchedule = (): Promise<Schedule> => load('test/running/schedule.mjs');

/** Runs files that end when they are told to; `left` is what still waits and runs. */
const start = async (
  times: Times,
  files: string,
  { most, realTime = '' }: { most?: number; realTime?: string } = {},
) => {
  const { runAll } = await loadSchedule();
  const running = new Map<string, () => void>();
  const ended = runAll(
    [...files].map((file) => ({ file, isRealTime: realTime.includes(file) })),
    {
      times,
      processors: 2,
      ...(most === undefined ? {} : { most }),
      run: ({ file }) => new Promise<string>((resolve) => running.set(file, () => resolve(file))),
    },
  );
  const end = async (file: string): Promise<void> => {
    running.get(file)?.();
    running.delete(file);
    await settle();
  };
  return { ended, end, running: () => [...running.keys()].sort().join('') };
};

test('what takes longest begins first, and as many run as there are processors', async () => {
  const { end, ended, running } = await start({ a: [3, 1], b: [9, 1], c: [5, 1] }, 'abc');
  assert.is(running(), 'bc');
  await end('c');
  assert.is(running(), 'ab');
  await end('a');
  await end('b');
  assert.equal(await ended, ['c', 'a', 'b']);
});

test('files that wait leave room for others, up to six', async () => {
  const waiting = Object.fromEntries([...'abcdefgh'].map((file) => [file, [9, 0.2]] as const));
  assert.is((await start(waiting, 'abcdefgh')).running(), 'abcdef');
  assert.is((await start({ ...waiting, x: [20, 1], y: [10, 0.8] }, 'abxy')).running(), 'axy');
});

test('a file of real time leaves no room for others on its processor', async () => {
  const waiting = Object.fromEntries([...'abcdefgh'].map((file) => [file, [9, 0.2]] as const));
  const { end, running } = await start({ ...waiting, r: [20, 0.2], s: [19, 0.2] }, 'abcdefghrs', { realTime: 'rs' });
  assert.is(running(), 'rs');
  await end('s');
  assert.is(running(), 'abcder');
});

test('a file without times is taken for one that computes', async () =>
  assert.is((await start({}, 'abcd')).running(), 'ab'));

test('one at a time where that is asked for', async () => {
  const { end, ended, running } = await start({ a: [3, 0.2], b: [9, 0.2] }, 'ab', { most: 1 });
  assert.is(running(), 'b');
  await end('b');
  assert.is(running(), 'a');
  await end('a');
  assert.equal(await ended, ['b', 'a']);
});

test('a run that cannot be started is told', async () => {
  const { runAll } = await loadSchedule();
  const problem = await runAll([{ file: 'a' }], {
    times: {},
    processors: 2,
    run: () => Promise.reject(new Error('no process')),
  }).catch(({ message }: Error) => message);
  assert.is(problem, 'no process');
});

test('times are kept of what takes two seconds or more, with the part of a processor that it used', async () => {
  const { noteTimes } = await loadSchedule();
  const before: Times = { 'b.ts': [4, 0.5], 'a.ts': [7, 0.5], 'c.ts': [3, 1] };
  const results = [
    { file: 'a.ts', seconds: 10, processor: 4.04, delay: 0.1 },
    { file: 'c.ts', seconds: 1, processor: 1, delay: 0 },
    { file: 'd.ts', seconds: 20, processor: 0.1, delay: 0 },
    { file: 'e.ts', seconds: 20, processor: 35, delay: 0 },
    { file: 'f.ts', seconds: 20, processor: 6, delay: 8 },
    { file: 'g.ts', seconds: 20, processor: 1.5, delay: 18.9 },
  ];
  const noted = noteTimes(before, results);
  assert.equal(noted, {
    'a.ts': [10, 0.4],
    'b.ts': [4, 0.5],
    'd.ts': [20, 0.2],
    'e.ts': [35, 1],
    'f.ts': [12, 0.5],
  });
  assert.equal(Object.keys(noted).join(' '), 'a.ts b.ts d.ts e.ts f.ts');
});

test.run();
