import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { failureOf, NmcliNetwork } from '../../src/setup/nmcli-network.ts';
import type { Nmcli, NmcliOutcome } from '../../src/setup/nmcli.ts';
import type { JoinRequest } from '../../src/setup/network.ts';
import { isPassword, keyOf } from '../../src/setup/pre-shared-key.ts';

const test = suite('setup/nmcli-network');

const OLD = '00000000-0000-4000-8000-000000000001';
const NEW = '00000000-0000-4000-8000-000000000002';
const SECRET = 'se"cr\\:et $x';

interface Script {
  /** Stored profiles: UUID and name, whether it is in use, and its mode. */
  readonly profiles?: readonly (readonly [uuid: string, ssid: string, active?: string, mode?: string])[];
  /** What `connection up` comes to. */
  readonly up?: Partial<NmcliOutcome>;
  readonly added?: string;
  /** What the question for stored profiles comes to, where it is refused. */
  readonly asked?: Partial<NmcliOutcome>;
  readonly editor?: Partial<NmcliOutcome>;
  readonly device?: string;
  readonly shown?: string;
  readonly hardware?: string;
  readonly inReach?: string;
  readonly addresses?: readonly string[];
}

/** nmcli as it answers on an appliance, with a note of every call. */
const rig = ({
  profiles = [],
  up = {},
  added = `Connection 'x' (${NEW}) successfully added.`,
  asked,
  editor = { stdout: 'successfully updated' },
  device = 'wlan0:wifi:disconnected',
  shown = 'GENERAL.STATE:100 (connected)\nIP4.ADDRESS[1]:192.168.1.9/24\nIP4.GATEWAY:192.168.1.1\n',
  inReach = 'Home:71:WPA2:*\nflapbox-4F2A:100::\nCafe:40:: \n',
  hardware = 'GENERAL.HWADDR:DC\\:A6\\:32\\:01\\:4f\\:2a\n',
  addresses = [],
}: Script = {}) => {
  const calls: string[][] = [];
  const inputs: string[] = [];
  const answer = (args: readonly string[]): Partial<NmcliOutcome> => {
    const text = args.join(' ');
    if (text.endsWith('-f DEVICE,TYPE,STATE device'))
      return { stdout: `lo:loopback:unmanaged\n${device}\np2p-dev-wlan0:wifi-p2p:disconnected\n` };
    if (asked && text.endsWith('connection show')) return asked;
    if (text.endsWith('-f UUID,TYPE,ACTIVE connection show'))
      return {
        stdout: [
          ...profiles.map(([uuid, , active = 'no']) => `${uuid}:802-11-wireless:${active}`),
          'x:802-3-ethernet:yes\n',
        ].join('\n'),
      };
    if (text.includes('802-11-wireless.ssid,')) {
      const [, ssid = '', , mode = 'infrastructure'] = profiles.find(([uuid]) => args.at(-1) === uuid) ?? [''];
      return { stdout: `802-11-wireless.ssid:${ssid}\n802-11-wireless.mode:${mode}\n` };
    }
    if (text.startsWith('connection add')) return { stdout: `${added}\n` };
    if (text.startsWith('connection edit')) return editor;
    if (text.includes('connection up')) return up;
    if (text.includes('GENERAL.HWADDR')) return { stdout: hardware };
    if (text.includes('GENERAL.STATE')) return { stdout: shown };
    if (text.includes('device wifi list')) return { stdout: inReach };
    return {};
  };
  const run: Nmcli = (args, { input } = {}) => {
    calls.push([...args]);
    if (input !== undefined) inputs.push(input);
    return Promise.resolve({ code: 0, stdout: '', stderr: '', ...answer(args) });
  };
  const network = new NmcliNetwork({ run, reachInternet: () => Promise.resolve(true), addresses: () => addresses });
  return { network, calls, inputs, said: () => calls.map((args) => args.join(' ')) };
};

const request = (more: Partial<JoinRequest> = {}): JoinRequest => ({
  ssid: 'Home',
  password: SECRET,
  hidden: false,
  security: 'wpa',
  ...more,
});

test('a password goes through the standard input alone', async () => {
  const { network, calls, inputs } = rig();
  assert.equal(await network.connect(request(), 60_000), { joined: true });
  assert.not.ok(JSON.stringify(calls).includes('cr\\\\:et'));
  assert.not.ok(calls.flat().some((word) => word.includes(SECRET)));
  assert.equal(inputs, [`set wifi-sec.key-mgmt wpa-psk\nset wifi-sec.psk ${SECRET}\nsave temporary\nquit\n`]);
});

