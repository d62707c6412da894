import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

let appliance: Appliance;
const test = suite('http/flat/settings');
test.before(async () => {
  appliance = await startAppliance({ clock: createFakeClock('2026-03-02T10:00:30Z') });
});
test.after(() => appliance.close());

const get = async (path: string) => (await appliance.call('GET', path)).body;
const put = (path: string, body: unknown) => appliance.call<Record<string, never>>('PUT', path, body);

const firsts: [path: string, body: object][] = [
  [
    '/settings/transitions',
    {
      strategy: null,
      step_interval_ms: null,
      step_size: null,
      available_strategies: ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random'],
    },
  ],
  ['/settings/polling', { interval_seconds: 15, board_read_interval_local: 30, board_read_interval_cloud: 180 }],
  [
    '/settings/display',
    { reduce_motion: false, board_animations: 'on', site_animations: 'on', board_flap_speed: 'standard' },
  ],
  ['/settings/wizard', { state: null }],
  ['/settings/beta', { transition_plugins: false }],
  ['/settings/location', { latitude: null, longitude: null }],
  ['/settings/output', { target: 'ui', effective_target: 'ui', available_targets: ['ui', 'board', 'both'] }],
  [
    '/settings/gpio',
    {
      button: { enabled: true, pin: 17, press: 'pause', double_press: 'none', long_press: 'wifi_setup', targets: {} },
      more_buttons: [],
      led: { enabled: true, pin: 27 },
    },
  ],
  ['/config/general', { instance_name: 'flapbox', timezone: 'Europe/Berlin', contact: '' }],
];
for (const [path, body] of firsts) test(`${path} at the first start`, async () => assert.equal(await get(path), body));

/** A change, and what stands there afterwards. */
const changes: [path: string, sent: object, member: string, after: unknown][] = [
  ['/settings/transitions', { strategy: 'diagonal', step_interval_ms: 0, step_size: 1 }, 'strategy', 'diagonal'],
  ['/settings/transitions', { step_interval_ms: 5000 }, 'strategy', 'diagonal'],
  ['/settings/transitions', { step_interval_ms: null }, 'step_interval_ms', null],
  ['/settings/transitions', { strategy: 'instant' }, 'strategy', 'instant'],
  ['/settings/transitions', { strategy: 'wipe' }, 'strategy', 'wipe'],
  ['/settings/transitions', { strategy: null }, 'strategy', null],
  ['/settings/polling', { interval_seconds: 10 }, 'interval_seconds', 10],
  ['/settings/polling', { board_read_interval_local: 20, interval_seconds: null }, 'interval_seconds', 10],
  ['/settings/polling', { board_read_interval_cloud: 20 }, 'requires_restart', false],
  ['/settings/display', { board_flap_speed: 8 }, 'board_flap_speed', 8],
  ['/settings/display', { board_flap_speed: 2000 }, 'board_flap_speed', 2000],
  ['/settings/display', { board_flap_speed: 'relaxed', reduce_motion: true }, 'reduce_motion', true],
  ['/settings/display', { board_animations: 'desktop' }, 'board_flap_speed', 'relaxed'],
  ['/settings/wizard', { state: 'skipped' }, 'state', 'skipped'],
  ['/settings/wizard', { state: null }, 'state', null],
  ['/settings/beta', {}, 'transition_plugins', false],
  ['/settings/location', { latitude: -90, longitude: 180 }, 'latitude', -90],
  ['/settings/location', { longitude: -180 }, 'latitude', -90],
  ['/settings/location', { latitude: null }, 'latitude', null],
  [
    '/settings/mqtt',
    { broker_host: 'broker.local', broker_port: 65535, tls: true, password: 'geheim' },
    'password',
    '***',
  ],
  ['/settings/mqtt', { password: '***', username: 'me' }, 'password', '***'],
  ['/settings/mqtt', { base_topic: 'haus/flapbox' }, 'broker_host', 'broker.local'],
  ['/settings/mqtt', { password: '' }, 'password', ''],
  ['/settings/mqtt', { broker_host: 'mqtt://192.168.1.7:1884/' }, 'broker_host', '192.168.1.7'],
  ['/settings/mqtt', {}, 'broker_port', 1884],
  ['/settings/mqtt', { broker_host: 'http://broker.local:8123/', broker_port: 1883 }, 'broker_host', 'broker.local'],
  ['/settings/mqtt', {}, 'broker_port', 1883],
  ['/config/general', { instance_name: 'Hall' }, 'instance_name', 'Hall'],
  ['/config/general', { contact: 'me@example.org' }, 'contact', 'me@example.org'],
  ['/config/general', { instance_name: 'Hall' }, 'contact', 'me@example.org'],
  ['/config/general', { contact: 'https://example.org/me' }, 'contact', 'https://example.org/me'],
  ['/config/general', { contact: 'https://example.org:8443/@me?x=1' }, 'contact', 'https://example.org:8443/@me?x=1'],
  ['/config/general', { contact: '' }, 'contact', ''],
];
for (const [path, sent, member, after] of changes) {
  test(`${path} ${JSON.stringify(sent)}`, async () => {
    const { status, body } = await put(path, sent);
    assert.is(status, 200);
    assert.equal(body[member], after);
    if (member !== 'requires_restart') assert.equal((await get(path))[member], after);
  });
}

