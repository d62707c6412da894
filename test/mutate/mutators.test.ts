import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../support/load.ts';

interface Change {
  readonly was: string;
  readonly is: string;
  readonly line: number;
  readonly place: object;
}
interface Mutators {
  mutationsOf(source: string, isView: boolean): Promise<Change[]>;
  withChange(source: string, place: object): Promise<string>;
  withSwitches(source: string, isView: boolean, changes: readonly object[], module: string): Promise<string>;
}

const test = suite('mutate/mutators');

const SOURCE = `
  const said: string[] = [];
  const say = (word: string): number => said.push(word);
  const isLarge = (n: number): boolean => n > 2 && !(n === 5);
  const name = (n: number | null): string => (isLarge(n ?? 7) ? 'large' : 'little');
  const tell = (n: number | null): void => {
    if (isLarge(n ?? 1 + 2 * 3)) say(name(n));
    else say('none');
    switch (n) {
      case 4:
        say('four');
    }
  };
  for (const n of [1, 3, 4, 5, null]) tell(n);
  result(said.join());`;

/** What a program of JavaScript tells. */
const tells = (code: string, isBroken?: (id: number) => boolean): string => {
  let told = '';
  runInNewContext(code, { result: (text: string) => (told = text), isBroken });
  return told;
};

test('with a switch on a program does what it does with that change alone, and else what it did', async () => {
  const { mutationsOf, withChange, withSwitches } = await load<Mutators>('test/mutate/mutators.mjs');
  const changes = (await mutationsOf(SOURCE, false)).map((change, at) => ({ ...change, id: at + 1 }));
  assert.ok(changes.length > 25);
  const switched = (await withSwitches(SOURCE, false, changes, './switch')).replace(/^import .*\n/, '');
  const usual = tells(switched, () => false);
  assert.is(usual, 'none,large,large,four,none,large');
  for (const { id, was, is, place } of changes)
    assert.is(
      tells(switched, (one) => one === id),
      tells(await withChange(SOURCE, place)),
      `${was} -> ${is}`,
    );
});

test.run();
