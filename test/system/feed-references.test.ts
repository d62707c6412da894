// needs: node
import { parseFeed as parseReference } from '@rowanmanning/feed-parser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFeed } from '../../src/documents/feed/parse-feed.ts';
import { createSeeded, SEED } from './reference-draw.ts';

// Generated feeds, read by ours and by a parser that knows nothing of it. With REFERENCE_SEED=new others are drawn.

const test = suite('system/feed-references');

const { chance, between, one } = createSeeded(SEED);
const FEEDS = 1500;
const WORDS = ['Flaps', 'Bread &amp; butter', 'Grün', '5 &lt; 6', 'Straße', '“Quoted”', 'News', 'Été', '日本'];
const pad = (value: number): string => String(value).padStart(2, '0');
const title = (): string => Array.from({ length: between(1, 5) }, () => one(WORDS)).join(' ');
const wrap = (text: string): string =>
  chance(0.3) ? `<![CDATA[${text.replaceAll('&amp;', '&').replaceAll('&lt;', '<')}]]>` : text;
const date = (): Date => new Date(Date.UTC(2026, between(0, 11), between(1, 28), between(0, 23), between(0, 59)));

const rss = (): string => {
  const items = Array.from(
    { length: between(0, 8) },
    (_, index) =>
      `<item><title>${wrap(title())}</title><link>http://x/${index}</link><pubDate>${date().toUTCString()}</pubDate><guid isPermaLink="false">${index}</guid></item>`,
  );
  return `<?xml version="1.0"?><rss version="${one(['0.91', '0.92', '2.0'])}"><channel><title>${title()}</title><link>http://x/</link>${items.join('\n')}</channel></rss>`;
};

const atom = (): string => {
  const items = Array.from(
    { length: between(0, 8) },
    (_, index) =>
      `<entry><id>tag:x,${index}</id><title${one(['', ' type="text"'])}>${title()}</title><link href="http://x/${index}"/><updated>${date().toISOString()}</updated></entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>${title()}</title>${items.join('\n')}</feed>`;
};

const rdf = (): string => {
  const items = Array.from(
    { length: between(0, 8) },
    (_, index) =>
      `<item rdf:about="http://x/${index}"><title>${title()}</title><link>http://x/${index}</link><dc:date>2026-${pad(between(1, 12))}-${pad(between(1, 28))}T10:00:00Z</dc:date></item>`,
  );
  return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://x/"><title>${title()}</title></channel>${items.join('\n')}</rdf:RDF>`;
};

for (const [name, draw] of [
  ['RSS', rss],
  ['Atom', atom],
  ['RSS 1.0', rdf],
] as const) {
  test(`${FEEDS} feeds of ${name}`, () => {
    for (let index = 0; index < FEEDS; index++) {
      const text = draw();
      const ours = parseFeed(Buffer.from(text), {});
      const theirs = parseReference(text);
      assert.ok('value' in ours);
      const expected = theirs.items
        .map((item) => `${item.title} ${item.url} ${(item.published ?? item.updated)?.toISOString()}`)
        .sort();
      assert.equal(
        [
          SEED,
          ours.value.title,
          ...ours.value.items.map((item) => `${item.title} ${item.link} ${item.published}`).sort(),
        ],
        [SEED, theirs.title, ...expected],
      );
    }
  });
}

test.run();
