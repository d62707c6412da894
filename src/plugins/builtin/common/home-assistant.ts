import type { JsonList } from '../../../documents/json-document.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { addressUnder, flagVariable, numberVariable, colorsByValue } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import { payingFor } from '../../contract/payload.ts';
import type { NetFailure } from '../../network/net.ts';
import type { DataPlugin, FetchRequest } from '../../contract/plugin.ts';

interface Entity {
  readonly entity_id: string;
  readonly name: string | null;
}

interface Found {
  readonly id: string;
  readonly state: JsonObject;
}

const MOST_ENTITIES = 40;
const MOST_LISTED = 300;
const ENTITY_ID = /^[a-z0-9_]+\.[a-z0-9_]+$/;
// The four attributes that boards show; the others of hundreds of entities would not fit a payload.
const USUAL_ATTRIBUTES = ['friendly_name', 'unit_of_measurement', 'device_class', 'temperature'];

const manifest = defineManifest({
  id: 'home_assistant',
  name: 'Home Assistant',
  description: 'States and attributes of entities in Home Assistant',
  icon: 'house',
  category: 'home',
  documentation:
    'Create a long-lived access token in your Home Assistant profile. ' +
    '`{{home_assistant.light_desk.state}}` is the state of `light.desk`, ' +
    '`{{home_assistant.light_desk.brightness}}` an attribute. With a name, `{{home_assistant.NAME}}` is the ' +
    'state. Without entities, all of them can be used.',
  required: ['url', 'token'],
  settings: {
    url: {
      type: 'string',
      title: 'Address',
      description: 'Such as http://homeassistant.local:8123',
      format: 'uri',
      'ui:widget': 'url',
    },
    token: { type: 'string', title: 'Access token', 'ui:widget': 'password', maxLength: 2000 },
    entities: {
      type: 'array',
      title: 'Entities',
      description: 'Entity ids, or objects with entity_id and name',
      maxItems: MOST_ENTITIES,
      default: [],
      'ui:widget': 'array-input',
    },
    refresh_seconds: refreshSetting(30, 10),
  },
  env_vars: [
    { name: 'HOME_ASSISTANT_URL', description: 'Address of Home Assistant', key: 'url' },
    { name: 'HOME_ASSISTANT_TOKEN', description: 'Long-lived access token', key: 'token' },
  ],
  sample: {
    flagship: ['{center}HOME', '', 'LIVING ROOM 21.4°', 'FRONT DOOR LOCKED', 'LIGHTS ON 3', 'SOLAR 2.1 KW'],
    note: ['ROOM 21.4°', 'DOOR LOCKED', 'SOLAR 2.1 KW'],
  },
  variables: {
    auto_discover: true,
    groups: { connection: { label: 'Connection' } },
    simple: {
      connected: flagVariable('Whether Home Assistant answers', 'connection', true),
      entity_count: numberVariable('How many entities were read', 4, 'connection', 12),
    },
  },
  color_rules_schema: {
    state: colorsByValue({ on: 'green', closed: 'green', open: 'orange', off: 'red', unavailable: 'red' }),
  },
});

const entitiesOf = (config: JsonObject): Entity[] =>
  ((config['entities'] ?? []) as unknown[]).map((entity) => {
    if (typeof entity === 'string') return { entity_id: entity.trim(), name: null };
    const { entity_id, name } = (entity ?? {}) as { entity_id?: unknown; name?: unknown };
    return {
      entity_id: typeof entity_id === 'string' ? entity_id : '',
      name: typeof name === 'string' && name !== '' ? name : null,
    };
  });

const read = async (
  path: string,
  { config, net, signal }: FetchRequest,
  list?: JsonList,
): Promise<{ readonly value: unknown } | NetFailure> => {
  const answer = await net.json(addressUnder(config['url'], path), {
    signal,
    headers: { authorization: `Bearer ${String(config['token'])}` },
    ...(list ? { wanted: { list } } : {}),
  });
  return 'error' in answer && (answer.status === 401 || answer.status === 403)
    ? { error: 'Home Assistant refuses the access token', status: answer.status }
    : answer;
};

