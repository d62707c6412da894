import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Documents } from '../../src/documents/port.ts';
import type { StoredPlugins } from '../../src/plugins/configuration.ts';
import { SourceShelf } from '../../src/plugins/source-shelf.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { fileFor } from './source-rig.ts';

const test = suite('plugins/source-shelf');

const storedWith = (local: boolean): StoredPlugins => {
  const source = { text: JSON.stringify(fileFor('http://127.0.0.1:9')), local };
  return { probe: { enabled: true, config: {}, secrets: {}, source } };
};

test('a file is read once, and anew when it may ask the home network or may no longer', () => {
  let stored = storedWith(false);
  const shelf = new SourceShelf({
    folder: null,
    clock: createFakeClock('2026-11-20T13:30:00Z'),
    documents: {} as Documents,
    version: '0.0.0',
    stored: () => stored,
  });
  const first = shelf.find('probe');
  assert.ok(first);
  stored = storedWith(false);
  assert.is(shelf.find('probe'), first);
  stored = storedWith(true);
  const second = shelf.find('probe');
  assert.is.not(second, first);
  stored = storedWith(false);
  assert.is.not(shelf.find('probe'), second);
});

test.run();
