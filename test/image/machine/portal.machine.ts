import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askFrom, namesFrom, type Asked, type Heard } from './asking.ts';
import { addPins, enableButton, press } from './button.ts';
import { serveFolder } from './file-server.ts';
import { flash, Machine, pause, say, WORK } from './machine.ts';
import {
  accessPointOf,
  accessPointOpens,
  addRadios,
  HOME,
  joinWithPhone,
  NEIGHBOUR,
  OWN_END,
  setNeighbour,
  setRouter,
} from './radios.ts';

const test = suite('the set-up over Wi-Fi, with simulated radios');
const card = flash('portal', { 'debug.env': 'serial_shell=1\n' });
const machine = Machine.virtual('portal', card);
const PAGE = '10.42.0.1';

let outside: Awaited<ReturnType<typeof serveFolder>>;

test.before(async () => {
  outside = await serveFolder(WORK);
});

test.after(async () => {
  outside.server.close();
  await machine.powerCut();
});

const seconds = (begun: number): number => (performance.now() - begun) / 1000;

/** Like a phone, it joins the access point again when it lost it, as a machine that is slow to answer makes it. */
const fromPhone = async (asked: Asked): Promise<Heard> => {
  const [heard] = await askFrom(machine, 'phone', [asked]);
  if (heard && heard.status !== 0) return heard;
  await joinWithPhone(machine, await accessPointOf(machine));
  return (await askFrom(machine, 'phone', [asked]))[0] ?? { status: 0, text: '' };
};
const choose = (ssid: string, password: string): Promise<Heard> =>
  fromPhone({
    address: PAGE,
    path: '/setup/connect',
    form: { ssid, other: '', was: '', password, country: 'DE', timezone: 'Europe/Berlin' },
  });

/** The phone joins the access point as soon as it is there again, and looks at the page. */
const pageAgain = async (): Promise<string> => {
  await joinWithPhone(machine, await accessPointOpens(machine, 180_000));
  return (await fromPhone({ address: PAGE, path: '/' })).text;
};

const addressInHome = async (): Promise<string> =>
  /192\.168\.77\.\d+/.exec(await machine.output('ip -4 -br addr show wlan0'))?.[0] ?? '';

/** Waits until the appliance answers in the home network; what a computer there gets. */
const answersAtHome = async (path = '/api/health'): Promise<Heard> => {
  const end = performance.now() + 120_000;
  for (;;) {
    const address = await addressInHome();
    const heard = address === '' ? undefined : (await askFrom(machine, 'home', [{ address, path }]))[0];
    if (heard && heard.status !== 0) return heard;
    assert.ok(
      performance.now() < end,
      `it does not answer at home: ${await machine.output('nmcli -t d; journalctl -u flapbox --no-pager -n 20')}`,
    );
    await pause(1000);
  }
};

const storedNetworks = (): Promise<string> =>
  machine.output("nmcli -t -f type,name c show | sed -n 's/^802-11-wireless://p' | sort | paste -sd,");
const storedFiles = (): Promise<string> => machine.output('ls /data/system/network | wc -l');

test('a card as bought, with a button, a radio, and a router in reach', async () => {
  await machine.powerOn();
  say('power to API', await machine.answers(), 's');
  await machine.withoutLogin();
  await addPins(machine);
  await enableButton(machine);
  await addRadios(machine, outside.url);
  await setRouter(machine, true);
  assert.is(await accessPointOf(machine), '', 'with a cable there is no set-up');
});

test('without cable and without a stored network it opens an access point by itself', async () => {
  await machine.output("nmcli -t d disconnect $(nmcli -t -f device,type d | sed -n 's/:ethernet$//p' | head -n 1)");
  const begun = performance.now();
  const name = await accessPointOpens(machine, 120_000);
  say('without a network to access point', seconds(begun), 's');
  assert.match(name, /^flapbox-[0-9A-F]{4}$/);
});

