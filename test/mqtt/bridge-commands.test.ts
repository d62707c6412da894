import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settle } from '../support/fake-clock.ts';
import { BASE, HA, createBridge } from './rig.ts';

const test = suite('mqtt/bridge-commands');

const started = async () => {
  const bridge = createBridge();
  await bridge.start();
  // The version that was looked up is told.
  await bridge.clock.advance(1000);
  bridge.since();
  return bridge;
};

/** What was said at the topics of events and results, without its instants. */
const eventsIn = (said: readonly string[]): string[] =>
  said
    .filter((one) => /\/(?:display_updated|page_changed|settings_changed|command_refused)\/state /.test(one))
    .map((one) => {
      const [topic = '', text = ''] = one.split(/ (.*)/s);
      const { event_type, timestamp, ...more } = JSON.parse(text);
      assert.is(timestamp, '2026-03-02T10:00:01.000Z');
      return [topic.slice(BASE.length + 1, -'/state'.length), event_type, JSON.stringify(more)].join(' ');
    });

const events: [topic: string, payload: string, expected: string[]][] = [
  ['display_service', 'ON', ['settings_changed service_toggled {"running":true}']],
  ['send_message', 'TEA', ['board/b1/display_updated message_sent {}', 'display_updated message_sent {}']],
  ['board/b1/send_message', 'TEA', ['board/b1/display_updated message_sent {}', 'display_updated message_sent {}']],
  ['board/b2/send_message', 'TEA', ['board/b2/display_updated message_sent {}']],
  ['board/b2/home', 'PRESS', []],
  ['refresh_interval', '60', []],
  [
    'display_service',
    'OFF',
    ['command_refused command_refused {"command":"display_service","reason":"Not now.","code":null}'],
  ],
  [
    'board/b2/clear_message',
    '',
    [
      'board/b2/command_refused command_failed {"command":"clear_message","reason":"The board is busy.","code":"too_soon"}',
    ],
  ],
  [
    'clear_message',
    '{"board":"b2"}',
    [
      'board/b2/command_refused command_failed {"command":"clear_message","reason":"The board is busy.","code":"too_soon"}',
    ],
  ],
  [
    'board/nowhere/home',
    '',
    ['command_refused command_refused {"command":"home","reason":"There is no board \\"nowhere\\".","code":null}'],
  ],
];
for (const [topic, payload, expected] of events)
  test(`the events of ${topic} ${payload}`, async () => {
    const { hear, since, kept } = await started();
    await hear(`${BASE}/${topic}/set`, payload);
    assert.equal(eventsIn(since()), expected);
    assert.equal(
      [...kept.keys()].filter((one) => /updated|refused|settings_changed|result/.test(one)),
      [],
      'the broker keeps no event',
    );
  });

test('what is done to all boards is an event of the first one', async () => {
  const { hear, since, facts } = await started();
  facts.isBroken = false;
  await hear(`${BASE}/refresh_display/set`, '');
  assert.equal(eventsIn(since()), ['board/b1/display_updated page_refreshed {}', 'display_updated page_refreshed {}']);
});

const results: [topic: string, payload: string, place: string, expected: object][] = [
  ['send_message', 'TEA', BASE, { ok: true, sent: true, reason: null, code: 'sent' }],
  ['board/b2/send_message', 'TEA', `${BASE}/board/b2`, { ok: true, sent: true, reason: null, code: 'sent' }],
  ['refresh_interval', '60', BASE, { ok: true, sent: false, reason: null, code: null }],
  [
    'board/b2/clear_message',
    '',
    `${BASE}/board/b2`,
    { ok: false, sent: false, reason: 'The board is busy.', code: 'too_soon' },
  ],
  ['display_service', 'OFF', BASE, { ok: false, sent: false, reason: 'Not now.', code: null }],
];
for (const [topic, payload, place, expected] of results)
  test(`the result of ${topic} ${payload}`, async () => {
    const { hear, since } = await started();
    await hear(`${BASE}/${topic}/set`, payload);
    const said = since(`${place}/result `).map((one) => JSON.parse(one.slice(`${place}/result `.length)));
    const command = topic.split('/').at(-1);
    assert.equal(said, [{ command, ...expected, timestamp: '2026-03-02T10:00:01.000Z' }]);
  });

