import type { JsonObject } from '../../../schema/common.ts';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { centerValues } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin } from '../../contract/plugin.ts';

interface Mapping {
  readonly name: string;
  readonly path?: string;
}

const MOST_BYTES = 4 * 1024 * 1024;

const manifest = defineManifest({
  id: 'json',
  name: 'JSON',
  description: 'Any HTTP address that answers JSON, with a path per variable',
  icon: 'braces',
  category: 'data',
  documentation:
    'A path such as `data.items[0].name` picks a value: names between dots, list positions in brackets, ' +
    'negative ones from the end. Without variables the members of the answer are the variables, as long as ' +
    'they come to no more than 256 KiB.',
  required: ['url'],
  settings: {
    url: { type: 'string', title: 'Address', format: 'uri', maxLength: 2000, 'ui:widget': 'url' },
    headers: {
      type: 'object',
      title: 'Headers',
      description: 'Sent with the request',
      additionalProperties: { type: 'string', secret: true, maxLength: 4000, pattern: '^[\\t -~\\x{80}-\\x{FF}]*$' },
    },
    variables: {
      type: 'array',
      title: 'Variables',
      maxItems: 100,
      default: [],
      'ui:widget': 'json-path-mapper',
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' },
          path: { type: 'string', maxLength: 500 },
        },
      },
    },
    refresh_seconds: refreshSetting(300, 10),
  },
  variables: { auto_discover: true, simple: {} },
  sample: {
    flagship: ['', 'TEMPERATURE 21.4', 'HUMIDITY 48', 'WINDOW SHUT', 'POWER 312', ''],
    note: ['TEMPERATURE 21', 'HUMIDITY 48', 'WINDOW SHUT'],
  },
});

const asObject = (answer: unknown): JsonObject => {
  if (Array.isArray(answer)) return { items: answer, count: answer.length };
  return typeof answer === 'object' && answer !== null ? (answer as JsonObject) : { value: answer };
};

const mappingsOf = (config: JsonObject): readonly Mapping[] => (config['variables'] ?? []) as Mapping[];

const configuredNames = (config: JsonObject): string[] => mappingsOf(config).map(({ name }) => name);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Values out of a JSON document. */
export const json: DataPlugin = {
  manifest,
  fetchData: async ({ config, net, signal }) => {
    const picks = mappingsOf(config).map(({ name, path = '' }) => ({ name, path }));
    const answer = await net.json(String(config['url']), {
      headers: (config['headers'] ?? {}) as Record<string, string>,
      signal,
      mostBytes: MOST_BYTES,
      ...(picks.length > 0 && { wanted: { picks } }),
    });
    return 'error' in answer
      ? { available: false, error: answer.error }
      : { available: true, data: asObject(answer.value) };
  },
  configuredVariables: configuredNames,
  validateConfig: ({ headers }) =>
    Object.keys((headers ?? {}) as JsonObject).flatMap((name) =>
      HEADER_NAME.test(name) ? [] : [`headers: "${name}" is no header name`],
    ),
  format: ({ data, board, config }) => {
    const names = configuredNames(config);
    return centerValues(names.length > 0 ? names : Object.keys(data), data, board);
  },
};
