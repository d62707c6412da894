import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeSharePage, type SharePage } from '../../src/http/pages/share-page.ts';
import { writeFavouritePage, writeRefusalPage, writeSignInPage } from '../../src/http/pages/sentence-pages.ts';
import { assertRecorded } from '../support/recording.ts';

// Pages apart from the interface, with the policies that they are sent with. A change is seen and meant:
// `RECORD=1 node test/run.mjs http/bare-pages` writes them down anew.
const test = suite('http/bare-pages');

const SHARED: SharePage = {
  name: null,
  words: '',
  background: '#0d0d0e',
  tag: '"a/b"',
  path: '/s/token',
  origin: 'https://kitchen.local:4420',
  preview: { width: 1200, height: 630 },
};
const SIGNS = `<b> & "co" 'x'`;

const pages: [what: string, page: { html: string; policy: string }][] = [
  ['a shared board without a name and words', writeSharePage(SHARED)],
  ['a shared board with a name', writeSharePage({ ...SHARED, name: SIGNS, words: `GOOD ${SIGNS}` })],
  ['a link that opens nothing', writeRefusalPage(`Gone: ${SIGNS}`)],
  ['a favourite to send', writeFavouritePage(SIGNS, null)],
  ['a favourite that was sent', writeFavouritePage(SIGNS, SIGNS)],
  ['the way back from a service', writeSignInPage(SIGNS, 'own:a/b')],
];

test('pages and their policies are what was recorded', () =>
  assertRecorded(
    'http/bare-pages.txt',
    pages.flatMap(([what, { html, policy }]) => [`== ${what}`, policy, html]),
  ));

test('of the words of a board a thousand letters are told', () => {
  const tellsOf = (count: number): boolean =>
    writeSharePage({ ...SHARED, words: 'W'.repeat(1001) }).html.includes(`alt="${'W'.repeat(count)}"`);
  assert.equal([tellsOf(1000), tellsOf(1001)], [true, false]);
});

test('the tag of a page is another one whenever it says something else', () => {
  const tags = [{}, { words: 'A' }, { name: 'B' }, { background: '#ffffff' }, { tag: '"c"' }].map(
    (more) => writeSharePage({ ...SHARED, ...more }).etag,
  );
  assert.is(new Set(tags).size, tags.length);
  for (const tag of tags) assert.match(tag, /^"[\w-]{27}"$/);
});

test.run();
