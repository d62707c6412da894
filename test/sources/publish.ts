import { readFileSync } from 'node:fs';
import { CATEGORIES } from '../../src/sources/form/categories.ts';
import { evidenceText } from '../../src/sources/form/evidence.ts';
import { hostsOf } from '../../src/sources/hosts.ts';
import { toSource, type Source } from '../../src/sources/form/source.ts';
import * as v from 'valibot';
import { SourceSchema } from '../../src/sources/form/schema.ts';
import { sourceJsonSchema } from '../../src/sources/form/json-schema.ts';
import { stockFiles } from './stock.ts';

const sourceIn = (path: string): Source => toSource(v.parse(SourceSchema, JSON.parse(readFileSync(path, 'utf8'))));

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

const every = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

const needsOf = ({ account, required, settings, place }: Source): string =>
  [
    ...(place ? ['a place'] : []),
    ...required.map((name) => String((settings[name] as { title?: unknown } | undefined)?.title ?? name)),
    ...(account === 'none'
      ? []
      : [`${account.oauth ? 'sign-in with a client ID of your own' : 'account'}: ${account.url}`]),
  ].join(', ') || 'nothing';

const rowOf = (source: Source): string =>
  `| ${[
    `${source.name} (\`${source.id}\`)`,
    source.description,
    needsOf(source),
    `${source.attribution.text}: ${hostsOf(source).join(', ').replaceAll('*', '\\*')}`,
    every(source.refresh.usual),
    source.reference.join(', '),
    evidenceText(source.evidence),
  ]
    .map(cell)
    .join(' | ')} |`;

/**
 * What others list and is no file here: what they call it, what shows it here, and what it needs or why it is missing.
 */
const BESIDE: readonly (readonly [reference: string, here: string, note: string])[] = [
  ['calendar_sub', 'plugin `calendar`', 'an iCalendar address'],
  ['element_of_day', 'plugin `element_of_day`', 'computed'],
  ['game_of_life', 'plugin `game_of_life`', 'computed'],
  ['generic_data', 'plugin `json`, or a source of your own', 'an address'],
  ['pride', 'plugin `pride`', 'computed'],
  ['rss_reader', 'plugin `rss`', 'an address'],
  ['santa_tracker', 'plugin `santa_tracker`', 'computed'],
  ['special_occasions', 'plugins `countdown_bars` and `calendar`', 'your own days'],
  ['reminders', 'plugins `chores` and `trash_day`, schedules', 'your own days'],
  ['price_list', 'a page of your own words, or source `google_sheet`', 'your own prices'],
  ['stardate', 'plugin `stardate`', 'computed'],
  ['stocks', 'plugin `stocks`', 'nothing'],
  ['sun_art', 'plugin `sun_art`', 'computed, a place'],
  ['trash_day', 'plugin `trash_day`', 'your own days'],
  ['visual_clock', 'plugin `visual_clock`', 'computed'],
  ['white_noise', 'plugin `white_noise`', 'computed'],
  ['word_clock', 'plugin `word_clock`', 'computed'],
  [
    'bambu_lab',
    '',
    'missing: its printers tell over MQTT alone, with certificates of their own; see `octoprint`, `moonraker`',
  ],
  ['fitbit', '', 'missing: its Web API ends in September 2026, and its successor lets in checked applications only'],
  ['melbourne_departures', '', 'missing: each request has to be signed with a key; see `transitous_departures`'],
  ['star_trek_quotes', '', 'missing: the lines are not free; see plugin `quotes` and the sources of quotations'],
];

/** Files that left since 0.1.0: the id, since when and why, and the ids of what shows it now. */
export const GONE: readonly (readonly [id: string, why: string, successors: readonly string[]])[] = [
  [
    'france_departures',
    'Navitia ended its open service in November 2024',
    ['paris_departures', 'transitous_departures'],
  ],
  [
    'uk_rail_departures',
    'National Rail gives out no more tokens of OpenLDBWS; keys of the Rail Data Marketplace took their place',
    ['british_rail_departures'],
  ],
];

/** The table of all sources, by category, as `docs/catalogue.md` has it. */
export const catalogueTable = (): string => {
  const stock = stockFiles().map(sourceIn);
  const sources = stock.filter(({ retired }) => !retired);
  const free = sources.filter(({ account }) => account === 'none').length;
  const rows = Object.entries(CATEGORIES).flatMap(([category, label]) =>
    sources
      .filter((source) => source.category === category)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((source) => `| ${label} ${rowOf(source)}`),
  );
  return [
    '# The catalogue',
    '',
    `${sources.length} sources, ${free} of them without an account. This page is made by \`npm run catalogue -- --table\`.`,
    '"rests on": what the file was compared with, and when. "reference": what other products call it.',
    '',
    '| category | source | shows | needs | data | asks every | reference | rests on |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Beside the files',
    '',
    'What others list, and plugins with code show here, or nothing does.',
    '',
    '| reference | here | needs, or why not |',
    '| --- | --- | --- |',
    ...BESIDE.map(([reference, here, note]) => `| ${reference} | ${here} | ${note} |`),
    '',
    '## What goes on for those who have it',
    '',
    'The gallery lists them only where something of them is stored. New ones are a choice of another source.',
    '',
    '| source | another one | choice |',
    '| --- | --- | --- |',
    ...stock.flatMap(({ id, name, retired }) =>
      retired ? [`| ${name} (\`${id}\`) | ${retired.name} (\`${retired.successor}\`) | ${retired.choice ?? ''} |`] : [],
    ),
    '',
    '## What left',
    '',
    '| source | why | successor |',
    '| --- | --- | --- |',
    ...GONE.map(
      ([id, why, successors]) => `| \`${id}\` | ${why} | ${successors.map((one) => `\`${one}\``).join(', ')} |`,
    ),
    '',
  ].join('\n');
};

/** The form of files as `docs/source.schema.json` has it. */
export const schemaText = (): string => `${JSON.stringify(sourceJsonSchema(), null, 2)}\n`;
