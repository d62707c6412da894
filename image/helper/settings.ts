import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the settings file of the card asks for, as files below `/data/system`; null as a text removes the file. */
export interface AppliedSettings {
  readonly files: Readonly<Record<string, string | null>>;
  /** The lines for the firmware about pins; undefined when nothing is said about them. */
  readonly firmware: string | undefined;
  /** Whether the boot loader is to switch SPI on; undefined when nothing is said about it. */
  readonly spi: boolean | undefined;
  /** Whether the account of the service is to be forgotten, once. */
  readonly resetLogin: boolean;
  /** What is wrong, a sentence each; the rest is applied all the same. */
  readonly problems: readonly string[];
}

const KEYS = [
  'wifi_ssid',
  'wifi_password',
  'country',
  'hostname',
  'ssh_key',
  'gpio_button',
  'gpio_led',
  'spi',
  'clock_chip',
  'reset_login',
] as const;
type Key = (typeof KEYS)[number];

const isKey = (word: string): word is Key => KEYS.some((key) => key === word);

const NONE = 'none';
const PIN = { form: /^([2-9]|1\d|2[0-7]|none)$/, allowed: 'a number from 2 to 27, or none' };

const FORMS: Readonly<Record<Exclude<Key, 'wifi_password'>, { form: Pick<RegExp, 'test'>; allowed: string }>> = {
  wifi_ssid: {
    form: { test: (ssid) => ssid !== '' && Buffer.byteLength(ssid) <= 32 },
    allowed: '1 to 32 letters, fewer with accents (32 bytes)',
  },
  country: { form: /^[A-Z]{2}$/, allowed: 'two capital letters, as DE' },
  hostname: { form: /^(?!-)[a-z0-9-]{1,63}(?<!-)$/, allowed: 'lower-case letters, digits and dashes' },
  ssh_key: {
    form: /^(none|(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp256) [A-Za-z0-9+/]+={0,2}( [\x20-\x7e]*)?)$/,
    allowed: 'a public key that begins with ssh-ed25519, or none',
  },
  gpio_button: PIN,
  gpio_led: PIN,
  spi: { form: /^(on|off)$/, allowed: 'on or off' },
  // What the kernel of the card has a driver for, and what sets the clock by itself.
  clock_chip: { form: /^(ds3231|ds1307|pcf8523|off)$/, allowed: 'ds3231, ds1307, pcf8523 or off' },
  reset_login: { form: /^yes$/, allowed: 'yes' },
};

/** Whether a value of `hostname` or `country` can be used. */
export const isUsable = (key: 'hostname' | 'country', value: string): boolean => FORMS[key].form.test(value);

const readValues = (text: string, problems: string[]): Map<Key, string> => {
  const values = new Map<Key, string>();
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    const trimmed = (index === 0 ? line.replace(/^\uFEFF/, '') : line).trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const [, key = '', value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(trimmed) ?? [];
    if (isKey(key)) values.set(key, value);
    else problems.push(`Line ${index + 1} is no setting; known are ${KEYS.join(', ')}.`);
  });
  return values;
};

const isPassword = (password: string): boolean =>
  (password.length >= 8 && password.length <= 63 && /^[\x20-\x7e]+$/.test(password)) ||
  /^[0-9a-fA-F]{64}$/.test(password);

const keyFileText = (text: string): string => text.replaceAll('\\', '\\\\').replace(/^ | $/g, '\\s');

