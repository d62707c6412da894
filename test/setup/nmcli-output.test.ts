import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldsOf, readScan, securityOf, valuesOf } from '../../src/setup/nmcli-output.ts';

const test = suite('setup/nmcli-output');

for (const [line, fields] of [
  ['a:b:c', ['a', 'b', 'c']],
  ['', ['']],
  [':', ['', '']],
  ['a\\:b:c', ['a:b', 'c']],
  ['a\\\\:b', ['a\\', 'b']],
  ['a\\\\\\:b', ['a\\:b']],
  ['T\u00e9st \ud83c\udfe0:72', ['T\u00e9st \ud83c\udfe0', '72']],
] as const) {
  test(`the fields of ${JSON.stringify(line)}`, () => assert.equal(fieldsOf(line), fields));
}

for (const [words, security] of [
  ['', 'open'],
  ['WPA1', 'wpa'],
  ['WPA2', 'wpa'],
  ['WPA1 WPA2', 'wpa'],
  ['WPA2 WPA3', 'wpa'],
  ['WPA3', 'wpa3'],
  ['WEP', 'wep'],
  ['WPA2 802.1X', 'enterprise'],
  ['WPA3 802.1X', 'enterprise'],
  ['OWE', 'open'],
] as const) {
  test(`the security "${words}" is ${security}`, () => assert.is(securityOf(words), security));
}

test('each network is listed once, as it is received best, the strongest first; hidden ones are not', () => {
  const found = readScan('Home:40:WPA2: \n:90:WPA2: \nHome:71:WPA2: \nCa\\:fe:80:: \nHome:55:WPA2:*\nbroken\n');
  assert.equal(found, [
    { ssid: 'Ca:fe', signal: 80, security: 'open', label: 'open', in_use: false },
    { ssid: 'Home', signal: 55, security: 'wpa', label: 'WPA2', in_use: true },
  ]);
});

test('a signal is at most 100, a network in use has the one it is used with', () => {
  const signals = (output: string) => readScan(output).map(({ ssid, signal }) => `${ssid} ${signal}`);
  assert.equal(signals('A:99:: \nB:100:: \nC:150:: \nD:x:: \n'), ['B 100', 'C 100', 'A 99']);
  assert.equal(signals('A:5::*\nA:100:: \n'), ['A 5']);
});

test('of several values the first counts', () => {
  const values = valuesOf(
    'GENERAL.STATE:100 (connected)\nIP4.ADDRESS[1]:192.168.1.9/24\nIP4.ADDRESS[2]:10.0.0.1/8\nGENERAL.HWADDR:AA\\:BB\nIP4.GATEWAY:\n',
  );
  assert.is(values.get('IP4.ADDRESS'), '192.168.1.9/24');
  assert.is(values.get('GENERAL.HWADDR'), 'AA:BB');
  assert.is(values.get('IP4.GATEWAY'), '');
});

test.run();
