import { readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PANEL_DRIVERS } from '../../hw/registry.ts';

const test = suite('every driver for panels');

test('passes the suite in a file of its own', () => {
  assert.equal(
    readdirSync('test/conformance/panels').sort(),
    PANEL_DRIVERS.map(({ kind }) => `${kind}.test.ts`).sort(),
  );
});

test.run();
