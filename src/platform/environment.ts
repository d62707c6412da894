import { statSync } from 'node:fs';
import { knowsZone } from './home-zone.ts';
import { maskAddress } from './secret-address.ts';
import { LOG_LEVELS } from './log.ts';
import type { LogLevel } from './log.ts';

/** The settings of the environment; undefined where a variable is absent. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly timezone: string | undefined;
  readonly logLevel: LogLevel;
  readonly secretKey: string | undefined;
  readonly mqttUrl: string | undefined;
  readonly vestaboardRwUrl: string | undefined;
  readonly vestaboardCloudUrl: string | undefined;
  readonly pluginsDir: string | undefined;
  /** True and false pin the login; undefined leaves it to the stored choice. */
  readonly authEnabled: boolean | undefined;
  readonly sessionTtlSeconds: number;
  readonly rememberMeTtlSeconds: number;
  readonly mcpToken: string | undefined;
  readonly corsOrigins: readonly string[];
  /** Further names that the appliance answers to. */
  readonly trustedHosts: readonly string[];
  /** Pins by GPIO number, where the machine was prepared for them; undefined leaves them to the settings. */
  readonly gpioButton: number | undefined;
  readonly gpioLed: number | undefined;
  /** Whether a board is made for a monitor when one is found for the first time. */
  readonly screen: boolean;
  /** Label of the GPIO chip of another computer. */
  readonly gpioChip: string | undefined;
}

/** An environment variable with a value that cannot be used; the message is the one line that ends the start. */
export class UnusableVariable extends Error {
  constructor(name: string, value: string, allowed: string) {
    super(`${name}="${value}" cannot be used: ${allowed}.`);
    this.name = 'UnusableVariable';
  }
}

const YES = ['true', '1', 'yes', 'on'];
const NO = ['false', '0', 'no', 'off'];
const DAY_S = 86_400;
const MOST_PINS = 99;

/**
 * Reads the `SERVICE_*` variables; an empty one counts as absent. Throws `UnusableVariable` for the first that is
 * wrong.
 */
export const readEnvironment = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max))
      throw new UnusableVariable(name, value, `a whole number from ${min} to ${max}`);
    return number;
  };
  const pin = (name: string): number | undefined =>
    text(name) === undefined ? undefined : integer(name, 0, 0, MOST_PINS);
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const value = text(name);
    if (value !== undefined && !isAddress(value, protocols))
      throw new UnusableVariable(
        name,
        withoutPassword(value),
        `an address with a host that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
      );
    return value;
  };
  return {
    host: text('SERVICE_HOST') ?? '0.0.0.0',
    port: integer('SERVICE_PORT', 4420, 0, 65_535),
    dataDir: text('SERVICE_DATA_DIR') ?? './data',
    timezone: zone(text('SERVICE_TIMEZONE')),
    logLevel: level(text('SERVICE_LOG_LEVEL')),
    secretKey: text('SERVICE_SECRET_KEY'),
    mqttUrl: url('SERVICE_MQTT_URL', ['mqtt:', 'mqtts:', 'tcp:', 'tls:']),
    vestaboardRwUrl: url('SERVICE_VESTABOARD_RW_URL', ['http:', 'https:']),
    vestaboardCloudUrl: url('SERVICE_VESTABOARD_CLOUD_URL', ['http:', 'https:']),
    pluginsDir: folder('SERVICE_PLUGINS_DIR', text('SERVICE_PLUGINS_DIR')),
    authEnabled: flag('SERVICE_AUTH_ENABLED', text('SERVICE_AUTH_ENABLED')),
    sessionTtlSeconds: integer('SERVICE_SESSION_TTL_SECONDS', 7 * DAY_S, 1, 1_000_000_000),
    rememberMeTtlSeconds: integer('SERVICE_REMEMBER_ME_TTL_SECONDS', 30 * DAY_S, 1, 1_000_000_000),
    mcpToken: text('SERVICE_MCP_TOKEN'),
    corsOrigins: list(text('SERVICE_CORS_ORIGINS')).map(origin),
    trustedHosts: list(text('SERVICE_TRUSTED_HOSTS')),
    gpioButton: pin('SERVICE_GPIO_BUTTON'),
    gpioLed: pin('SERVICE_GPIO_LED'),
    gpioChip: text('SERVICE_GPIO_CHIP'),
    screen: flag('SERVICE_SCREEN', text('SERVICE_SCREEN')) ?? false,
  };
};

const list = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const canBeFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch {
    return false;
  }
};

// One that is not there yet may come with the first plugin.
const folder = (name: string, value: string | undefined): string | undefined => {
  if (value !== undefined && !canBeFolder(value))
    throw new UnusableVariable(name, value, 'a folder, with a folder for each plugin in it');
  return value;
};

const zone = (value: string | undefined): string | undefined => {
  if (value !== undefined && !knowsZone(value))
    throw new UnusableVariable('SERVICE_TIMEZONE', value, 'the name of an IANA time zone, as Europe/Berlin');
  return value;
};

const level = (value: string | undefined): LogLevel => {
  const wanted = value?.toLowerCase() === 'warn' ? 'warning' : (value?.toLowerCase() ?? 'info');
  const found = LOG_LEVELS.find((one) => one === wanted);
  if (!found) throw new UnusableVariable('SERVICE_LOG_LEVEL', value ?? '', `one of ${LOG_LEVELS.join(', ')}`);
  return found;
};

const flag = (name: string, value: string | undefined): boolean | undefined => {
  if (value === undefined) return undefined;
  const word = value.toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new UnusableVariable(name, value, `one of ${[...YES, ...NO].join(', ')}`);
};

/** An entry of the list of origins; `*` is let through, and grants nothing. */
const origin = (value: string): string => {
  if (value !== '*' && !(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i.test(value) && URL.canParse(value)))
    throw new UnusableVariable(
      'SERVICE_CORS_ORIGINS',
      value,
      'origins with commas between them, as https://app.example:8443, or *',
    );
  return value;
};

const isAddress = (value: string, protocols: readonly string[]): boolean => {
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocols.includes(protocol) && hostname !== '';
};

// An address that cannot be used may be one because of a character in its password: all before the last @ is left out.
const withoutPassword = (value: string): string => maskAddress(value.replace(/^([^@]*?(?:\/\/|:))[^]*@/, '$1***@'));
