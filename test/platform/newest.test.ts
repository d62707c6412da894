import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { presenceTopic } from '../../src/platform/network/hub-presence.ts';
import { putNewest } from '../../src/platform/newest.ts';

const test = suite('platform/newest');

test('a map keeps its newest entries, and what is put again is the newest', () => {
  const map = new Map<string, number>();
  for (const key of ['a', 'b', 'c']) putNewest(map, key, 1, 3);
  putNewest(map, 'a', 2, 3);
  assert.equal(
    [...map],
    [
      ['b', 1],
      ['c', 1],
      ['a', 2],
    ],
  );
  putNewest(map, 'd', 3, 3);
  assert.equal([...map.keys()], ['c', 'a', 'd']);
});

test('the presence of a hub has the beginning of the SHA-256 of its topic (FIPS 180-2, "abc")', () =>
  assert.is(presenceTopic('abc'), 'flapbox/hubs/ba7816bf8f01cfea'));

test.run();
