import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createParser, pauseAfter } from '../../../ui/screen/link.ts';
import { openMemory } from '../../../ui/screen/memory.ts';

const test = suite('ui/screen: link and memory');

test('an event is told when it is whole, however it is cut', () => {
  const text = 'retry: 3000\nid: 4\n\nevent: frame\ndata: {"a":1}\n\n: \n\nevent: frame\ndata: {"a":2}\n\nevent: fra';
  for (const size of [1, 2, 7, 1000]) {
    const told: string[] = [];
    const take = createParser((event, data) => told.push(`${event} ${data}`));
    for (let at = 0; at < text.length; at += size) take(text.slice(at, at + size));
    assert.equal(told, ['frame {"a":1}', 'frame {"a":2}']);
  }
});

test('pauses grow to half a minute, and are spread', () => {
  assert.equal(
    [0, 1, 2, 3, 4, 5, 6, 50].map((failures) => pauseAfter(failures, 0)),
    [1000, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
  );
  assert.is(pauseAfter(1, 1), 1500);
});

const forbidden = { getItem: () => fail(), setItem: () => fail(), removeItem: () => fail() } as unknown as Storage;
const fail = (): never => {
  throw new Error('SecurityError');
};

test('where nothing may be stored it is remembered as long as the page is there', () => {
  for (const storage of [null, forbidden]) {
    const memory = openMemory(storage);
    assert.is(memory.get('token'), null);
    memory.set('token', 'abc');
    assert.is(memory.get('token'), 'abc');
    memory.set('token', null);
    assert.is(memory.get('token'), null);
  }
});

test('what is to be remembered is stored, and outlives the page', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  } as unknown as Storage;
  const memory = openMemory(storage);
  memory.set('last', { place: 'a' });
  memory.set('token', 'abc');
  assert.equal(
    [...stored],
    [
      ['flapbox-screen-last', '{"place":"a"}'],
      ['flapbox-screen-token', '"abc"'],
    ],
  );
  assert.equal([memory.get('last'), openMemory(storage).get('last')], [{ place: 'a' }, { place: 'a' }]);
  memory.set('last', null);
  assert.equal([...stored.keys()], ['flapbox-screen-token']);
  assert.equal([memory.get('last'), openMemory(storage).get('last')], [null, null]);
});

test('what is stored and is no JSON is as if it were not there', () => {
  const storage = { getItem: () => '{', setItem: () => undefined, removeItem: () => undefined } as unknown as Storage;
  assert.is(openMemory(storage).get('last'), null);
});

test.run();
