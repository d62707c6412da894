import { MAX_AGE } from '../../core/asking-settings.ts';
import { Fault } from '../../fault.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import { settingsFromEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import { parseKey } from '../contract/key.ts';
import { boundPayload, PayloadError } from '../contract/payload.ts';
import type { Installed } from './registry.ts';
import { createRedactor } from '../../platform/redactor.ts';
import type { Redactor } from '../../platform/redactor.ts';
import { checkFreshness } from '../running/freshness.ts';
import { movedSecrets } from './destinations.ts';
import {
  joinSecrets,
  maskSecrets,
  restoreSecrets,
  secretValues,
  splitSecrets,
  withoutMaskedAddresses,
} from './secrets.ts';
import { checkSettings } from '../contract/settings-check.ts';
import { missingSettings, withDefaults } from '../contract/settings-schema.ts';

/** Stored settings by key, as one immutable snapshot. */
export type StoredPlugins = Readonly<Record<string, StoredPlugin>>;

// The one plugin that an appliance nobody has touched shows something with.
const ENABLED_AT_FIRST = 'date_time';

/** What is stored for a key, or what counts while nothing is. */
export const storedFor = (stored: StoredPlugins, key: string): StoredPlugin =>
  (Object.hasOwn(stored, key) ? stored[key] : undefined) ?? {
    enabled: key === ENABLED_AT_FIRST,
    config: {},
    secrets: {},
  };

const tokensIn = ({ sign_in }: StoredPlugin): string[] =>
  Object.values(sign_in?.secrets ?? {}).filter((value) => typeof value === 'string');

/** The settings of one key in their several readings. */
export class Configuration {
  readonly #installed: Installed;
  readonly #stored: StoredPlugin;
  readonly #fromEnvironment: JsonObject;
  #redactor: Redactor | null = null;
  #effective: JsonObject | null = null;

  /** Instances have settings of their own: the environment applies to the plugin itself. */
  constructor(installed: Installed, key: string, stored: StoredPlugins, env: Environment) {
    this.#installed = installed;
    this.#stored = storedFor(stored, key);
    this.#fromEnvironment =
      parseKey(key).label === null ? settingsFromEnvironment(installed.plugin.manifest, installed.schema, env) : {};
  }

  /** Whether the owner enabled it. */
  get enabled(): boolean {
    return this.#stored.enabled;
  }

  /** What the plugin works with: environment over stored over defaults, secrets in clear. */
  effective(): JsonObject {
    this.#effective ??= withDefaults(this.#installed.schema, {
      ...withoutMaskedAddresses(this.#whole()),
      ...this.#fromEnvironment,
    });
    return this.#effective;
  }

  /** A text without the secrets that the plugin works with: what a plugin says may quote them. */
  hide(text: string): string {
    this.#redactor ??= createRedactor([
      ...secretValues(this.#installed.schema, this.effective()),
      ...tokensIn(this.#stored),
    ]);
    return this.#redactor.hide(text);
  }

  /** What the owner wrote, secrets as `***`. */
  shown(): JsonObject {
    return maskSecrets(this.#installed.schema, this.#whole());
  }

  /** Names of the settings that the environment controls. */
  overridden(): string[] {
    return Object.keys(this.#fromEnvironment);
  }

  /** Names of the required settings that have no value. */
  missing(): string[] {
    return missingSettings(this.#installed.schema, this.effective());
  }

  /**
   * The stored form of new settings: every `***` is the stored secret again, as long as it goes where it went. Throws
   * Fault 400 that names the field.
   */
  replaced(settings: JsonObject): StoredPlugin {
    // A null leaves the usual, but for the age: there it is for ever.
    const given = Object.fromEntries(
      Object.entries(bounded(settings)).filter(([name, value]) => value !== null || name === MAX_AGE),
    );
    const stored = this.#whole();
    const restored = restoreSecrets(this.#installed.schema, given, stored);
    const problems = [
      ...checkSettings(this.#installed.schema, restored),
      ...checkFreshness(this.#installed.schema, restored),
      ...movedSecrets(this.#installed.schema, given, stored, restored),
    ];
    if (problems.length > 0) throw new Fault(400, problems.join('; '));
    return { ...this.#stored, ...splitSecrets(this.#installed.schema, restored) };
  }

  #whole(): JsonObject {
    return joinSecrets(this.#stored.config, this.#stored.secrets);
  }
}

const bounded = (settings: JsonObject): JsonObject => {
  try {
    return boundPayload(settings);
  } catch (error) {
    if (error instanceof PayloadError) throw new Fault(400, `config: ${error.message}`);
    throw error;
  }
};
