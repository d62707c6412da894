import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnusableVariable, readEnvironment, type Settings } from '../../src/platform/environment.ts';

const test = suite('platform/environment');

test('origins are taken as they are written, and the star too', () => {
  const { corsOrigins } = readEnvironment({
    SERVICE_CORS_ORIGINS: ' https://app.example:8443, http://[fd00::1] ,*,, capacitor://localhost',
  });
  assert.equal(corsOrigins, ['https://app.example:8443', 'http://[fd00::1]', '*', 'capacitor://localhost']);
});

for (const value of [
  'app.example',
  'https://app.example/',
  'https://app.example/path',
  'http://a.example http://b.example',
  'null',
  'https://me@app.example',
  'https://app.example:99999',
]) {
  test(`what can never be an origin ends the start: ${value}`, () => {
    assert.throws(
      () => readEnvironment({ SERVICE_CORS_ORIGINS: `http://ok.example, ${value}` }),
      (error: unknown) =>
        error instanceof UnusableVariable && error.message.startsWith(`SERVICE_CORS_ORIGINS="${value}" `),
    );
  });
}

for (const [name, values] of [
  ['SERVICE_MQTT_URL', ['mqtt://', 'mqtt:broker', 'http://broker', 'broker']],
  ['SERVICE_VESTABOARD_RW_URL', ['http:board', 'http://', 'mqtt://board']],
  ['SERVICE_VESTABOARD_CLOUD_URL', ['https:board', 'ftp://board']],
] as const) {
  for (const value of values)
    test(`no address ends the start: ${name}=${value}`, () =>
      assert.throws(
        () => readEnvironment({ [name]: value }),
        (error: unknown) => error instanceof UnusableVariable && error.message.startsWith(`${name}="${value}" `),
      ));
}

test('pins are given by number', () => {
  const { gpioButton, gpioLed } = readEnvironment({ SERVICE_GPIO_BUTTON: '17' });
  assert.equal([gpioButton, gpioLed], [17, undefined]);
  for (const value of ['abc', '-1', '100', '1.5'])
    assert.throws(
      () => readEnvironment({ SERVICE_GPIO_LED: value }),
      (error: unknown) => error instanceof UnusableVariable && error.message.startsWith(`SERVICE_GPIO_LED="${value}" `),
    );
});

test('further plugins are in a folder, which may not exist yet', () => {
  const pluginsDir = (value: string) => readEnvironment({ SERVICE_PLUGINS_DIR: value }).pluginsDir;
  for (const value of [process.cwd(), join(process.cwd(), 'not-there')]) assert.is(pluginsDir(value), value);
  for (const value of ['package.json', 'package.json/plugins'])
    assert.throws(
      () => pluginsDir(join(process.cwd(), value)),
      (error: unknown) => error instanceof UnusableVariable && error.message.startsWith('SERVICE_PLUGINS_DIR="'),
    );
});

test('an empty variable is none', () =>
  assert.equal(readEnvironment({ SERVICE_CORS_ORIGINS: '', SERVICE_AUTH_ENABLED: ' ' }).corsOrigins, []));

test('without any variable', () =>
  assert.equal(readEnvironment({}), {
    host: '0.0.0.0',
    port: 4420,
    dataDir: './data',
    timezone: undefined,
    logLevel: 'info',
    secretKey: undefined,
    pluginsDir: undefined,
    corsOrigins: [],
    trustedHosts: [],
    authEnabled: undefined,
    mcpToken: undefined,
    sessionTtlSeconds: 604_800,
    rememberMeTtlSeconds: 2_592_000,
    mqttUrl: undefined,
    screen: false,
    gpioButton: undefined,
    gpioLed: undefined,
    gpioChip: undefined,
    vestaboardRwUrl: undefined,
    vestaboardCloudUrl: undefined,
  }));

