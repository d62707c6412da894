import type { JsonObject } from '../../../schema/common.ts';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { cutText, demoPages, itemVariable, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin } from '../../contract/plugin.ts';

const LONGEST_TITLE = 200;
const MOST_BYTES = 4 * 1024 * 1024;

const manifest = defineManifest({
  id: 'rss',
  name: 'News feed',
  description: 'Headlines of an RSS, Atom or JSON feed',
  icon: 'rss',
  category: 'data',
  required: ['url'],
  settings: {
    url: { type: 'string', title: 'Address of the feed', format: 'uri', maxLength: 2000, 'ui:widget': 'url' },
    max_items: { type: 'integer', title: 'Entries', minimum: 1, maximum: 23, default: 5 },
    refresh_seconds: refreshSetting(900, 10),
  },
  variables: {
    groups: { feed: { label: 'Feed' }, entry: { label: 'Newest entry' } },
    simple: {
      feed_title: textVariable('Title of the feed', 22, 'feed', 'THE DAILY FLAP'),
      item_count: numberVariable('How many entries there are', 2, 'feed', 5),
      title: textVariable('Headline of the newest entry', 66, 'entry', 'SPLIT FLAPS ARE BACK'),
      age: textVariable('Its age in minutes, hours or days', 4, 'entry', '5M'),
      link: textVariable('Its address', 200, 'entry', 'https://example.org/news/1'),
    },
    arrays: {
      items: {
        label_field: 'title',
        item_fields: {
          title: itemVariable('Headline', LONGEST_TITLE),
          age: itemVariable('Age', 4),
          link: itemVariable('Address', 200),
          published: itemVariable('Instant of publication', 24),
        },
      },
    },
  },
  demo: demoPages(
    'News',
    ['{{rss.feed_title}}', '', '{{rss.title|wrap}}', '', '', '{{rss.age}}'],
    ['{{rss.title|wrap}}', '', ''],
  ),
});

/** An age as `5M`, `2H` or `3D`; empty for an entry without a date. */
export const shortAge = (published: unknown, now: number): string => {
  const at = typeof published === 'string' ? Date.parse(published) : NaN;
  if (Number.isNaN(at)) return '';
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  if (minutes < 60) return `${minutes}M`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)}H` : `${Math.min(999, Math.floor(minutes / 1440))}D`;
};

/** Headlines of a feed. */
export const rss: DataPlugin = {
  manifest,
  fetchData: async ({ config, net, documents, signal, memory }) => {
    const answer = await net.bytes(String(config['url']), {
      signal,
      mostBytes: MOST_BYTES,
      known: memory.data ? memory.edition : null,
    });
    if ('error' in answer) return { available: false, error: answer.error };
    if ('unchanged' in answer) return { available: true, data: memory.data };
    const { bytes, contentType, address, edition } = answer;
    const feed = await documents.read(
      'feed',
      bytes,
      { contentType, baseUrl: address, most: Number(config['max_items']) },
      signal,
    );
    if ('error' in feed) return { available: false, error: feed.error };
    const items = feed.value.items.map(({ title, link, published }) => ({
      title: cutText(title, LONGEST_TITLE),
      link: link.slice(0, 200),
      published,
    }));
    const data = { feed_title: cutText(feed.value.title, 22), item_count: items.length, items };
    Object.assign(memory, { edition, data });
    return { available: true, data };
  },
  present: ({ data, now }) => {
    const items = (data['items'] as JsonObject[]).map(
      (entry) => ({ ...entry, age: shortAge(entry['published'], now) }) as JsonObject,
    );
    const [first] = items;
    return {
      ...data,
      items,
      title: cutText(first?.['title'], 66),
      age: first?.['age'] ?? '',
      link: first?.['link'] ?? '',
    };
  },
  format: ({ data, board }) => {
    const items = data['items'] as JsonObject[];
    const heading = board.rows > 4 ? [String(data['feed_title'])] : [];
    return centerBlock([...heading, String(items[0]?.['title'] ?? 'NO ENTRIES')], board);
  },
};
