import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forgetLogin, readSettings } from '../../image/helper/settings.ts';
import { ROOT } from '../architecture/project.ts';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const test = suite('the settings file of the card');

const profileOf = (text: string): string =>
  Object.entries(readSettings(text).files).find(([name]) => name.startsWith('network/'))?.[1] ?? '';

test('the example says nothing', () => {
  assert.equal(readSettings(readFileSync(join(ROOT, 'image/boot/settings-example.txt'), 'utf8')), {
    files: {},
    firmware: undefined,
    spi: undefined,
    resetLogin: false,
    problems: [],
  });
});

test('with its # taken away every line of the example counts', () => {
  const text = readFileSync(join(ROOT, 'image/boot/settings-example.txt'), 'utf8')
    .replace(/^#(?=\w+=)/gm, '')
    .replace('AAAAC3... me@laptop', 'AAAAC3NzaC1lZDI1NTE5AAAAIA me@laptop');
  const { files, firmware, resetLogin, problems } = readSettings(text);
  assert.ok(resetLogin);
  assert.equal(problems, []);
  assert.equal(
    Object.keys(files)
      .filter((name) => !name.startsWith('network/'))
      .sort(),
    ['clock-chip', 'country', 'gpio.env', 'hostname', 'ssh/authorized_keys'],
  );
  assert.is(files['gpio.env'], 'SERVICE_GPIO_BUTTON=17\nSERVICE_GPIO_LED=27\n');
  assert.is(firmware, 'gpio=17=ip,pu\ngpio=27=op,dl\n');
  assert.match(profileOf(text), /psk=secret words\n/);
});

for (const [value, reset] of [
  ['yes', true],
  ['Yes', false],
  ['no', false],
  ['', false],
  ['1', false],
] as const) {
  test(`reset_login=${value} ${reset ? 'forgets' : 'keeps'} the login`, () => {
    const { resetLogin, problems } = readSettings(`reset_login=${value}`);
    assert.equal([resetLogin, problems.length], [reset, reset ? 0 : 1]);
  });
}

test('forgetting the login removes the account and what signs its sessions, whatever lies there, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-settings-'));
  mkdirSync(join(folder, 'auth.json', 'inside'), { recursive: true });
  for (const name of ['auth.json.bak', '.session_key', 'auth.json.damaged-2026', 'pages.json', '.secret_key'])
    writeFileSync(join(folder, name), 'x');
  await forgetLogin(folder);
  await forgetLogin(folder);
  assert.equal(readdirSync(folder).sort(), ['.secret_key', 'auth.json.damaged-2026', 'pages.json']);
  rmSync(folder, { recursive: true });
});

test('remarks, blank lines, the ends of lines of Windows and a mark of byte order do not matter', () => {
  assert.equal(readSettings('\uFEFFcountry=DE\r\n\r\n# a remark\r\n  hostname = wall \r\n').files, {
    country: 'DE\n',
    hostname: 'wall\n',
  });
});

test('a clock chip is one that the kernel of the card knows, or none', () => {
  assert.equal(
    ['clock_chip=ds3231', 'clock_chip=off', 'country=DE'].map((text) => readSettings(text).files['clock-chip']),
    ['ds3231\n', null, undefined],
  );
  assert.equal(readSettings('clock_chip=rv3028').problems, [
    'clock_chip cannot be used: allowed is ds3231, ds1307, pcf8523 or off.',
  ]);
});

test('SPI is switched on or off, or nothing is said about it', () => {
  assert.equal(
    ['spi=on', 'spi=off', 'country=DE', 'spi=yes'].map((text) => readSettings(text).spi),
    [true, false, undefined, undefined],
  );
  assert.is(readSettings('spi=yes').problems.length, 1);
});

for (const [key, value, usable] of [
  ['country', 'DE', true],
  ['country', 'de', false],
  ['country', 'DEU', false],
  ['hostname', 'a', true],
  ['hostname', 'a'.repeat(63), true],
  ['hostname', 'a'.repeat(64), false],
  ['hostname', '-a', false],
  ['hostname', 'a-', false],
  ['hostname', 'Wall', false],
  ['hostname', 'a.b', false],
  ['hostname', '', false],
  ['gpio_button', '2', true],
  ['gpio_button', '27', true],
  ['gpio_button', '1', false],
  ['gpio_button', '28', false],
  ['gpio_button', '17; reboot', false],
  ['gpio_button', 'none', true],
  ['gpio_led', 'none', true],
  ['gpio_led', 'off', false],
  ['gpio_led', '9', true],
  ['gpio_led', '0', false],
  ['ssh_key', 'none', true],
  ['ssh_key', 'ssh-ed25519 AAAA me@laptop', true],
  ['ssh_key', 'ssh-rsa AAAA', true],
  ['ssh_key', 'command="sh" ssh-ed25519 AAAA', false],
  ['ssh_key', 'secret', false],
  ['wifi_ssid', 'x'.repeat(32), true],
  ['wifi_ssid', 'x'.repeat(33), false],
  ['wifi_ssid', 'ä'.repeat(16), true],
  ['wifi_ssid', 'ä'.repeat(17), false],
  ['wifi_ssid', '', false],
] as const) {
  test(`${key}=${value.slice(0, 30)} is ${usable ? 'taken' : 'refused'}`, () => {
    const { files, problems } = readSettings(`${key}=${value}`);
    assert.equal([Object.keys(files).length > 0, problems.length > 0], [usable, !usable]);
  });
}