/** Settings, and what each needs to be sent. */
const PLAIN: [path: string, needed: object][] = [
  ['/settings/transitions', {}],
  ['/settings/polling', {}],
  ['/settings/display', {}],
  ['/settings/wizard', { state: null }],
  ['/settings/beta', {}],
  ['/settings/location', {}],
  ['/settings/output', { target: 'ui' }],
  ['/settings/gpio', {}],
  ['/settings/mqtt', {}],
  ['/settings/silence-schedule', {}],
  ['/config/general', {}],
  ['/schedules/enabled', { enabled: true }],
  ['/schedules/default-page', { page_id: null }],
];
for (const [path, needed] of PLAIN) {
  test(`${path} names a member that it does not know, and changes nothing (rules, H2)`, async () => {
    const before = await get(path);
    const { status, body } = await put(path, { ...needed, colour: 'secret' });
    const detail = body['detail'] as unknown as { loc: string[]; type: string; msg: string }[];
    assert.is(status, 422);
    assert.equal([detail[0]?.loc, detail[0]?.type, detail.length], [['body', 'colour'], 'extra_forbidden', 1]);
    assert.match(detail[0]?.msg ?? '', Object.keys(needed)[0] ?? 'Known are');
    assert.not.match(JSON.stringify(body), 'secret');
    assert.equal(await get(path), before);
  });
  test(`${path} takes back what it answers, and nothing is other than before (rules, H2)`, async () => {
    const before = await get(path);
    const { status, body } = await put(path, before);
    assert.is(status, 200, JSON.stringify(body));
    assert.is((await put(path, { ...needed, ...body })).status, 200, 'the answer of a change too');
    assert.equal(await get(path), before);
  });
}

const NESTED: [path: string, sent: object, loc: string[]][] = [
  ['/settings/gpio', { led: { colour: 1 } }, ['body', 'led', 'colour']],
  ['/settings/gpio', { button: { colour: 1 } }, ['body', 'button', 'colour']],
  ['/settings/silence-schedule', { config: { colour: 1 } }, ['body', 'config', 'colour']],
];
for (const [path, sent, loc] of NESTED)
  test(`${path} ${JSON.stringify(sent)} names it where it stands (rules, H2)`, async () => {
    const { status, body } = await put(path, sent);
    assert.is(status, 422);
    assert.equal((body['detail'] as unknown as { loc: string[] }[])[0]?.loc, loc);
  });

test('a silence is changed in the form in which it is answered, alone and with all settings', async () => {
  const path = '/settings/silence-schedule';
  const { config, ...more } = (await get(path)) as { config: object };
  assert.is(
    (await put(path, { ...more, config: { ...config, indicator_text: 'HUSH', start_time: '21:00' } })).status,
    200,
  );
  const after = (await get(path)) as { config: { indicator_text: string; start_time: string } };
  assert.equal([after.config.indicator_text, after.config.start_time], ['HUSH', '21:00']);
  const all = (await get('/settings/all'))['silence_schedule'] as object;
  assert.is((await put(path, { ...all, indicator_text: 'SNOOZING', start_time: '20:00' })).status, 200);
  assert.is(((await get(path)) as typeof after).config.indicator_text, 'SNOOZING');
});