test('a phone gets an address there, and every name leads to the page', async () => {
  const lease = await joinWithPhone(machine, await accessPointOf(machine));
  assert.match(lease.get('ip') ?? '', /^10\.42\.0\.\d+$/);
  assert.is(lease.get('router'), PAGE);
  // Option 114, as the program that asked for it prints it: in hexadecimal digits.
  assert.match(
    Buffer.from((lease.get('opt114') ?? '').replaceAll(' ', ''), 'hex').toString(),
    /^http:\/\/10\.42\.0\.1\/setup\/captive/,
  );
  const names = [
    'captive.apple.com',
    'connectivitycheck.gstatic.com',
    'www.msftconnecttest.com',
    'detectportal.firefox.com',
    'flapbox.example',
  ];
  assert.equal(
    await namesFrom(machine, 'phone', PAGE, names),
    names.map(() => PAGE),
  );
});

test('what phones and computers probe for leads to a page of under 15 KB that knows the router', async () => {
  const probes = [
    ['captive.apple.com', '/hotspot-detect.html'],
    ['connectivitycheck.gstatic.com', '/generate_204'],
    ['www.msftconnecttest.com', '/connecttest.txt'],
    ['detectportal.firefox.com', '/canonical.html'],
    ['nmcheck.gnome.org', '/check_network_status.txt'],
  ];
  const heard = await askFrom(
    machine,
    'phone',
    probes.map(([host = '', path = '']) => ({ address: PAGE, host, path })),
  );
  assert.equal(
    heard.map(({ status, location }) => [status, location]),
    probes.map(() => [302, `http://${PAGE}/`]),
  );
  const { status, type, text } = await fromPhone({ address: PAGE, path: '/' });
  assert.equal([status, type], [200, 'text/html; charset=utf-8']);
  say('the page', Buffer.byteLength(text) / 1000, 'kB');
  assert.ok(Buffer.byteLength(text) < 15_000);
  assert.match(text, `name=ssid value="${HOME.ssid}"`);
  const captive = await fromPhone({ address: PAGE, path: '/setup/captive' });
  assert.equal(
    [captive.type, JSON.parse(captive.text)],
    ['application/captive+json', { captive: true, 'user-portal-url': `http://${PAGE}/` }],
  );
});

test('nothing but the set-up answers there', async () => {
  // Without a listener a closed door would prove nothing.
  await machine.output('systemctl start flapbox-ssh.socket');
  const paths = ['/api/health', '/api/v1/boards', '/api/settings', '/mcp', '/settings', '/assets/index.js'];
  const pages = await askFrom(machine, 'phone', [
    ...paths.map((path) => ({ address: PAGE, path })),
    { address: PAGE, port: 4420, path: '/api/v1/boards' },
  ]);
  assert.equal(
    pages.map(({ status }) => status),
    [404, 404, 404, 302, 302, 302, 404],
  );
  const ports = await askFrom(machine, 'phone', [
    { address: PAGE, port: 22, path: '/' },
    { address: PAGE, port: 443, path: '/' },
  ]);
  assert.equal(ports, [
    { status: 0, text: 'ECONNREFUSED' },
    { status: 0, text: 'ECONNREFUSED' },
  ]);
  assert.is(await machine.output('ip -6 -br addr show wlan0 | grep -c fe80 || true'), '0');
  await machine.output('systemctl stop flapbox-ssh.socket');
});

test('with a wrong password the access point is back, and says why', async () => {
  const begun = performance.now();
  const answer = await choose(HOME.ssid, 'wrong horse');
  assert.equal([answer.status, /joins “Home”/.test(answer.text)], [200, true]);
  await pause(5000);
  const text = await pageAgain();
  say('wrong password to page with the reason', seconds(begun), 's');
  assert.match(text, /“Home” did not accept the password/);
  assert.is(await storedNetworks(), 'flapbox-setup', 'a network that was not joined is not stored');
});