test('a network is stored when it is joined, and only then the former one is removed', async () => {
  const { network, said } = rig({
    profiles: [
      [OLD, 'Home'],
      [`${OLD}9`, 'Other'],
    ],
  });
  await network.connect(request(), 60_000);
  const tail = said().slice(-3);
  assert.match(tail[0] ?? '', `--wait 60 connection up uuid ${NEW}`);
  assert.equal(tail.slice(1), [
    `connection modify uuid ${NEW} connection.autoconnect yes`,
    `connection delete uuid ${OLD}`,
  ]);
  assert.ok(
    said().some((line) => line.startsWith('connection add save no ')),
    'until then it lives in memory',
  );
});

test('after a failure only the new profile is removed', async () => {
  const { network, said } = rig({
    profiles: [[OLD, 'Home']],
    up: { code: 4, stderr: 'Error: Connection activation failed: (7) Secrets were required, but not provided.' },
  });
  assert.equal(await network.connect(request(), 60_000), { joined: false, failure: 'wrong-password' });
  assert.is(said().at(-1), `connection delete uuid ${NEW}`);
  assert.not.ok(said().some((line) => line === `connection delete uuid ${OLD}` || line.includes('autoconnect yes')));
});

test('a stored network is joined with what is stored', async () => {
  const { network, said } = rig({ profiles: [[OLD, 'Home']] });
  assert.equal(await network.connect(request({ password: null }), 60_000), { joined: true });
  assert.is(said().at(-1), `--wait 60 connection up uuid ${OLD}`);
});

test('a text that is no password never reaches the editor', async () => {
  for (const password of ['short', 'x'.repeat(64), 'goodness\nset connection.permissions', 'pässwörter', '']) {
    const { network, inputs } = rig();
    assert.equal(
      await network.connect(request({ password }), 60_000),
      { joined: false, failure: 'wrong-password' },
      password,
    );
    assert.equal(inputs, []);
  }
});

test('an open network gets no key, a hidden one is called by its name, WPA3 has a key of its own kind', async () => {
  const open = rig();
  await open.network.connect(request({ security: 'open', password: null }), 60_000);
  assert.equal(open.inputs, []);
  const hidden = rig();
  await hidden.network.connect(request({ hidden: true, security: 'wpa3' }), 60_000);
  assert.match(hidden.said().find((line) => line.startsWith('connection add')) ?? '', /802-11-wireless\.hidden yes$/);
  assert.match(hidden.inputs[0] ?? '', /key-mgmt sae/);
});

for (const editor of [{ stdout: 'Error: Failed to save' }, { code: 1, stderr: 'Error: unknown connection' }])
  test(`an editor that answers ${JSON.stringify(editor)} leaves nothing behind`, async () => {
    const { network, said } = rig({ editor });
    await network.connect(request(), 60_000).then(
      () => assert.unreachable(),
      (error: Error) => assert.not.match(error.message, /cr/),
    );
    assert.is(said().at(-1), `connection delete uuid ${NEW}`);
  });

for (const [code, stderr, secured, failure] of [
  [4, 'Error: Connection activation failed: Secrets were required, but not provided.', true, 'wrong-password'],
  [4, 'Error: Connection activation failed: (7) Secrets were required, but not provided', true, 'wrong-password'],
  [4, 'Error: Connection activation failed: 802.1X supplicant took too long to authenticate', true, 'wrong-password'],
  [4, 'Error: Connection activation failed: Secrets were required, but not provided.', false, 'refused'],
  [4, 'Error: Connection activation failed: The Wi-Fi network could not be found', true, 'not-found'],
  [
    4,
    'Error: Connection activation failed: IP configuration could not be reserved (no available address, timeout, etc.)',
    true,
    'no-address',
  ],
  [3, 'Error: Timeout expired (60 seconds)', true, 'timeout'],
  [4, 'Error: Connection activation failed: Unknown error', true, 'refused'],
] as const) {
  test(`"${stderr.slice(0, 80)}" (${secured ? 'with' : 'without'} a password) is ${failure}`, () =>
    assert.is(failureOf({ code, stdout: '', stderr }, secured), failure));
}

test('the access point has a stable name, shares its network, and is in memory only', async () => {
  const { network, said } = rig();
  assert.is(await network.accessPointName(), 'flapbox-4F2A');
  await network.startAccessPoint('flapbox-4F2A');
  const added = said().find((line) => line.startsWith('connection add')) ?? '';
  assert.match(
    added,
    /^connection add save no type wifi ifname wlan0 con-name flapbox-setup autoconnect no ssid flapbox-4F2A /,
  );
  assert.match(added, /mode ap .*ipv4\.method shared ipv4\.addresses 10\.42\.0\.1\/24 ipv6\.method disabled$/);
});

