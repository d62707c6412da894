import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MISSING, NMCLI, runNmcli, type NmcliOutcome } from '../../src/setup/nmcli.ts';

const test = suite('setup/nmcli');

const formerPath = process.env['PATH'];
let folder: string;

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'flapbox-'));
  process.env['PATH'] = folder;
});
test.after.each(() => {
  process.env['PATH'] = formerPath;
  rmSync(folder, { recursive: true });
});

/** Puts a program of the shell in the place of nmcli. */
const become = (program: string): void => {
  writeFileSync(join(folder, 'nmcli'), `#!/bin/sh\n${program}\n`);
  chmodSync(join(folder, 'nmcli'), 0o755);
};

const table: readonly [string, string, NmcliOutcome][] = [
  ['what it says', 'echo one; echo two >&2', { code: 0, stdout: 'one\n', stderr: 'two\n' }],
  ['its status', 'echo no >&2; exit 10', { code: NMCLI.UNKNOWN, stdout: '', stderr: 'no\n' }],
  ['its arguments as they are', 'printf "%s|" "$@"', { code: 0, stdout: 'a b|$(c)|', stderr: '' }],
  ['its input', 'read line; echo "$line"', { code: 0, stdout: 'said\n', stderr: '' }],
  ['an end before it has read', 'exit 4', { code: 4, stdout: '', stderr: '' }],
  [
    'nothing of the environment',
    'echo "$LC_ALL $TERM $FLAPBOX_SECRET"',
    { code: 0, stdout: 'C.UTF-8 dumb \n', stderr: '' },
  ],
];
for (const [name, program, outcome] of table)
  test(`it is told ${name}`, async () => {
    become(program);
    process.env['FLAPBOX_SECRET'] = 'secret';
    assert.equal(await runNmcli(['a b', '$(c)'], { input: 'said\n' }), outcome);
    delete process.env['FLAPBOX_SECRET'];
  });

test('without the program it is missing', async () => {
  assert.equal(await runNmcli([]), { code: MISSING, stdout: '', stderr: '' });
});

test('a program that cannot be started counts as one that did not answer', async () => {
  writeFileSync(join(folder, 'nmcli'), '');
  assert.is((await runNmcli([])).code, NMCLI.TIMEOUT);
});

test('one that does not end is ended, and counts as its own time-out', async () => {
  become('read line; echo "$line"; exec sleep 600');
  process.env['PATH'] = `${folder}:${formerPath}`;
  assert.is((await runNmcli([], { withinMs: 50 })).code, NMCLI.TIMEOUT);
});

test('a whole list of networks is read, an endless output is not', async () => {
  become('i=0; while [ $i -lt 10000 ]; do echo 0123456789012345678901234567890123456789; i=$((i + 1)); done');
  assert.is((await runNmcli([])).stdout.length, 410_000);
  become('while :; do echo 0123456789012345678901234567890123456789; done');
  assert.ok((await runNmcli([])).code !== 0);
});

test.run();