for (const [said, before, stored, firmware] of [
  ['gpio_led=22', [17, null], [17, 22], 'gpio=17=ip,pu\ngpio=22=op,dl\n'],
  ['gpio_button=4', [17, 27], [4, 27], 'gpio=4=ip,pu\ngpio=27=op,dl\n'],
  ['gpio_button=none', [17, 27], [null, 27], 'gpio=27=op,dl\n'],
  ['gpio_led=none', [17, 27], [17, null], 'gpio=17=ip,pu\n'],
  ['gpio_button=none\ngpio_led=none', [17, 27], [null, null], ''],
  ['gpio_led=40\ngpio_button=5', [17, 27], [5, 27], 'gpio=5=ip,pu\ngpio=27=op,dl\n'],
  ['gpio_button=27', [17, 27], [27, null], 'gpio=27=ip,pu\n'],
  ['gpio_led=17', [17, 27], [17, null], 'gpio=17=ip,pu\n'],
] as const)
  test(`${said.replace('\n', ', ')} after the pins ${before.join(' and ')} leaves ${stored.join(' and ')}`, () => {
    const textOf = ([button, led]: readonly (number | null)[]) =>
      (button === null ? '' : `SERVICE_GPIO_BUTTON=${button}\n`) + (led === null ? '' : `SERVICE_GPIO_LED=${led}\n`);
    const read = readSettings(said, textOf(before));
    assert.equal([read.files['gpio.env'], read.firmware], [textOf(stored) || null, firmware]);
  });

test('button and light cannot have one pin: the button keeps it', () => {
  const { files, firmware, problems } = readSettings('gpio_led=5\ngpio_button=5');
  assert.is(files['gpio.env'], 'SERVICE_GPIO_BUTTON=5\n');
  assert.is(firmware, 'gpio=5=ip,pu\n');
  assert.equal(problems, ['gpio_led cannot be used: gpio_button has this pin.']);
});

for (const [password, usable] of [
  ['1234567', false],
  ['12345678', true],
  ['x'.repeat(63), true],
  ['x'.repeat(64), false],
  ['f'.repeat(64), true],
  ['pass\u00e4word', false],
  ['', true],
] as const) {
  test(`a password of ${password.length} characters is ${usable ? 'taken' : 'refused'}`, () => {
    const { files, problems } = readSettings(`wifi_ssid=home\nwifi_password=${password}`);
    assert.equal([Object.keys(files).length, problems.length], usable ? [1, 0] : [0, 1]);
  });
}

test('no character of a name or password can add a line or a section', () => {
  const profile = profileOf('wifi_ssid=a;b\\n[x]\nwifi_password=back\\slash[1]');
  assert.match(profile, `ssid=${[...Buffer.from('a;b\\n[x]')].join(';')};\n`);
  assert.match(profile, 'psk=back\\\\slash[1]\n');
});

test('the same network has the same name, another has another', () => {
  const nameOf = (ssid: string) => Object.keys(readSettings(`wifi_ssid=${ssid}`).files)[0];
  assert.is(nameOf('one'), nameOf('one'));
  assert.is.not(nameOf('one'), nameOf('two'));
});

test('a network without a password is an open one', () =>
  assert.not.match(profileOf('wifi_ssid=open'), 'wifi-security'));

test('a password without a network is said, and nothing is stored', () => {
  const { files, problems } = readSettings('wifi_password=12345678');
  assert.equal([files, problems.length], [{}, 1]);
});

test('the key is taken away again', () =>
  assert.equal(readSettings('ssh_key=none').files, { 'ssh/authorized_keys': null }));

test('what is no setting is named by its line, and the rest is taken', () => {
  const { files, problems } = readSettings('colour=red\nhello\ncountry=FR');
  assert.equal(files, { country: 'FR\n' });
  assert.match(problems.join(), /Line 1 .*Line 2 /);
});

test('no problem repeats a value: it may be a password', () => {
  const { problems } = readSettings('wifi_ssid=home\nwifi_password=short7!\npassword=hunter22\nhostname=BAD!');
  assert.not.match(problems.join(), /short7|hunter22|BAD!/);
});

test.run();
