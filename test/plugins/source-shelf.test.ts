import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Documents } from '../../src/documents/port.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { createBodies } from '../../src/plugins/network/body-budget.ts';
import { SourceShelf } from '../../src/plugins/keeping/source-shelf.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { fileFor } from './source-file.ts';

const test = suite('plugins/source-shelf');

const storedWith = (name: string): StoredPlugins => {
  const source = { text: JSON.stringify(fileFor('http://127.0.0.1:9', { name })), local: false };
  return { probe: { enabled: true, config: {}, secrets: {}, source } };
};

const shelfOf = (stored: () => StoredPlugins): SourceShelf =>
  new SourceShelf({
    folder: null,
    clock: createFakeClock('2026-11-20T13:30:00Z'),
    documents: {} as Documents,
    bodies: createBodies(),
    version: '0.0.0',
    contact: () => '',
    stored,
  });

test('a file is read once, and anew when it has changed', () => {
  let stored = storedWith('One');
  const shelf = shelfOf(() => stored);
  const first = shelf.find('probe');
  assert.ok(first);
  stored = storedWith('One');
  assert.is(shelf.find('probe'), first);
  stored = storedWith('Two');
  const second = shelf.find('probe');
  assert.is.not(second, first);
  stored = storedWith('One');
  assert.is.not(shelf.find('probe'), second);
});

test('so is one that cannot be used, and told with what is wrong with it', () => {
  let stored = storedWith('');
  const shelf = shelfOf(() => stored);
  const engine = shelf.engine();
  const load = engine.load.bind(engine);
  let loads = 0;
  engine.load = (...given) => {
    loads++;
    return load(...given);
  };
  const look = () => [shelf.find('probe') !== undefined, shelf.problems().map(({ error }) => error), loads];
  const told = 'its file cannot be used: line 1, column 31 (name): expected >=1, found 0';
  assert.equal(look(), [false, [told], 1]);
  assert.equal(look(), [false, [told], 1]);
  stored = storedWith('One');
  assert.equal(look(), [true, [], 2]);
  stored = storedWith('');
  assert.equal([look()[0], loads], [false, 2]);
});

test.run();