test('what is a fault inside is written into the log, a refusal is not', async () => {
  const { hear, log } = await started();
  const errors = () => log.lines.filter((line) => line.includes('failed unexpectedly')).length;
  await hear(`${BASE}/display_service/set`, 'OFF');
  assert.is(errors(), 0);
  await hear(`${BASE}/refresh_display/set`, '');
  assert.is(errors(), 1);
});

test('an empty message is no command, a button without a word is one', async () => {
  const { hear, commands } = await started();
  await hear(`${BASE}/send_message/set`, '');
  assert.equal(commands, []);
  await hear(`${BASE}/board/b1/home/set`, '');
  assert.equal(commands, ['home']);
});

test('commands run one after another; the newest of a kind and board counts, and all that wait for their turn', async () => {
  const { hear, commands, holdMessages } = await started();
  const release = holdMessages();
  await hear(`${BASE}/send_message/set`, 'FIRST');
  for (const text of ['A', 'B']) {
    await hear(`${BASE}/send_message/set`, text);
    await hear(`${BASE}/board/b2/send_message/set`, text);
    await hear(`${BASE}/send_message/set`, JSON.stringify({ board: 'b2', text: `to b2 ${text}` }));
    await hear(`${BASE}/send_message/set`, JSON.stringify({ text: `waits ${text}`, when_busy: 'queue' }));
  }
  assert.equal(commands, ['post b1 FIRST']);
  release();
  await settle(30);
  assert.equal(commands.slice(1), ['post b1 B', 'post b2 B', 'post b2 to b2 B', 'post b1 waits A', 'post b1 waits B']);
});

test('400 commands may wait, and of those that may the newest counts still', async () => {
  const { hear, opened, commands, holdMessages } = await started();
  const release = holdMessages();
  await hear(`${BASE}/send_message/set`, 'FIRST');
  const tell = (text: string, more: object): void =>
    opened[0]?.events.message(`${BASE}/send_message/set`, Buffer.from(JSON.stringify({ text, ...more })), false);
  tell('early', {});
  for (let count = 0; count < 450; count++) tell(`${count}`, { when_busy: 'queue' });
  tell('late', {});
  release();
  await settle(500);
  assert.equal([commands.length, commands[1], commands.at(-1)], [401, 'post b1 late', 'post b1 398']);
});

test('what waits when the settings name another place is not executed any more', async () => {
  const { hear, changeMqtt, commands, holdMessages } = await started();
  const release = holdMessages();
  await hear(`${BASE}/send_message/set`, 'FIRST');
  await hear(`${BASE}/refresh_interval/set`, '60');
  changeMqtt({ base_topic: 'house' });
  release();
  await settle();
  assert.equal(commands, ['post b1 FIRST']);
});

test('states are told after a command, as it may have changed any', async () => {
  const { clock, hear, since, facts } = await started();
  facts.strategy = 'row';
  await hear(`${BASE}/refresh_interval/set`, '60');
  await clock.advance(150);
  assert.ok(since().includes(`${BASE}/transition_style/state row`));
});

test('no event and no result is told to a broker that lags behind', async () => {
  const { hear, since, commands, connection } = await started();
  for (const [unconfirmed, count] of [
    [401, 0],
    [400, 3],
  ] as const) {
    connection.unconfirmed = unconfirmed;
    await hear(`${BASE}/send_message/set`, 'TEA');
    assert.is(since().filter((one) => /result|display_updated/.test(one)).length, count);
  }
  assert.equal(commands, ['post b1 TEA', 'post b1 TEA']);
});

test('after Home Assistant has started, its boards are announced at some moment within three seconds', async () => {
  const usual = Math.random;
  try {
    Math.random = () => 0.5;
    const { clock, hear, since } = await started();
    await hear(`${HA}/status`, 'online');
    await clock.advance(1000);
    await hear(`${HA}/status`, 'online');
    await clock.advance(499);
    assert.equal(since(HA), []);
    await clock.advance(1);
    assert.ok(since(HA).length > 0);
    await clock.advance(1000);
    assert.equal(since(HA), [], 'once, however often it says that it has started');
  } finally {
    Math.random = usual;
  }
});

test('Home Assistant that starts while the connection is lost changes nothing', async () => {
  const { clock, hear, since, connection, opened } = await started();
  await hear(`${HA}/status`, 'online');
  connection.connected = false;
  opened[0]?.events.failed(null);
  await clock.advance(3000);
  assert.equal(since(HA), []);
});

test.run();