test('an access point that cannot be opened is removed, with the reason', async () => {
  const { network, said } = rig({ up: { code: 4, stderr: 'Error: no such radio\nmore' } });
  await network.startAccessPoint('flapbox-4F2A').then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'Error: no such radio'),
  );
  assert.is(said().at(-1), 'connection delete id flapbox-setup');
});

test('its own access point is not in reach', async () => {
  const { network } = rig();
  assert.equal(
    (await network.scan()).map(({ ssid }) => ssid),
    ['Home', 'Cafe'],
  );
  assert.equal(await network.status(), {
    connected: true,
    ssid: 'Home',
    ip_address: '192.168.1.9',
    gateway: '192.168.1.1',
    signal: 71,
    internet_reachable: true,
  });
});

const NOTHING = {
  connected: false,
  ssid: null,
  ip_address: null,
  gateway: null,
  signal: null,
  internet_reachable: true,
};
for (const [name, script] of [
  ['nothing is in use', { inReach: 'Home:71:WPA2: \n' }],
  ['the device is disconnected', { shown: 'GENERAL.STATE:30 (disconnected)\n' }],
  ['the state is a longer number', { shown: 'GENERAL.STATE:1000\n' }],
  ['there is no state', { shown: '' }],
] as const) {
  test(`when ${name}, it is not connected`, async () => assert.equal(await rig(script).network.status(), NOTHING));
}

test('a connection may still have neither address nor router', async () => {
  const { ip_address, gateway } = await rig({
    shown: 'GENERAL.STATE:100 (connected)\nIP4.GATEWAY:\n',
  }).network.status();
  assert.equal([ip_address, gateway], [null, null]);
});

test('stored networks are named once, and the access point is none of them', async () => {
  const profiles = [
    [OLD, 'Home', 'yes'],
    [NEW, 'Home'],
    [`${OLD}9`, 'Other'],
    [`${NEW}9`, 'flapbox-4F2A', 'yes', 'ap'],
  ] as const;
  const { network, said } = rig({ profiles });
  assert.equal(await network.saved(), [
    { ssid: 'Home', in_use: true },
    { ssid: 'Other', in_use: false },
  ]);
  assert.is(await network.forget('Home'), true);
  assert.equal(
    said().filter((line) => line.includes('delete')),
    [`connection delete uuid ${OLD}`, `connection delete uuid ${NEW}`],
  );
  assert.is(await network.forget('flapbox-4F2A'), false);
});

test('every call names what it is about', async () => {
  const { network, said } = rig();
  await network.scan();
  await network.disconnect();
  await network.status();
  await network.startAccessPoint('flapbox-4F2A');
  const own = said().filter((line) => !line.endsWith('DEVICE,TYPE,STATE device') && !line.startsWith('connection add'));
  assert.equal(own, [
    '-t -f GENERAL.HWADDR device show wlan0',
    '-t -f SSID,SIGNAL,SECURITY,IN-USE device wifi list ifname wlan0 --rescan yes',
    'device disconnect wlan0',
    '-t -f GENERAL.STATE,IP4.ADDRESS,IP4.GATEWAY device show wlan0',
    '-t -f SSID,SIGNAL,SECURITY,IN-USE device wifi list ifname wlan0 --rescan no',
    'connection delete id flapbox-setup',
    'radio wifi on',
    '--wait 40 connection up id flapbox-setup',
  ]);
});

test('stored networks are asked for and removed by their ids', async () => {
  const { network, said } = rig({ profiles: [[OLD, 'Home']] });
  await network.forget('Home');
  assert.equal(said(), [
    '-t -f UUID,TYPE,ACTIVE connection show',
    `-t -f 802-11-wireless.ssid,802-11-wireless.mode connection show uuid ${OLD}`,
    `connection delete uuid ${OLD}`,
  ]);
  const joining = rig();
  await joining.network.connect(request(), 1000);
  assert.equal(joining.said().slice(1), [
    'connection add save no type wifi ifname * con-name Home autoconnect no ssid Home',
    `connection edit uuid ${NEW}`,
    `--wait 1 connection up uuid ${NEW}`,
    `connection modify uuid ${NEW} connection.autoconnect yes`,
  ]);
});

test('a connection is added for any device, and by itself tried only when it was joined', async () => {
  const { network, said } = rig();
  await network.connect(request({ hidden: true, password: null, security: 'open' }), 59_001);
  assert.equal(said().slice(1), [
    'connection add save no type wifi ifname * con-name Home autoconnect no ssid Home 802-11-wireless.hidden yes',
    `--wait 60 connection up uuid ${NEW}`,
    `connection modify uuid ${NEW} connection.autoconnect yes`,
  ]);
});

