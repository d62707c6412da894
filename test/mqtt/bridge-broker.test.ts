import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settle } from '../support/fake-clock.ts';
import { sampleState } from '../support/sample-state.ts';
import { BASE, HA, createBridge } from './rig.ts';

const test = suite('mqtt/bridge-broker');

const REFRESH_MS = 30_000;

test('the client is named after the appliance, in at most 60 characters', async () => {
  for (const [instance_id, name] of [
    ['hall', 'hall_flapbox'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ] as const) {
    const { changeMqtt, start, opened } = createBridge();
    changeMqtt({ instance_id });
    await start();
    assert.is(opened[0]?.address.clientId, name);
  }
});

for (const [what, change, isMoved] of [
  ['base topic', { base_topic: 'house' }, true],
  ['discovery prefix', { discovery_prefix: 'ha' }, true],
  ['id', { instance_id: 'other' }, true],
  ['broker', { broker_host: 'elsewhere' }, false],
  ['password', { secrets: { password: 'new' } }, false],
  ['address of the web UI', { external_url: 'http://flaps.example' }, false],
] as const)
  test(`another ${what} ${isMoved ? 'clears' : 'leaves'} what lies at the broker, and connects anew`, async () => {
    const { start, connect, changeMqtt, kept, since, opened } = createBridge();
    await start();
    await settle();
    const before = kept.size;
    assert.ok(before > 0);
    changeMqtt(change);
    assert.is(kept.size, isMoved ? 0 : before);
    assert.equal(since('end'), [`end ${BASE}/status ${isMoved ? '' : 'offline'}`]);
    await connect();
    assert.is(opened.length, 2);
  });

test('of settings that change twice at once the latest connect', async () => {
  const { start, changeMqtt, opened, connect } = createBridge();
  await start();
  changeMqtt({ broker_host: 'two' });
  changeMqtt({ broker_host: 'three' });
  await connect();
  assert.equal(
    opened.map(({ address }) => address.url),
    ['mqtt://broker:1883', 'mqtt://three:1883'],
  );
});

test('one that stops before it has connected connects no more', async () => {
  const { bridge, opened } = createBridge();
  bridge.start();
  await bridge.stop();
  await settle();
  assert.is(opened.length, 0);
});

test('a change that is not about the broker keeps the connection, and after the end none is heard', async () => {
  const { start, change, changeMqtt, opened, bridge } = createBridge();
  await start();
  change({ pages: [] });
  await settle();
  assert.is(opened.length, 1);
  await bridge.stop();
  changeMqtt({ broker_host: 'two' });
  await settle();
  assert.is(opened.length, 1);
});

test('an address that cannot be opened is told, until another one can', async () => {
  const { start, facts, bridge, changeMqtt, connect } = createBridge();
  facts.unopened = 'The certificate cannot be read.';
  await start();
  assert.equal([bridge.status().running, bridge.status().error], [false, 'The certificate cannot be read.']);
  assert.throws(() => bridge.republish(), /no connection to the broker: The certificate/);
  facts.unopened = null;
  changeMqtt({ broker_host: 'two' });
  await connect();
  assert.equal([bridge.status().running, bridge.status().error], [true, null]);
});

test('without a connection or a reason there is nothing to announce', () =>
  assert.throws(() => createBridge().bridge.republish(), /^There is no connection to the broker\.$|broker\./));

test('the same failure is written into the log once, and no longer told of another broker', async () => {
  const { start, opened, connection, log, bridge, changeMqtt } = createBridge();
  await start();
  assert.match(log.lines.at(-1) ?? '', /connected to the MQTT broker.*mqtt:\/\/broker:1883/);
  connection.connected = false;
  for (const cause of ['It hangs.', null, 'It hangs.', 'It is gone.']) opened[0]?.events.failed(cause);
  const warnings = log.lines.filter((line) => line.includes('no connection to the MQTT broker'));
  assert.equal(
    warnings.map((line) => /It (?:hangs|is gone)/.exec(line)?.[0]),
    ['It hangs', 'It is gone'],
  );
  opened[0]?.events.skipped?.(300_000, null);
  assert.match(log.lines.at(-1) ?? '', /too large.*300000/);
  changeMqtt({ broker_host: 'two' });
  assert.is(bridge.status().error, null);
});

/** A bridge that has told everything, and the version that it looked up; and how often it told all since then. */
const told = async () => {
  const bridge = createBridge();
  await bridge.start();
  await bridge.clock.advance(1000);
  const before = bridge.tellings();
  return { ...bridge, before, tellings: () => bridge.tellings() - before };
};

test('all is told once until something changes, and then every half minute', async () => {
  const { clock, before, tellings, bridge } = await told();
  assert.is(before, 2, 'once more with the version that is looked up');
  bridge.changed();
  bridge.changed();
  await clock.advance(150);
  assert.is(tellings(), 1);
  await clock.advance(REFRESH_MS - 1151);
  assert.is(tellings(), 1);
  await clock.advance(1);
  assert.is(tellings(), 2);
  await clock.advance(2 * REFRESH_MS);
  assert.is(tellings(), 4);
});

test('a connection that comes again is told all again, and looked at no more often', async () => {
  const { clock, tellings, opened, kept } = await told();
  kept.clear();
  opened[0]?.events.connected();
  await clock.advance(0);
  assert.is(kept.get(`${BASE}/status`), 'online');
  assert.is(tellings(), 1);
  await clock.advance(REFRESH_MS - 1);
  assert.is(tellings(), 1);
  await clock.advance(1);
  assert.is(tellings(), 2);
});

test('a board that was removed a moment before everything is announced again is taken away', async () => {
  const { bridge, change, changeMqtt, now, kept, start } = createBridge();
  changeMqtt({ pictures: true });
  await start();
  await settle();
  const ofSecond = (): string[] => [...kept.keys()].filter((topic) => /board\/b2\/|_b2\//.test(topic));
  assert.ok(ofSecond().some((topic) => topic.endsWith('/picture/image')));
  change({ boards: now().boards.slice(0, 1) });
  bridge.republish();
  await settle();
  assert.equal(ofSecond(), []);
});

test('what changes while all is told is told afterwards', async () => {
  const { clock, tellings, bridge, connection } = await told();
  connection.unconfirmed = 401;
  bridge.changed();
  await clock.advance(150);
  bridge.changed();
  connection.unconfirmed = 0;
  await clock.advance(149);
  assert.is(tellings(), 0, 'the broker is looked at again after 150 ms');
  await clock.advance(1);
  assert.is(tellings(), 1);
  await clock.advance(150);
  assert.is(tellings(), 2);
  await clock.advance(1000);
  assert.is(tellings(), 2);
});

test('nothing is told before the broker lets it in', async () => {
  const { bridge, clock, tellings } = createBridge();
  bridge.start();
  await clock.advance(0);
  bridge.changed();
  await clock.advance(REFRESH_MS);
  assert.is(tellings(), 0);
});

test('nothing is told, drawn or looked up after the end, nor while the settings want no broker', async () => {
  for (const isEnd of [true, false]) {
    const { bridge, clock, change, changeMqtt, tellings, drawn, lookups, facts, connection, since } = await told();
    changeMqtt({ pictures: true });
    await clock.advance(1000);
    facts.picture = 'TWO';
    change({ pages: [] });
    await clock.advance(150);
    // The next picture is due in a second.
    facts.picture = 'THREE';
    change({ pages: [] });
    await clock.advance(150);
    change({ pages: [] });
    if (!isEnd) {
      await clock.advance(1000);
      connection.unconfirmed = 401;
      bridge.changed();
      await clock.advance(150);
    }
    const before = [tellings(), drawn(), lookups()];
    since();
    if (isEnd) await bridge.stop();
    else changeMqtt({ enabled: false });
    await clock.advance(REFRESH_MS);
    assert.equal([tellings(), drawn(), lookups()], before);
    assert.equal(since('end'), [`end ${BASE}/status ${isEnd ? 'offline' : ''}`]);
  }
});

const SWEPT = `- ${HA}/device/+/config`;

test('what an earlier session left is heard for three seconds after the last connection', async () => {
  const { start, clock, opened, hear, since } = createBridge();
  await start();
  await clock.advance(2000);
  opened[0]?.events.connected();
  await hear(`${BASE}/board/gone/availability`, 'online', true);
  await clock.advance(2999);
  assert.equal(since(SWEPT), []);
  await clock.advance(1);
  const said = since();
  assert.is(said.filter((one) => one.startsWith(SWEPT)).length, 1);
  assert.ok(said.includes(`${BASE}/board/gone/availability `));
  await hear(`${BASE}/board/late/availability`, 'online', true);
  await clock.advance(10_000);
  assert.equal(since(`${BASE}/board/late`), []);
});

test('it is not swept while all is being told, nor after the end', async () => {
  const { start, clock, connection, since, bridge } = createBridge();
  connection.unconfirmed = 401;
  await start();
  await clock.advance(3000);
  assert.equal(since(SWEPT), []);
  connection.unconfirmed = 0;
  await clock.advance(3000);
  assert.is(since(SWEPT).length, 1);
  const ended = createBridge();
  await ended.start();
  await ended.bridge.stop();
  await ended.clock.advance(3000);
  assert.equal(ended.since(SWEPT), []);
  await bridge.stop();
});

test('the version that runs, and the one that waits, are looked up after connecting and every half minute', async () => {
  const { start, clock, facts, kept, tellings } = createBridge();
  const told = () => {
    const { installed_version, latest_version, update_percentage } = JSON.parse(kept.get(`${BASE}/update/state`) ?? '');
    return [installed_version, latest_version, update_percentage];
  };
  facts.update = { ...facts.update, system_version: '7' };
  await start();
  await clock.advance(150);
  assert.equal(told(), ['7', '7', null]);
  facts.update = { ...facts.update, pending: { version: '8' }, progress: { percent: 40 } } as typeof facts.update;
  await clock.advance(REFRESH_MS);
  assert.equal(told(), ['7', '8', 40]);
  const count = tellings();
  await clock.advance(1000);
  assert.is(tellings(), count);
  facts.update = { ...facts.update, system_version: null, pending: null, progress: null };
  await clock.advance(REFRESH_MS);
  assert.equal(told(), ['1.2.3', '1.2.3', null]);
});

const pictures = (kept: ReadonlyMap<string, string>) => [...kept].filter(([topic]) => topic.endsWith('/picture/image'));

test('pictures are kept at the broker while the settings want them', async () => {
  const { start, changeMqtt, clock, kept, facts, bridge, since, connect } = createBridge();
  changeMqtt({ pictures: true });
  await start();
  await clock.advance(1000);
  assert.equal(pictures(kept), [
    [`${BASE}/board/b1/picture/image`, 'png b1 ONE'],
    [`${BASE}/board/b2/picture/image`, 'png b2 ONE'],
  ]);
  facts.picture = 'TWO';
  bridge.changed();
  await clock.advance(1000);
  assert.is(kept.get(`${BASE}/board/b2/picture/image`), 'png b2 TWO');
  kept.clear();
  bridge.republish();
  await clock.advance(1000);
  assert.is(pictures(kept).length, 2, 'announced again with everything else');
  changeMqtt({ pictures: false });
  await clock.advance(1000);
  assert.equal(pictures(kept), []);
  since();
  changeMqtt({ username: 'ann' });
  await connect();
  await settle();
  assert.equal(
    since(`${BASE}/board/b1/picture`),
    [`${BASE}/board/b1/picture/image `],
    'one of an earlier session goes',
  );
});

test('pictures go with the place that they were kept at, and come again with a connection', async () => {
  const { start, changeMqtt, clock, kept, opened } = createBridge();
  changeMqtt({ pictures: true });
  await start();
  await clock.advance(1000);
  kept.clear();
  opened[0]?.events.connected();
  await clock.advance(1000);
  assert.is(pictures(kept).length, 2);
  changeMqtt({ base_topic: 'house' });
  assert.equal(pictures(kept), []);
});

const OLD = { base: 'old', prefix: 'ha', own: 'before' };
const NOW = { base: BASE, prefix: HA, own: sampleState().settings.mqtt.instance_id };
const whatLies = async ({ hear }: ReturnType<typeof createBridge>) => {
  await hear('ha/device/before/config', JSON.stringify({ device: { identifiers: ['before'] } }), true);
  for (const topic of ['old/status', 'old/version/state', 'old/lamp/state', 'old/board/b1/paused/state'])
    await hear(topic, 'x', true);
};
const leftAt = (kept: ReadonlyMap<string, string>, ...bases: string[]) =>
  [...kept.keys()].filter((topic) => bases.some((base) => topic.startsWith(`${base}/`)));

test('what an earlier run announced under other topics goes at the next connection', async () => {
  const rig = createBridge({ places: [OLD] });
  await rig.start();
  assert.equal(rig.places(), [OLD, NOW], 'both, until the broker has told what it retains');
  await whatLies(rig);
  await rig.clock.advance(3000);
  assert.equal(leftAt(rig.kept, 'old', 'ha'), ['old/lamp/state']);
  assert.equal(rig.places(), [NOW]);
  assert.is(rig.kept.get(`${BASE}/status`), 'online');
  const listening = rig.since('+ ').find((one) => one.includes('old/')) ?? '';
  assert.ok(rig.since('- ').length === 0 && listening.includes('ha/device/+/config'));
});

test('so it is with topics that were changed while the broker was away', async () => {
  const rig = createBridge();
  await rig.start();
  await rig.clock.advance(3000);
  rig.connection.connected = false;
  rig.changeMqtt({ base_topic: 'house', discovery_prefix: 'ha' });
  rig.changeMqtt({ base_topic: 'home', discovery_prefix: 'ha' });
  const before = leftAt(rig.kept, BASE, HA);
  assert.ok(before.length > 20);
  await rig.connect();
  assert.equal(rig.places(), [NOW, { ...NOW, base: 'home', prefix: 'ha' }], 'nothing was announced at the second');
  for (const topic of before) await rig.hear(topic, rig.kept.get(topic) ?? '', true);
  await rig.clock.advance(3000);
  assert.equal(leftAt(rig.kept, BASE, HA), []);
  assert.ok(leftAt(rig.kept, 'home', 'ha').length > 20);
});

test('a connection that is lost before the broker has told forgets none of them', async () => {
  const rig = createBridge({ places: [OLD] });
  await rig.start();
  rig.connection.connected = false;
  await rig.clock.advance(3000);
  assert.equal(rig.places(), [OLD, NOW]);
  await rig.connect();
  await whatLies(rig);
  await rig.clock.advance(3000);
  assert.equal([leftAt(rig.kept, 'old', 'ha'), rig.places()], [['old/lamp/state'], [NOW]]);
});

test('of many places the latest are remembered', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...OLD, base: `old${index}` }));
  const rig = createBridge({ places: [NOW, ...many] });
  await rig.start();
  assert.equal(
    rig.places().map(({ base }) => base),
    ['old5', 'old6', 'old7', 'old8', 'old9', 'old10', 'old11', BASE],
  );
});

test.run();