/** Values of a variable, and the setting that each makes. */
const READ: readonly [string, keyof Settings, readonly (readonly [string, unknown])[]][] = [
  ['SERVICE_HOST', 'host', [[' :: ', '::']]],
  ['SERVICE_PORT', 'port', ['0', '1', '65535'].map((one) => [one, Number(one)] as const)],
  ['SERVICE_DATA_DIR', 'dataDir', [['/var/lib/flapbox', '/var/lib/flapbox']]],
  ['SERVICE_TIMEZONE', 'timezone', [['Europe/Berlin', 'Europe/Berlin']]],
  [
    'SERVICE_LOG_LEVEL',
    'logLevel',
    [
      ...['debug', 'info', 'warning', 'error'].map((one) => [one, one] as const),
      ['WARN', 'warning'],
      ['Error', 'error'],
    ],
  ],
  ['SERVICE_SECRET_KEY', 'secretKey', [['long words', 'long words']]],
  ['SERVICE_TRUSTED_HOSTS', 'trustedHosts', [[' a.example,, b ', ['a.example', 'b']]]],
  [
    'SERVICE_AUTH_ENABLED',
    'authEnabled',
    [
      ...['true', '1', 'yes', 'on', 'TRUE'].map((one) => [one, true] as const),
      ...['false', '0', 'no', 'off', 'Off'].map((one) => [one, false] as const),
    ],
  ],
  [
    'SERVICE_MCP_TOKEN',
    'mcpToken',
    [
      ['token', 'token'],
      ['all ~ signs!', 'all ~ signs!'],
    ],
  ],
  ['SERVICE_SESSION_TTL_SECONDS', 'sessionTtlSeconds', ['1', '1000000000'].map((one) => [one, Number(one)] as const)],
  [
    'SERVICE_REMEMBER_ME_TTL_SECONDS',
    'rememberMeTtlSeconds',
    ['1', '1000000000'].map((one) => [one, Number(one)] as const),
  ],
  [
    'SERVICE_MQTT_URL',
    'mqttUrl',
    ['mqtt://u:p@broker', 'mqtts://broker', 'tcp://broker:1', 'TLS://[::1]'].map((one) => [one, one] as const),
  ],
  [
    'SERVICE_SCREEN',
    'screen',
    [
      ['yes', true],
      ['no', false],
    ],
  ],
  [
    'SERVICE_GPIO_BUTTON',
    'gpioButton',
    [
      ['0', 0],
      ['99', 99],
    ],
  ],
  [
    'SERVICE_GPIO_LED',
    'gpioLed',
    [
      ['0', 0],
      ['99', 99],
    ],
  ],
  ['SERVICE_GPIO_CHIP', 'gpioChip', [['gpiochip0', 'gpiochip0']]],
  ['SERVICE_VESTABOARD_RW_URL', 'vestaboardRwUrl', ['http://h', 'https://h/x'].map((one) => [one, one] as const)],
  ['SERVICE_VESTABOARD_CLOUD_URL', 'vestaboardCloudUrl', ['http://h', 'https://h/x'].map((one) => [one, one] as const)],
];
for (const [name, setting, values] of READ)
  for (const [value, read] of values)
    test(`${name}=${value}`, () => assert.equal(readEnvironment({ [name]: value })[setting], read));

/** What cannot be used, and how the line ends that says so. */
const REFUSED: readonly [string, readonly string[], string][] = [
  ['SERVICE_PORT', ['-1', '65536', 'x', '1.5', '1e3', '0000000000001'], 'a whole number from 0 to 65535'],
  ['SERVICE_TIMEZONE', ['Europe/Nowhere', 'x'], 'the name of an IANA time zone, as Europe/Berlin'],
  ['SERVICE_LOG_LEVEL', ['loud', 'warnings'], 'one of debug, info, warning, error'],
  ['SERVICE_AUTH_ENABLED', ['maybe', '2'], 'one of true, 1, yes, on, false, 0, no, off'],
  ['SERVICE_SCREEN', ['HDMI'], 'one of true, 1, yes, on, false, 0, no, off'],
  ['SERVICE_SESSION_TTL_SECONDS', ['0', '1000000001'], 'a whole number from 1 to 1000000000'],
  ['SERVICE_REMEMBER_ME_TTL_SECONDS', ['0', '1000000001'], 'a whole number from 1 to 1000000000'],
  ['SERVICE_GPIO_BUTTON', ['100'], 'a whole number from 0 to 99'],
  ['SERVICE_MQTT_URL', ['broker'], 'an address with a host that begins with mqtt:// or mqtts:// or tcp:// or tls://'],
  ['SERVICE_VESTABOARD_RW_URL', ['h'], 'an address with a host that begins with http:// or https://'],
];
for (const [name, values, allowed] of REFUSED)
  for (const value of values)
    test(`${name}=${value} ends the start`, () =>
      assert.throws(
        () => readEnvironment({ [name]: value }),
        (error: unknown) =>
          error instanceof UnusableVariable &&
          error.name === 'UnusableVariable' &&
          error.message === `${name}="${value}" cannot be used: ${allowed}.`,
      ));

for (const value of ['tökén', 'two\nlines', 'ключ'])
  test(`a token that no header carries ends the start, and is not told: ${JSON.stringify(value)}`, () =>
    assert.throws(
      () => readEnvironment({ SERVICE_MCP_TOKEN: value }),
      (error: unknown) => error instanceof UnusableVariable && error.message.startsWith('SERVICE_MCP_TOKEN="***" '),
    ));

for (const [value, shown] of [
  ['http://user:secret@broker', 'http://***@broker'],
  ['mqtt://user:sec/ret@1@', 'mqtt://***@'],
  ['mqtt:user:secret@broker', 'mqtt:***@broker'],
  ['http://broker/?token=secret', 'http://broker/***'],
  ['http://broker?token=secret', 'http://broker/***'],
  ['http://user:secret@broker/hook/secret', 'http://***@broker/***'],
  ['broker/secret', 'broker/***'],
  ['http://broker', 'http://broker'],
] as const)
  test(`the line has no password: ${shown}`, () =>
    assert.throws(
      () => readEnvironment({ SERVICE_MQTT_URL: value }),
      (error: unknown) => error instanceof UnusableVariable && error.message.startsWith(`SERVICE_MQTT_URL="${shown}" `),
    ));

test.run();
