import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ImportPage } from '../../../ui/pages/import-page.tsx';
import { pages as texts } from '../../../ui/strings/pages.ts';

/** A page comes from a file. */
const test = suite('ui/pages/import-page');

const FILES: readonly (readonly [
  what: string,
  file: string,
  missing: readonly string[],
  asked: number,
  said: string,
])[] = [
  ['what is no JSON', 'hello', [], 0, texts.importFails],
  ['what is no object', '[]', [], 0, texts.importFails],
  ['a backup', '{"format":"flapbox-backup"}', [], 0, texts.importFails],
  ['a page', '{"format":"flapbox-page"}', [], 1, texts.imported('Hall')],
  ['a page that wants a source', '{"format":"flapbox-page"}', ['sun'], 1, texts.importedMissing('Hall', 'sun')],
];
for (const [what, file, missing_sources, asked, said] of FILES)
  test(`the file is ${what}`, () =>
    drawView(
      h(ImportPage, {}),
      () => ({ page: { name: 'Hall' }, missing_sources }),
      async (drawn) => {
        const field = drawn.find('input');
        field.files = [{ text: () => Promise.resolve(file) }];
        field.do({ type: 'change' });
        await drawn.settle();
        assert.is(drawn.asked.length, asked);
        assert.is(drawn.find('.notice').textContent, said);
      },
    ));

test.run();
