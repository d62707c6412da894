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

test('a file is read once, and anew when it has changed', () => {
  let stored = storedWith('One');
  const shelf = new SourceShelf({
    folder: null,
    clock: createFakeClock('2026-11-20T13:30:00Z'),
    documents: {} as Documents,
    bodies: createBodies(),
    version: '0.0.0',
    contact: () => '',
    stored: () => stored,
  });
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

test.run();