const refusals: [path: string, sent: unknown, status: number][] = [
  ['/settings/transitions', { strategy: 'spiral' }, 400],
  ['/settings/transitions', { strategy: 'plugin:typewriter' }, 400],
  ['/settings/transitions', { strategy: '' }, 400],
  ['/settings/transitions', { step_interval_ms: 5001 }, 422],
  ['/settings/transitions', { step_interval_ms: -1 }, 422],
  ['/settings/transitions', { step_size: 0 }, 422],
  ['/settings/transitions', { step_size: 1.5 }, 422],
  ['/settings/polling', { interval_seconds: 9 }, 422],
  ['/settings/polling', { board_read_interval_local: 19 }, 422],
  ['/settings/polling', { board_read_interval_cloud: 19 }, 422],
  ['/settings/display', { board_flap_speed: 7 }, 422],
  ['/settings/display', { board_flap_speed: 2001 }, 422],
  ['/settings/display', { board_flap_speed: 'fast' }, 422],
  ['/settings/wizard', { state: 'done' }, 422],
  ['/settings/wizard', {}, 422],
  ['/settings/beta', { transition_plugins: 'yes' }, 422],
  ['/settings/location', { latitude: 90.1 }, 422],
  ['/settings/location', { longitude: -180.1 }, 422],
  ['/settings/location', { latitude: '52' }, 422],
  ['/settings/output', { target: 'wall' }, 422],
  ['/settings/output', {}, 422],
  ['/settings/mqtt', { broker_port: 0 }, 422],
  ['/settings/mqtt', { broker_port: 65536 }, 422],
  ['/settings/mqtt', { base_topic: 'a/#' }, 422],
  ['/settings/mqtt', { base_topic: '' }, 422],
  ['/settings/mqtt', { base_topic: ' ' }, 422],
  ['/settings/mqtt', { base_topic: 'a\nb' }, 422],
  ['/settings/mqtt', { base_topic: '$SYS/a' }, 422],
  ['/settings/mqtt', { discovery_prefix: ' ' }, 422],
  ['/settings/mqtt', { base_topic: 'homeassistant' }, 400],
  ['/settings/mqtt', { enabled: true, broker_host: '' }, 400],
  ['/settings/mqtt', { instance_id: 'a b' }, 422],
  ['/settings/mqtt', { external_url: 'flapbox.local' }, 400],
  ['/settings/mqtt', { external_url: 'ftp://flapbox.local' }, 400],
  ['/settings/mqtt', { ca_certificate: 'secret' }, 400],
  ['/settings/mqtt', { ca_certificate: '/etc/hostname' }, 400],
  ['/settings/mqtt', { ca_certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 400],
  ['/settings/mqtt', { ca_certificate: 5 }, 422],
  ['/settings/gpio', { button: { pin: 54 } }, 422],
  ['/settings/gpio', { button: { press: 'explode' } }, 422],
  ['/settings/gpio', { led: { pin: 17 } }, 400],
  ['/config/general', { timezone: 'Mars/Olympus' }, 400],
  ['/config/general', { instance_name: '' }, 422],
  ['/config/general', { contact: 'nobody' }, 422],
  ['/config/general', { contact: 'https://me:secret@example.org' }, 422],
  ['/config/general', { contact: 'me@example.org)\r\nx: y' }, 422],
  ['/config/general', { instance_name: 'x'.repeat(101) }, 422],
  ['/settings/polling', [], 422],
];
for (const [path, sent, status] of refusals) {
  test(`${path} refuses ${JSON.stringify(sent)}`.slice(0, 120), async () => {
    const before = await get(path);
    assert.is((await put(path, sent)).status, status);
    assert.equal(await get(path), before, 'nothing was changed');
  });
}

test('a plugin transition can be chosen once the beta flag is set', async () => {
  assert.is((await put('/settings/beta', { transition_plugins: true })).status, 200);
  assert.is((await put('/settings/transitions', { strategy: 'plugin:typewriter' })).status, 200);
  assert.is((await put('/settings/transitions', { strategy: 'plugin:nothing' })).status, 400);
  await put('/settings/transitions', { strategy: null });
});

test('pins are swapped in one change', async () => {
  const { status, body } = await put('/settings/gpio', { button: { pin: 27 }, led: { pin: 17 } });
  assert.is(status, 200);
  assert.equal(body, {
    button: { enabled: true, pin: 27, press: 'pause', double_press: 'none', long_press: 'wifi_setup', targets: {} },
    more_buttons: [],
    led: { enabled: true, pin: 17 },
  });
});

const berlin = { latitude: 52.52, longitude: 13.405 };
const suns: [date: string, sunrise: string, sunset: string][] = [
  ['2026-03-02', '06:48', '17:47'],
  ['2026-06-21', '04:43', '21:33'],
  ['2026-12-21', '08:15', '15:54'],
];
for (const [date, sunrise, sunset] of suns) {
  test(`the sun over Berlin on ${date}`, async () => {
    await put('/settings/location', berlin);
    const body = await get(`/settings/location/sun-times?date=${date}`);
    const minutes = (time: unknown) => Number(String(time).slice(0, 2)) * 60 + Number(String(time).slice(3));
    assert.ok(Math.abs(minutes(body['sunrise']) - minutes(sunrise)) <= 3, String(body['sunrise']));
    assert.ok(Math.abs(minutes(body['sunset']) - minutes(sunset)) <= 3, String(body['sunset']));
    assert.is(body['location_configured'], true);
  });
}

test('rules begin with the very minute of the sun that is told', async () => {
  await put('/settings/location', { latitude: 40, longitude: -3 });
  const { sunrise, sunset } = await get('/settings/location/sun-times');
  const { body: page } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Sun',
    type: 'template',
    template: ['SUN'],
  });
  const { body: rule } = await appliance.call('POST', '/v1/schedules', {
    page_id: page.id,
    start_time: '08:00',
    end_time: '20:00',
    start_type: 'sunrise',
    end_type: 'sunset',
  });
  assert.equal([rule['resolved_start_time'], rule['resolved_end_time']], [sunrise, sunset]);
  await appliance.call('DELETE', `/v1/schedules/${String(rule['id'])}`);
  await appliance.call('DELETE', `/v1/pages/${page.id}`);
});