test('with the right one it joins, and answers in the home network', async () => {
  const begun = performance.now();
  assert.is((await choose(HOME.ssid, HOME.password)).status, 200);
  const { status, text } = await answersAtHome();
  say('right password to answer at home', seconds(begun), 's');
  assert.equal([status, (JSON.parse(text) as { status: string }).status], [200, 'ok']);
  assert.is((await answersAtHome('/setup/networks')).status, 404, 'the set-up is for its own access point');
  assert.equal([await accessPointOf(machine), await storedNetworks(), await storedFiles()], ['', HOME.ssid, '1']);
  assert.is(await machine.output('cat /data/system/country'), 'DE');
  const general = await answersAtHome('/api/config/general');
  assert.match(general.text, /Europe\/Berlin/);
});

const isPaused = async (): Promise<unknown> => {
  const [heard] = await askFrom(machine, '', [{ address: '127.0.0.1', path: '/api/v1/boards/primary' }]);
  return (JSON.parse(heard?.text ?? '{}') as { paused?: unknown }).paused;
};

test('the button, held for ten seconds, opens it again, and what is stored stays', async () => {
  await press(machine, 8);
  await pause(8000);
  assert.equal([await accessPointOf(machine), await isPaused()], ['', true], 'eight seconds are a press');
  await press(machine, 0.4);
  const begun = performance.now();
  await press(machine, 11);
  const name = await accessPointOpens(machine, 90_000);
  say('long press to access point', seconds(begun), 's');
  assert.equal([await storedNetworks(), await isPaused()], [`${HOME.ssid},flapbox-setup`, false], 'eleven are none');
  await joinWithPhone(machine, name);
});

test('from it no way leads into the network of a cable, nor to the appliance there', async () => {
  await setNeighbour(machine, true);
  const neighbour = { address: NEIGHBOUR, path: '/' };
  assert.is((await askFrom(machine, '', [neighbour]))[0]?.status, 200, 'the appliance itself reaches it');
  assert.is((await fromPhone({ address: PAGE, path: '/' })).status, 200, 'the phone is there');
  const heard = await askFrom(machine, 'phone', [
    neighbour,
    { address: OWN_END, path: '/api/health' },
    { address: PAGE, path: '/' },
  ]);
  assert.equal(
    heard.map(({ status, text }) => (status === 0 ? text : status)),
    ['SILENCE', 'SILENCE', 200],
  );
  await setNeighbour(machine, false);
});

test('a wrong password does no harm to the stored one', async () => {
  assert.is((await choose(HOME.ssid, 'another wrong horse')).status, 200);
  await pause(5000);
  const text = await pageAgain();
  assert.match(text, /“Home” did not accept the password/);
  assert.match(text, /Home <small>stored/);
  assert.is((await choose(HOME.ssid, '')).status, 200);
  assert.is((await answersAtHome()).status, 200);
  assert.is(await storedFiles(), '1');
});

test('when the router is away for five minutes it opens by itself, and closes when the network is back', async () => {
  await setRouter(machine, false);
  const begun = performance.now();
  await pause(30_000);
  const before = await machine.written();
  await pause(240_000);
  assert.equal(
    [await accessPointOf(machine), (await machine.written()) - before],
    ['', 0],
    'not before, and nothing is written meanwhile',
  );
  await accessPointOpens(machine, 120_000);
  say('without the router to access point', seconds(begun), 's');
  await setRouter(machine, true);
  await joinWithPhone(machine, await accessPointOf(machine));
  assert.is((await choose(HOME.ssid, '')).status, 200);
  assert.is((await answersAtHome()).status, 200);
});

test('it complains about nothing on the way', async () => {
  const lines = await machine.output("journalctl -u flapbox --no-pager -o cat | grep -E 'WARN|ERROR' || true");
  assert.is(lines, '');
});

test.run();
