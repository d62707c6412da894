import { MAX_AGE } from '../../core/asking-settings.ts';
import { Fault } from '../../fault.ts';
import type { JsonObject } from '../../schema/common.ts';
import { boundPayload, PayloadError } from '../contract/payload.ts';
import { checkSettings } from '../contract/settings-check.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';
import { checkFreshness } from '../running/freshness.ts';
import { movedSecrets } from './destinations.ts';
import { splitSecrets } from './secrets.ts';
import { restoreSecrets } from './restored-secrets.ts';

/**
 * What is stored of settings that replace those of before, which stand as a whole in `stored`: every `***` is the
 * stored secret again, as long as it goes where it went. Throws Fault 400 that names the field.
 */
export const replaceSettings = (
  schema: SettingSchema,
  stored: JsonObject,
  settings: JsonObject,
): ReturnType<typeof splitSecrets> => {
  // A null leaves the usual, but for the age: there it is for ever.
  const given = Object.fromEntries(
    Object.entries(bounded(settings)).filter(([name, value]) => value !== null || name === MAX_AGE),
  );
  const restored = restoreSecrets(schema, given, stored);
  const problems = [
    ...checkSettings(schema, restored),
    ...checkFreshness(schema, restored),
    ...movedSecrets(schema, given, stored, restored),
  ];
  if (problems.length > 0) throw new Fault(400, problems.join('; '));
  return splitSecrets(schema, restored);
};

const bounded = (settings: JsonObject): JsonObject => {
  try {
    return boundPayload(settings);
  } catch (error) {
    if (error instanceof PayloadError) throw new Fault(400, `config: ${error.message}`);
    throw error;
  }
};
