import { brotliDecompressSync } from 'node:zlib';
import type { JsonSchema } from '@valibot/to-json-schema';
import { once } from '../../core/memo.ts';
import { SENTENCES, SENTENCES_OF_FILES, type Sentences } from '../../schema/sentences.ts';
import { CONTENT_OPERATIONS } from './operations-content.ts';
import { APPLIANCE_OPERATIONS } from './operations-appliance.ts';
import { VERSIONED_OPERATIONS, type Operations } from './operations-v1.ts';
import { PARAMETERS } from './parameters.ts';
import { BODIES, BODY_MEMBERS, WORDS } from './words.ts';

export { BODY_EXAMPLES, PATH_EXAMPLES } from './examples.ts';

/** What the operations of a tag are about. */
export const TAGS: Readonly<Record<string, string>> = {
  boards: 'Boards: what they show and why, messages, pins, and how they are reached.',
  pages: 'Pages: templates that boards show, drawn with live data.',
  schedules: 'Rules that say which page a board shows when.',
  collections: 'Sets of pages of which one is shown at a time.',
  templates: 'The language of pages: variables, functions, and drawing without showing.',
  plugins: 'Plugins: sources of data, their settings, instances and triggers.',
  transitions: 'How flaps turn from one content to the next.',
  system: 'The service itself: state, log, figures, events, updates.',
  deprecated: 'Operations that have a successor and stay for older clients.',
  pictures: 'Boards, pages and transitions as picture files.',
  history: 'What was on the boards.',
  favourites: 'Messages that are shown often.',
  shares: 'Links under which anybody sees one board or page.',
  screens: 'Browsers that show boards: pairing, settings, and what they read.',
  displays: 'Sources as the first version of the API knew them.',
  settings: 'Settings of the install and of its boards.',
  control: 'The display loop, pins, pauses and commands of the hardware.',
  silence: 'Times at which boards stay still.',
  backup: 'Everything as one file.',
  mqtt: 'The connection to an MQTT broker and Home Assistant.',
  inboxes: 'What people have already and may write messages on boards: webhooks, topics, chats, a mailbox.',
  network: 'Wi-Fi.',
  auth: 'The account, sessions, and the API token.',
  mcp: 'The Model Context Protocol, for assistants.',
  reference: 'The description of this API.',
};

/**
 * The texts of the API description, which are loaded when somebody asks for it: how an operation is called, and what it
 * does.
 */
export const OPERATIONS: Operations = { ...VERSIONED_OPERATIONS, ...CONTENT_OPERATIONS, ...APPLIANCE_OPERATIONS };

/** What a parameter of an operation means, behind a folder if it stands in a path, if that is known. */
export const describeParameter = (operation: string, name: string, folder = ''): string | undefined =>
  PARAMETERS[`${operation}.${name}`] ?? PARAMETERS[`${folder}/${name}`] ?? PARAMETERS[name];

const unpack = (packed: string): Sentences =>
  JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString()) as Sentences;

const byPlace = (packed: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(unpack(packed)).flatMap(([text, places]) =>
      places.split(' ').map((place) => [place, text] as const),
    ),
  );
const written = once(() => byPlace(SENTENCES));
const ofFiles = once(() => byPlace(SENTENCES_OF_FILES));

/**
 * The sentence above a member; else what its schema says itself; else what its name means everywhere, or in its file.
 */
const describeMember = (path: string, name: string, own: string | undefined): string | undefined => {
  const [body = path] = path.split(/[.{]/, 1);
  const root = BODIES[body] ?? body;
  const way = `${root}${path.slice(body.length)}.${name}`;
  const find = (texts: ReadonlyMap<string, string>) => texts.get(way) ?? texts.get(`${root}.${name}`);
  return BODY_MEMBERS[`${path}.${name}`] ?? find(written()) ?? own ?? WORDS[name] ?? find(ofFiles());
};

type Schema = JsonSchema | boolean;

const mapValues = <T>(record: Readonly<Record<string, T>>, change: (value: T, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

const describe = (schema: Schema, path: string): Schema => {
  if (typeof schema === 'boolean') return schema;
  const { properties, additionalProperties, items, anyOf, oneOf } = schema;
  const describeOne = (value: Schema, name: string): Schema => {
    const inner = describe(value, `${path}.${name}`);
    if (typeof inner === 'boolean') return inner;
    const description = describeMember(path, name, inner.description);
    return description === undefined ? inner : { ...inner, description };
  };
  return {
    ...schema,
    ...(properties ? { properties: mapValues(properties as Record<string, Schema>, describeOne) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: describe(additionalProperties, `${path}{}`) }
      : {}),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: describe(items, path) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => describe(one, path)) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((one) => describe(one, path)) } : {}),
  };
};

/** A schema with a description at each of its members; `root` is its name, or the operation that it belongs to. */
export const describeSchema = (schema: JsonSchema, root: string): JsonSchema => describe(schema, root) as JsonSchema;
