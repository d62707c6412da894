import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { numbersOf, runWriter } from '../support/store-writer.ts';

const ROUNDS = 200;
const LANES = 4;
const LONGEST_MS = 90;

const [program = '', role, folder = ''] = process.argv.slice(1);

/**
 * Lets a writer work in a folder and kills it: some while they start, the others in the middle of their work. Answers
 * the last number that it acknowledged.
 */
const writeAndKill = (dir: string, atStart: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'writer', dir], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    const killSoon = () => setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_MS);
    if (atStart) killSoon();
    child.stdout.on('data', (chunk: Buffer) => {
      if (!atStart && output === '') killSoon();
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (_, signal) => {
      if (signal !== 'SIGKILL' || errors !== '') reject(new Error(`the writer ended by itself: ${errors}`));
      // A number that was cut off was not acknowledged.
      else resolve(Math.max(0, ...output.split('\n').slice(0, -1).map(Number)));
    });
  });

const open = (dir: string): Promise<Store> => openStore({ dir, clock: systemClock, log: createQuietLog() });

const expectWhole = async (dir: string, acknowledged: number): Promise<number> => {
  const store = await open(dir);
  const numbers = numbersOf(store.state);
  assert.equal(store.damaged, [], 'no file is damaged');
  assert.ok(numbers.pages >= acknowledged, `${acknowledged} was acknowledged, ${numbers.pages} is there`);
  assert.equal(
    [numbers.boards, numbers.secret],
    [numbers.settings, numbers.settings],
    'files of one update belong together',
  );
  assert.ok(
    numbers.pages - numbers.settings < 3 && numbers.pages >= numbers.settings,
    `page ${numbers.pages}, settings ${numbers.settings}`,
  );
  assert.equal(
    (await readdir(dir)).filter((name) => /\.tmp$|^commit|damaged/.test(name)),
    [],
    'nothing is left over',
  );
  return numbers.pages;
};

const runLane = async (rounds: number): Promise<number> => {
  const dir = await mkdtemp(join(tmpdir(), 'flapbox-crash-'));
  try {
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      acknowledged = Math.max(acknowledged, await writeAndKill(dir, round % 5 === 4));
      acknowledged = await expectWhole(dir, acknowledged);
    }
    return acknowledged;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

if (role === 'writer') {
  void runWriter(folder);
} else {
  const test = suite('power off');
  test(`${ROUNDS} kills in the middle of writing: every acknowledged update is there, whole`, async () => {
    const written = await Promise.all(Array.from({ length: LANES }, () => runLane(ROUNDS / LANES)));
    assert.ok(Math.min(...written) > ROUNDS / LANES, `too little was written to mean anything: ${written.join()}`);
  });
  test.run();
}
