import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onModule, readConsole, saying } from '../../../hw/emulator/serial/console.ts';
import { until } from '../../support/until.ts';

const test = suite('emulator: console');

const MODULES = [{ flap: 3 }, { flap: 4 }];
const COMMANDS = {
  flap: onModule('flap MODULE    tells a flap', MODULES, ({ flap }, word) => `flap ${flap}${word ?? ''}`),
  say: { usage: 'say WORDS      says them again', run: async (words: readonly string[]) => words.join(',') },
  plug: saying('', 'plugged', () => undefined),
};
const HELP = 'Commands:\n  flap MODULE    tells a flap\n  say WORDS      says them again';

/** What is told after lines were typed. */
const typed = async (...lines: readonly string[]): Promise<string[]> => {
  const input = new PassThrough();
  const told: string[] = [];
  readConsole(COMMANDS, input, (said) => told.push(said));
  for (const line of [...lines, 'say end']) input.write(`${line}\n`);
  await until(() => told.includes('end'));
  return told.filter((said) => said !== 'end');
};

for (const [line, said] of [
  ['flap 1', ['flap 4']],
  ['flap 0 x', ['flap 3x']],
  ['  say  a   b ', ['a,b']],
  ['plug', ['plugged']],
  ['', []],
  ['   ', []],
  ['help', [HELP]],
  ['constructor', [HELP]],
  ['flap', ['a number from 0 to 1 is expected']],
  ['flap 2', ['a number from 0 to 1 is expected']],
] as const)
  test(`"${line}" is answered by ${said.length} lines`, async () => assert.equal(await typed(line), said));

test.run();