test('today is the day when none is asked for', async () =>
  assert.is((await get('/settings/location/sun-times'))['date'], '2026-03-02'));

test('a week of the sun has seven days from its start', async () => {
  const body = await get('/settings/location/sun-times-week?week_start=2026-12-29');
  assert.equal(Object.keys(body['dates'] as object), [
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
    '2027-01-04',
  ]);
});

test('without a place there is no sun', async () => {
  await put('/settings/location', { latitude: null, longitude: null });
  assert.equal(await get('/settings/location/sun-times?date=2026-03-02'), {
    date: '2026-03-02',
    sunrise: null,
    sunset: null,
    location_configured: false,
  });
});

test('in polar night there is no sunrise', async () => {
  await put('/settings/location', { latitude: 78.2, longitude: 15.6 });
  const body = await get('/settings/location/sun-times?date=2026-12-21');
  assert.equal([body['sunrise'], body['sunset'], body['location_configured']], [null, null, true]);
});

for (const [query, status] of [
  ['date=2026-02-30', 400],
  ['date=tomorrow', 422],
  ['date=2026-2-3', 422],
] as const) {
  test(`sun times refuse ${query}`, async () =>
    assert.is((await appliance.call('GET', `/settings/location/sun-times?${query}`)).status, status));
}

test('all settings come in one answer, each part as its own route has it', async () => {
  const all = await get('/settings/all');
  for (const [member, path] of [
    ['transitions', '/settings/transitions'],
    ['polling', '/settings/polling'],
    ['display', '/settings/display'],
    ['location', '/settings/location'],
    ['mqtt', '/settings/mqtt'],
    ['gpio', '/settings/gpio'],
    ['beta', '/settings/beta'],
    ['wizard', '/settings/wizard'],
    ['output', '/settings/output'],
    ['board', '/settings/board'],
    ['general', '/config/general'],
  ] as const) {
    assert.equal(all[member], await get(path), member);
  }
  assert.equal(all['status'], { running: true });
  const silence = all['silence_schedule'] as { config: object; enabled: boolean };
  assert.equal([silence.config, silence.enabled], [(await get('/settings/silence-schedule'))['config'], false]);
  assert.is((all['schedule'] as { enabled: boolean }).enabled, true);
});

test('preferences outlive a restart', async () => {
  await put('/settings/display', { board_flap_speed: 333 });
  await appliance.restart();
  assert.is((await get('/settings/display'))['board_flap_speed'], 333);
});

test('places are found by name, and what is no text of a name is refused', async () => {
  const { body } = await appliance.call<{ places: object[]; total: number }>('GET', '/settings/location/places?q=Wien');
  assert.equal(body.places[0], {
    name: 'Vienna',
    region: 'Vienna',
    country: 'AT',
    latitude: 48.21,
    longitude: 16.37,
    timezone: 'Europe/Vienna',
  });
  assert.is((await appliance.call('GET', '/settings/location/places?q=b')).body['total'], 0);
  for (const query of ['', '?q=', `?q=${'x'.repeat(81)}`])
    assert.is((await appliance.call('GET', `/settings/location/places${query}`)).status, 422, query);
});

test.run();
