import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnusableVariable, readEnvironment } from '../../src/platform/environment.ts';

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

test.run();