const toFound = (value: unknown): Found[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { entity_id, state, attributes, last_changed } = value as JsonObject;
  return typeof entity_id === 'string' ? [{ id: entity_id, state: { state, attributes, last_changed } }] : [];
};

/** All states are a large answer: what boards show is picked out of it where it is read. */
const USUAL: JsonList = {
  picks: [
    ...['entity_id', 'state'].map((name) => ({ name, path: name })),
    ...USUAL_ATTRIBUTES.map((name) => ({ name, path: `attributes.${name}` })),
  ],
};

const toUsual = ({ entity_id, state, ...attributes }: JsonObject): Found[] =>
  typeof entity_id === 'string' ? [{ id: entity_id, state: { state, attributes } }] : [];

const readList = async (request: FetchRequest, list: JsonList): Promise<JsonObject[] | NetFailure> => {
  const answer = await read('/api/states', request, list);
  if ('error' in answer) return answer;
  return Array.isArray(answer.value) ? (answer.value as JsonObject[]) : { error: 'the answer holds no states' };
};

const readAll = async (request: FetchRequest): Promise<Found[] | NetFailure> => {
  const states = await readList(request, USUAL);
  return 'error' in states ? states : states.flatMap(toUsual);
};

/** The wanted entities one by one; when none is found so, out of the list of all. */
const readWanted = async (wanted: readonly Entity[], request: FetchRequest): Promise<Found[] | NetFailure> => {
  const pay = payingFor();
  const answers = await Promise.all(
    wanted.map(async ({ entity_id }) => pay(await read(`/api/states/${entity_id}`, request))),
  );
  const found = answers.flatMap((answer) => ('error' in answer ? [] : toFound(answer.value)));
  if (found.length > 0) return found;
  const grave = answers.find((answer) => 'error' in answer && answer.status !== 404);
  if (grave && 'error' in grave) return grave;
  const states = await readList(request, {
    only: { path: 'entity_id', values: wanted.map(({ entity_id }) => entity_id) },
  });
  return 'error' in states ? { error: 'none of the entities is known to Home Assistant' } : states.flatMap(toFound);
};

/** Entities of a Home Assistant in the house. */
export const homeAssistant: DataPlugin = {
  manifest,
  entityLookup: true,
  fetchData: async (request) => {
    const wanted = entitiesOf(request.config);
    const found = wanted.length > 0 ? await readWanted(wanted, request) : await readAll(request);
    if ('error' in found) return { available: false, error: found.error };
    if (found.length === 0) return { available: false, error: 'none of the entities is known to Home Assistant' };
    const shown = wanted.length > 0 ? found : found.slice(0, MOST_LISTED);
    const states = Object.fromEntries(shown.map(({ id, state }) => [id, state]));
    const named = Object.fromEntries(
      wanted.flatMap(({ entity_id, name }) =>
        name !== null && states[entity_id] ? [[name, states[entity_id]['state']]] : [],
      ),
    );
    return { available: true, data: { ...states, ...named, connected: true, entity_count: found.length } };
  },
  configuredVariables: (config) =>
    entitiesOf(config).flatMap(({ entity_id, name }) => [
      `${entity_id.replace('.', '_')}.state`,
      ...(name === null ? [] : [name]),
    ]),
  validateConfig: (config) =>
    entitiesOf(config).flatMap(({ entity_id }, index) =>
      ENTITY_ID.test(entity_id)
        ? []
        : [`entities[${index}]: must be an entity id such as light.desk, or an object with entity_id and name`],
    ),
  format: ({ data, board, config }) => {
    const named = entitiesOf(config).map(({ entity_id, name }) => ({
      label: name ?? entity_id.split('.')[1]?.replaceAll('_', ' ') ?? '',
      state: data[entity_id] as JsonObject | undefined,
    }));
    return centerBlock(
      named.map(({ label, state }) => `${label} ${String(state?.['state'] ?? '-')}`),
      board,
    );
  },
};
