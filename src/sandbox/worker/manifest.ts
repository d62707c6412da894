import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findJsonExcess } from '../../core/bounds/json-bounds.ts';
import { compilePattern, LONGEST_SETTING_PATTERN } from '../../core/bounds/pattern.ts';
import { isRecord } from '../../core/record.ts';
import { LARGEST_MANIFEST, MANIFEST_JSON, MOST_PATTERNS } from '../limits.ts';
import type { ManifestTask } from '../protocol.ts';

const EXCESS = {
  levels: `is nested deeper than ${MANIFEST_JSON.levels} levels`,
  containers: `has more than ${MANIFEST_JSON.containers} objects and lists`,
  members: `has more than ${MANIFEST_JSON.members} members`,
} as const;

/** Thrown with why a manifest is not used. */
class Unusable extends Error {}

const read = (path: string): Buffer => {
  // Opening a pipe would wait for a writer.
  if (!statSync(path).isFile()) throw new Unusable('is no file');
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (fstatSync(file).size > LARGEST_MANIFEST) throw new Unusable(`is larger than ${LARGEST_MANIFEST / 1024} KiB`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};

const parse = (bytes: Buffer): unknown => {
  const excess = findJsonExcess(bytes, MANIFEST_JSON);
  if (excess !== null) throw new Unusable(EXCESS[excess]);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Unusable('is no JSON');
  }
};

/** The schemas of settings in a schema, itself first, by their places. */
function* schemasIn(schema: unknown, path: string): Generator<[path: string, schema: Record<string, unknown>]> {
  if (!isRecord(schema)) return;
  yield [path, schema];
  const { properties, items, additionalProperties } = schema;
  for (const [name, member] of Object.entries(isRecord(properties) ? properties : {}))
    yield* schemasIn(member, `${path}.properties.${name}`);
  yield* schemasIn(items, `${path}.items`);
  yield* schemasIn(additionalProperties, `${path}.additionalProperties`);
}

const checkPatterns = (manifest: unknown): void => {
  let count = 0;
  for (const [path, { pattern }] of schemasIn(isRecord(manifest) && manifest['settings_schema'], 'settings_schema')) {
    if (typeof pattern !== 'string') continue;
    if (++count > MOST_PATTERNS) throw new Unusable(`has more than ${MOST_PATTERNS} patterns`);
    if (compilePattern(pattern, LONGEST_SETTING_PATTERN) === null)
      throw new Unusable(`: ${path.slice(0, 200)}.pattern: is no regular expression, or too much work`);
  }
};

const manifestIn = (folder: string): { readonly value: unknown } | { readonly error: string } => {
  try {
    const value = parse(read(join(folder, 'manifest.json')));
    checkPatterns(value);
    return { value };
  } catch (error) {
    return {
      error: `manifest.json ${error instanceof Unusable ? error.message : 'cannot be read'}`.replace(' :', ':'),
    };
  }
};

/** What is written in the manifest of a folder, as JSON: nothing that is said of a plugin is read outside of here. */
export const readManifest = ({ folder }: ManifestTask): string => JSON.stringify(manifestIn(folder));
