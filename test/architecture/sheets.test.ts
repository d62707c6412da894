import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('style sheets');
const UI = join(process.cwd(), 'ui');
/** A page of its own, which loads no other sheet. */
const APART = /^screen\//;

const selectorsOf = (sheet: string): string[] =>
  [...sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g)]
    .map(([, head = '']) => (head.split(';').at(-1) ?? '').trim())
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim().replaceAll(/\s+/g, ' '));

test('a view looks the same whichever views were visited before: no selector stands in two sheets', () => {
  const names = readdirSync(UI, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !APART.test(name))
    .sort();
  const homes = new Map<string, Set<string>>();
  for (const name of names)
    for (const selector of selectorsOf(readFileSync(join(UI, name), 'utf8')))
      homes.set(selector, (homes.get(selector) ?? new Set()).add(name));
  assert.ok(homes.size > 500, 'the sheets are read');
  assert.equal(
    [...homes].flatMap(([selector, found]) => (found.size > 1 ? [`${selector}: ${[...found].join(', ')}`] : [])),
    [],
  );
});

test.run();