for (const [code, stderr, message] of [
  [1, 'Error: not allowed\nmore', 'Error: not allowed'],
  [2, '', 'NetworkManager refused.'],
  [10, 'Error: unknown connection', ''],
  [0, '', ''],
] as const) {
  test(`closing the access point with status ${code} ${message === '' ? 'is done' : `fails: ${message}`}`, async () => {
    const network = new NmcliNetwork({
      run: () => Promise.resolve({ code, stdout: '', stderr }),
      reachInternet: () => Promise.resolve(false),
    });
    const said = await network.stopAccessPoint().then(
      () => '',
      (error: Error) => error.message,
    );
    assert.is(said, message);
  });
}

test('a device without an address of its own still has a name', async () => {
  for (const [address, name] of [
    ['', 'flapbox-0000'],
    ['GENERAL.HWADDR:a\\:b', 'flapbox-00AB'],
  ] as const)
    assert.is(await rig({ hardware: `${address}\n` }).network.accessPointName(), name);
});

for (const [device, available] of [
  ['wlan0:wifi:disconnected', true],
  ['wlan0:wifi:unavailable', true],
  ['wlan0:wifi:unmanaged', false],
  ['eth0:ethernet:connected', false],
] as const) {
  test(`with ${device} Wi-Fi is ${available ? 'there' : 'not there'}`, async () =>
    assert.is((await rig({ device }).network.capability()).available, available));
}

test('without NetworkManager there is no Wi-Fi', async () => {
  for (const code of [127, 8]) {
    const network = new NmcliNetwork({
      run: () => Promise.resolve({ code, stdout: '', stderr: '' }),
      reachInternet: () => Promise.resolve(false),
    });
    const { available, reason } = await network.capability();
    assert.is(available, false);
    assert.match(reason ?? '', /NetworkManager/);
  }
});

for (const [addresses, online] of [
  [[], false],
  [['10.42.0.1'], false],
  [['169.254.3.4', 'fe80::1'], false],
  [['192.168.1.9'], true],
  [['10.42.0.1', 'fd00::2'], true],
] as const) {
  test(`with the addresses ${addresses.join(' ')} the machine is ${online ? 'online' : 'offline'}`, () =>
    assert.is(rig({ addresses }).network.isOnline(), online));
}

for (const [local, remote, isClient] of [
  ['10.42.0.1', '10.42.0.7', true],
  ['192.168.1.9', '10.42.0.7', true],
  ['10.42.0.1', '192.168.1.5', true],
  ['192.168.1.9', '192.168.1.5', false],
  ['127.0.0.1', '127.0.0.1', false],
] as const) {
  test(`${remote} calling ${local} is ${isClient ? 'a isClient' : 'no isClient'}`, () =>
    assert.is(rig().network.isAccessPointClient(local, remote), isClient));
}

for (const [password, usable] of [
  ['1234567', false],
  ['12345678', true],
  ['x'.repeat(63), true],
  ['x'.repeat(64), false],
  ['a'.repeat(64), true],
  ['pass wörd', false],
  ['pass\tword', false],
  ['        ', true],
] as const) {
  test(`a password of ${password.length} like ${password.slice(0, 9)} can ${usable ? '' : 'not '}be right`, () =>
    assert.is(isPassword(password), usable));
}

test('spaces at the ends of a password survive as the key that is made of it (IEEE 802.11i, H.4)', () => {
  assert.is(keyOf({ ssid: 'IEEE', password: 'password', hidden: false, security: 'wpa' }), 'password');
  const key = keyOf({ ssid: 'IEEE', password: ' password', hidden: false, security: 'wpa' });
  assert.match(key ?? '', /^[0-9a-f]{64}$/);
  assert.is.not(key, keyOf({ ssid: 'IEEE', password: 'password ', hidden: false, security: 'wpa' }));
});

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

for (const [what, script, work, message] of [
  [
    'a system that is not asked yet',
    { asked: { code: 8, stderr: 'Error: NetworkManager is not running.\nmore' } },
    (network) => network.saved(),
    'Error: NetworkManager is not running.',
  ],
  [
    'a machine without a radio',
    { device: 'eth0:ethernet:connected' },
    (network) => network.status(),
    'This machine has no Wi-Fi device.',
  ],
  [
    'a connection without an id',
    { added: 'Done.' },
    (network) => network.connect(request(), 60_000),
    'NetworkManager did not say which connection it added.',
  ],
] as [what: string, script: Script, work: (network: NmcliNetwork) => Promise<unknown>, message: string][])
  test(`${what}: ${message}`, async () => assert.is(await messageOf(work(rig(script).network)), message));

test.run();
