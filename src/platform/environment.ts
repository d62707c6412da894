import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SWITCH_WORDS, readSwitch } from '../core/switch-word.ts';
import { knowsZone } from './home-zone.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';

/** An environment variable with a value that cannot be used; the message is the one line that ends the start. */
export class UnusableVariable extends Error {
  constructor(name: string, value: string, allowed: string) {
    super(`${name}="${value}" cannot be used: ${allowed}.`);
    this.name = 'UnusableVariable';
  }
}

/** Makes a setting of what a variable holds, undefined where it is absent or empty. */
type Read<T> = (value: string | undefined, name: string) => T;

/** A variable of the process: its name, what holds without it, and what it means, both as the docs say it. */
interface Variable<T> {
  readonly name: `SERVICE_${string}`;
  readonly usual: string;
  readonly meaning: string;
  readonly read: Read<T>;
}

const variable = <T>(name: Variable<T>['name'], usual: string, meaning: string, read: Read<T>): Variable<T> => ({
  name,
  usual,
  meaning,
  read,
});

const DAY_S = 86_400;
const MOST_PINS = 99;
const LONGEST_TTL_S = 1_000_000_000;
const VENDOR = 'the vendor’s';
const MACHINE = 'stored setting, else the machine’s';

const text: Read<string | undefined> = (value) => value;

/** What a header can carry as it stands: any other would lock every program out. The line has no token. */
const token: Read<string | undefined> = (value, name) => {
  if (value === undefined || /^[\x20-\x7e]+$/.test(value)) return value;
  throw new UnusableVariable(name, '***', 'letters without accents, digits and signs, all in one line');
};

const textOr =
  (usual: string): Read<string> =>
  (value) =>
    value ?? usual;

const wholeNumber = (value: string, name: string, least: number, most: number): number => {
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new UnusableVariable(name, value, `a whole number from ${least} to ${most}`);
  return number;
};

const numberOr =
  (usual: number, least: number, most: number): Read<number> =>
  (value, name) =>
    value === undefined ? usual : wholeNumber(value, name, least, most);

const seconds = (usual: number): Read<number> => numberOr(usual, 1, LONGEST_TTL_S);

const pin: Read<number | undefined> = (value, name) =>
  value === undefined ? undefined : wholeNumber(value, name, 0, MOST_PINS);

const list: Read<readonly string[]> = (value) =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const isAddress = (value: string, protocols: readonly string[]): boolean => {
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocols.includes(protocol) && hostname !== '';
};

// An address that cannot be used may be one because of a character in its password: all before the last @ is left out,
// and what stands behind the host.
const withoutSecrets = (value: string): string => {
  const shown = value.replace(/^([^@]*?(?::?\/\/|:))[^]*@/, '$1***@');
  const host = shown.indexOf('//') < 0 ? 0 : shown.indexOf('//') + 2;
  const rest = shown.slice(host).search(/[/?#]./s);
  return rest < 0 ? shown : `${shown.slice(0, host + rest)}/***`;
};

const address =
  (...protocols: readonly string[]): Read<string | undefined> =>
  (value, name) => {
    if (value === undefined || isAddress(value, protocols)) return value;
    const beginnings = protocols.map((one) => `${one}//`).join(' or ');
    throw new UnusableVariable(name, withoutSecrets(value), `an address with a host that begins with ${beginnings}`);
  };

const webAddress = address('http:', 'https:');

/** Whether it is a folder, or nothing is in the way of one; some engines take what is below a file for not there. */
const canBeFolder = (path: string): boolean => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isDirectory() ?? (dirname(path) === path || canBeFolder(dirname(path)));
  } catch {
    return false;
  }
};

// One that is not there yet may come with the first plugin.
const folder: Read<string | undefined> = (value, name) => {
  if (value !== undefined && !canBeFolder(value))
    throw new UnusableVariable(name, value, 'a folder, with a folder for each plugin in it');
  return value;
};

const zone: Read<string | undefined> = (value, name) => {
  if (value !== undefined && !knowsZone(value))
    throw new UnusableVariable(name, value, 'the name of an IANA time zone, as Europe/Berlin');
  return value;
};

const level: Read<LogLevel> = (value = 'info', name) => {
  const wanted = value.toLowerCase() === 'warn' ? 'warning' : value.toLowerCase();
  const found = LOG_LEVELS.find((one) => one === wanted);
  if (!found) throw new UnusableVariable(name, value, `one of ${LOG_LEVELS.join(', ')}`);
  return found;
};