/** A stable identity, so that the same network is never stored twice. */
const identityOf = (ssid: string): string => {
  const hex = createHash('sha256').update(`flapbox ${ssid}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const profileOf = (ssid: string, password: string): string =>
  [
    '[connection]',
    `id=${identityOf(ssid).slice(0, 8)}`,
    `uuid=${identityOf(ssid)}`,
    'type=wifi',
    '',
    '[wifi]',
    'mode=infrastructure',
    // As numbers, no character of a name has a meaning of its own.
    `ssid=${[...Buffer.from(ssid)].join(';')};`,
    '',
    ...(password === '' ? [] : ['[wifi-security]', 'key-mgmt=wpa-psk', `psk=${keyFileText(password)}`, '']),
    '[ipv4]',
    'method=auto',
    '',
    '[ipv6]',
    'method=auto',
    '',
  ].join('\n');

const wifi = (values: ReadonlyMap<Key, string>, problems: string[]): Record<string, string> => {
  const [ssid, password = ''] = [values.get('wifi_ssid'), values.get('wifi_password')];
  if (ssid === undefined) {
    if (password !== '') problems.push('wifi_password has no wifi_ssid beside it.');
    return {};
  }
  if (password === '' || isPassword(password))
    return { [`network/${identityOf(ssid).slice(0, 8)}.nmconnection`]: profileOf(ssid, password) };
  problems.push('wifi_password cannot be used: it needs 8 to 63 characters.');
  return {};
};

const VARIABLES = { gpio_button: 'SERVICE_GPIO_BUTTON', gpio_led: 'SERVICE_GPIO_LED' } as const;

/** The pins that the file names, and beside them what `before`, the stored text about pins, has of the others. */
const pins = (
  values: ReadonlyMap<Key, string>,
  before: string,
  problems: string[],
): Pick<AppliedSettings, 'files' | 'firmware'> => {
  if (!values.has('gpio_button') && !values.has('gpio_led')) return { files: {}, firmware: undefined };
  const pinOf = (key: keyof typeof VARIABLES): string =>
    values.get(key) ?? new RegExp(`^${VARIABLES[key]}=(\\d+)$`, 'm').exec(before)?.[1] ?? NONE;
  const [button, light] = [pinOf('gpio_button'), pinOf('gpio_led')];
  // A light at the pin of the button would drive it against a contact to ground.
  const isTaken = light === button && light !== NONE;
  if (isTaken) problems.push('gpio_led cannot be used: gpio_button has this pin.');
  const led = isTaken ? NONE : light;
  const lines = [
    ...(button === NONE ? [] : [`${VARIABLES.gpio_button}=${button}\n`]),
    ...(led === NONE ? [] : [`${VARIABLES.gpio_led}=${led}\n`]),
  ];
  // The firmware switches the pull-up on: through the kernel's numbered pins it cannot be.
  const firmware = (button === NONE ? '' : `gpio=${button}=ip,pu\n`) + (led === NONE ? '' : `gpio=${led}=op,dl\n`);
  return { files: { 'gpio.env': lines.join('') || null }, firmware };
};

/**
 * Reads the text of the settings file: `key=value` lines, `#` for remarks. Whatever is usable counts, the rest is
 * listed. `pinsBefore` is what `gpio.env` holds: a pin about which the file says nothing stays.
 */
export const readSettings = (text: string, pinsBefore = ''): AppliedSettings => {
  const problems: string[] = [];
  const values = readValues(text, problems);
  for (const [key, value] of [...values]) {
    const rule = key === 'wifi_password' ? undefined : FORMS[key];
    if (!rule || rule.form.test(value)) continue;
    problems.push(`${key} cannot be used: allowed is ${rule.allowed}.`);
    values.delete(key);
  }
  const plain = (key: Key): Record<string, string> => (values.has(key) ? { [key]: `${values.get(key) ?? ''}\n` } : {});
  const key = values.get('ssh_key');
  const ssh: Record<string, string | null> =
    key === undefined ? {} : { 'ssh/authorized_keys': key === 'none' ? null : `${key}\n` };
  const chip = values.get('clock_chip');
  const clock: Record<string, string | null> =
    chip === undefined ? {} : { 'clock-chip': chip === 'off' ? null : `${chip}\n` };
  const { files, firmware } = pins(values, pinsBefore, problems);
  return {
    files: { ...wifi(values, problems), ...plain('country'), ...plain('hostname'), ...ssh, ...clock, ...files },
    firmware,
    spi: values.has('spi') ? values.get('spi') === 'on' : undefined,
    resetLogin: values.has('reset_login'),
    problems,
  };
};

/** What the service keeps of its account and its sessions, whatever lies there now. */
const LOGIN_FILES = ['auth.json', 'auth.json.bak', 'auth.json.tmp', 'auth.json.bak.tmp', '.session_key'];

/** Removes the account of the service from its data folder: its next start asks anew who may come in. */
export const forgetLogin = async (folder: string): Promise<void> => {
  for (const name of LOGIN_FILES) await rm(join(folder, name), { recursive: true, force: true });
};
