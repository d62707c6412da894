import type { JsonObject } from '../../schema/common.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import { settingsFromEnvironment, type Environment } from './environment.ts';
import { parseKey } from '../contract/key.ts';
import type { Installed } from './registry.ts';
import { createRedactor, type Redactor } from '../../platform/redactor.ts';
import { joinSecrets, maskSecrets, secretValues, withoutMaskedAddresses } from './secrets.ts';
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

/** The keys under which instances of a plugin are stored, by label. */
export const instanceKeysOf = (stored: StoredPlugins, id: string): string[] =>
  Object.keys(stored)
    .filter((key) => parseKey(key).id === id && parseKey(key).label !== null)
    .sort();

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
    const { replaceSettings } = require('./replaced-settings.ts') as typeof import('./replaced-settings.ts');
    return { ...this.#stored, ...replaceSettings(this.#installed.schema, this.#whole(), settings) };
  }

  #whole(): JsonObject {
    return joinSecrets(this.#stored.config, this.#stored.secrets);
  }
}
