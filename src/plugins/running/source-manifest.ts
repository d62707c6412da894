import type { JsonObject } from '../../schema/common.ts';
import { evidenceText } from '../../sources/form/evidence.ts';
import { settingsSchemaOf } from '../../sources/form/settings.ts';
import type { Source } from '../../sources/form/source.ts';
import type { ValueSpec } from '../../sources/form/schema.ts';
import { parseManifest, type ManifestInput } from '../contract/manifest.ts';

const FETCH_SECONDS = 15;

const toVariable = ({ description, type, max_length, format }: ValueSpec, group?: string) => ({
  description,
  type,
  max_length,
  ...(group === undefined ? {} : { group }),
  ...(format === 'markup' ? { format: 'markup' as const } : {}),
});

const variablesOf = ({ values, lists }: Source): NonNullable<ManifestInput['variables']> => ({
  groups: { values: { label: 'Values' }, lists: { label: 'Lists' } },
  simple: {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toVariable(value, 'values')])),
    ...Object.fromEntries(
      Object.entries(lists).map(([name, { description }]) => [
        `${name}_count`,
        {
          description: `${description || name}: how many there are`,
          type: 'number' as const,
          max_length: 2,
          group: 'lists',
        },
      ]),
    ),
  },
  arrays: Object.fromEntries(
    Object.entries(lists).map(([name, { label, values: fields }]) => [
      name,
      {
        ...(label === undefined ? {} : { label_field: label }),
        item_fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, toVariable(value)])),
      },
    ]),
  ),
});

const successorText = ({ name, choice }: NonNullable<Source['retired']>): string =>
  `It goes on as it is. New ones are made with “${name}”${choice === undefined ? '' : `, choice “${choice}”`}.`;

const aboutOf = ({ documentation, attribution: { text, url, terms }, account, evidence, retired }: Source): string =>
  [
    ...(retired ? [successorText(retired)] : []),
    ...(documentation === undefined ? [] : [documentation]),
    `Data: ${text}, ${url} (${terms}).`,
    ...(account === 'none' ? [] : [`It needs an account: ${account.text}, ${account.url}.`]),
    evidenceText(evidence),
  ].join('\n\n');

const TRIGGERS: JsonObject = {
  type: 'boolean',
  title: 'Show at once when something happens',
  default: true,
};

const withTriggers = (schema: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...(schema['properties'] as JsonObject), enable_triggers: TRIGGERS },
});

/** What a source says of itself as a plugin, or a sentence. `author` is who wrote the file. */
export const manifestOf = (source: Source, author: string): ReturnType<typeof parseManifest> => {
  const { id, name, description, icon, colors, pages, triggers, refresh, max_age_seconds } = source;
  const schema = settingsSchemaOf(source);
  const page = (template: readonly string[]) => ({ name, template: [...template] });
  return parseManifest({
    id,
    name,
    version: '1.0.0',
    author,
    description,
    icon,
    documentation: aboutOf(source),
    min_refresh_seconds: refresh.least,
    timeout_seconds: FETCH_SECONDS,
    ...(max_age_seconds === undefined ? {} : { max_age_seconds }),
    supports_triggers: triggers.length > 0,
    settings_schema: triggers.length > 0 ? withTriggers(schema) : schema,
    variables: variablesOf(source),
    color_rules_schema: Object.fromEntries(
      Object.entries(colors).map(([field, default_rules]) => [field, { default_rules }]),
    ),
    demo: { flagship: page(pages.flagship), note: page(pages.note) },
  } satisfies ManifestInput);
};