const flag: Read<boolean | undefined> = (value, name) => {
  if (value === undefined) return undefined;
  const isOn = readSwitch(value);
  if (isOn === null) throw new UnusableVariable(name, value, `one of ${SWITCH_WORDS.join(', ')}`);
  return isOn;
};

/** Entries of the list of origins; `*` is let through, and grants nothing. */
const origins: Read<readonly string[]> = (value, name) => {
  const all = list(value, name);
  const wrong = all.find(
    (one) => one !== '*' && !(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i.test(one) && URL.canParse(one)),
  );
  if (wrong === undefined) return all;
  throw new UnusableVariable(name, wrong, 'origins with commas between them, as https://app.example:8443, or *');
};

/** Every variable of the process, by the setting that it makes: what is read, and what the docs say of it. */
export const VARIABLES = {
  host: variable('SERVICE_HOST', '`0.0.0.0`', 'address on which it listens', textOr('0.0.0.0')),
  port: variable('SERVICE_PORT', '4420', 'port on which it listens', numberOr(4420, 0, 65_535)),
  dataDir: variable('SERVICE_DATA_DIR', '`./data`', 'everything durable, mode 0700', textOr('./data')),
  timezone: variable('SERVICE_TIMEZONE', MACHINE, 'IANA zone', zone),
  logLevel: variable('SERVICE_LOG_LEVEL', '`info`', '`debug`, `info`, `warning`, `error`', level),
  secretKey: variable('SERVICE_SECRET_KEY', 'a generated key file', 'encrypts secrets at rest', text),
  pluginsDir: variable('SERVICE_PLUGINS_DIR', 'none', 'folder of further plugins', folder),
  corsOrigins: variable('SERVICE_CORS_ORIGINS', 'none', 'origins that may send credentials, with commas', origins),
  trustedHosts: variable('SERVICE_TRUSTED_HOSTS', 'none', 'further names that it answers to, with commas', list),
  authEnabled: variable('SERVICE_AUTH_ENABLED', 'stored choice', 'pins the [login](login.md) on or off', flag),
  mcpToken: variable('SERVICE_MCP_TOKEN', 'stored token', 'the [token](login.md) of programs', token),
  sessionTtlSeconds: variable('SERVICE_SESSION_TTL_SECONDS', '604800', 'how long a login lasts', seconds(7 * DAY_S)),
  rememberMeTtlSeconds: variable(
    'SERVICE_REMEMBER_ME_TTL_SECONDS',
    '2592000',
    'how long it lasts with “Keep me logged in”',
    seconds(30 * DAY_S),
  ),
  mqttUrl: variable(
    'SERVICE_MQTT_URL',
    'stored setting',
    'broker with its credentials, `mqtt://` or `mqtts://`',
    address('mqtt:', 'mqtts:', 'tcp:', 'tls:'),
  ),
  screen: variable(
    'SERVICE_SCREEN',
    '`false`',
    '`true`: makes a board of the first monitor that is found ([screens](screen.md))',
    (value, name) => flag(value, name) ?? false,
  ),
  gpioButton: variable('SERVICE_GPIO_BUTTON', 'stored setting', 'GPIO number of the button', pin),
  gpioLed: variable('SERVICE_GPIO_LED', 'stored setting', 'GPIO number of the light', pin),
  gpioChip: variable('SERVICE_GPIO_CHIP', 'that of a Raspberry Pi', 'label of the chip of another computer', text),
  vestaboardRwUrl: variable('SERVICE_VESTABOARD_RW_URL', VENDOR, 'base address of the read-write API', webAddress),
  vestaboardCloudUrl: variable('SERVICE_VESTABOARD_CLOUD_URL', VENDOR, 'base address of the cloud API', webAddress),
} as const;

/** The settings of the environment; undefined where a variable is absent. */
export type Settings = {
  readonly [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]['read']>;
};

/**
 * Reads the `SERVICE_*` variables; an empty one counts as absent. Throws `UnusableVariable` for the first that is
 * wrong.
 */
export const readEnvironment = (env: Readonly<Record<string, string | undefined>>): Settings =>
  Object.fromEntries(
    Object.entries(VARIABLES).map(([setting, { name, read }]) => [setting, read(env[name]?.trim() || undefined, name)]),
  ) as Settings;
