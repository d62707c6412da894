import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { costOfJson } from '../../src/core/bounds/json-cost.ts';
import { parseStored, parseStoredAs } from '../../src/store/stored-json.ts';

const test = suite('store/stored json');

const MOST = 36 * 1024 * 1024;
const textOf = (length: number): string => `"${'x'.repeat(length)}"`;

test('what takes up to 36 MiB is read, and what takes more is not', () => {
  const besides = costOfJson(textOf(1000), Infinity).bytes - 1000;
  assert.is((parseStored(Buffer.from(textOf(MOST - besides - 8))) as string).length, MOST - besides - 8);
  assert.throws(() => parseStored(Buffer.from(textOf(MOST - besides + 8))), /^it would take too much memory$/);
});

test('there are up to 400,000 objects and lists', () => {
  const listOf = (count: number): Buffer => Buffer.from(`[${'[],'.repeat(count - 2)}[]]`);
  assert.is((parseStored(listOf(400_000)) as unknown[]).length, 399_999);
  assert.throws(() => parseStored(listOf(400_001)), /^it would take too much memory$/);
});

test('what is no JSON, or has another form, is none', () => {
  const form = v.object({ a: v.number() });
  assert.equal(parseStoredAs(form, Buffer.from('{"a":1}')), { a: 1 });
  for (const text of ['{"a":"1"}', '{"a":', '', '\ud800']) assert.is(parseStoredAs(form, Buffer.from(text)), null);
});

test.run();
