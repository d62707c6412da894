import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Leftovers } from '../../src/mqtt/leftovers.ts';

// What a real broker has to tell is in leftovers.test.ts.

const test = suite('mqtt/leftovers');

const PLACE = { base: 'flapbox', prefix: 'homeassistant', own: 'me' };
const hearing = (...heard: [topic: string, payload: object | string][]): Leftovers => {
  const leftovers = new Leftovers(PLACE);
  for (const [topic, payload] of heard)
    leftovers.hear(topic, Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)));
  return leftovers;
};
const unwanted = (leftovers: Leftovers, ...wanted: string[]): string[] => leftovers.unwanted(new Set(wanted)).sort();
const device = (device: object, ...boards: string[]) => ({
  device,
  components: boards.map((id) => ({ state_topic: `flapbox/board/${id}/paused/state` })),
});

test('it listens to devices and to what is published of boards, and to no picture', () =>
  assert.equal(new Leftovers(PLACE).topics, [
    'homeassistant/device/+/config',
    'flapbox/board/+/availability',
    'flapbox/board/+/+/state',
    'flapbox/board/+/+/attributes',
  ]));

test('what is not wanted is cleared, with the picture of a board that is gone', () => {
  const leftovers = hearing(
    ['flapbox/board/a/availability', 'online'],
    ['flapbox/board/a/old/state', 'ON'],
    ['flapbox/board/gone/messages/attributes', '{}'],
  );
  assert.equal(unwanted(leftovers, 'flapbox/board/a/availability'), [
    'flapbox/board/a/old/state',
    'flapbox/board/gone/messages/attributes',
    'flapbox/board/gone/picture/image',
  ]);
});

test('commands and topics of others are left alone', () => {
  const leftovers = hearing(
    ['flapbox/board/a/paused/set', 'ON'],
    ['flapbox/board/a/state/more', 'ON'],
    ['flapbox/thing/state', 'ON'],
    ['homeassistant/sensor/me/config', device({ identifiers: ['me'] })],
    ['homeassistant/devices', device({ identifiers: ['me'] })],
  );
  assert.equal(unwanted(leftovers), []);
});

const devices: [what: string, payload: object | string, isOwn: boolean][] = [
  ['the appliance', device({ identifiers: ['me'] }), true],
  ['the appliance, whose identifier is a text', device({ identifiers: 'me' }), true],
  ['one reached through the appliance', device({ identifiers: ['me_b'], via_device: 'me' }), true],
  ['one of a similar name', device({ identifiers: ['me_b'] }), false],
  ['one reached through another', device({ identifiers: ['x'], via_device: 'other' }), false],
  ['one without a name', device({}), false],
  ['one whose device is a text', { device: 'me' }, false],
  ['a list', [device({ identifiers: ['me'] })], false],
  ['no JSON', '{', false],
];
for (const [what, payload, isOwn] of devices)
  test(`of devices its own are cleared: ${what}`, () =>
    assert.equal(
      unwanted(hearing(['homeassistant/device/x/config', payload])),
      isOwn ? ['homeassistant/device/x/config'] : [],
    ));

test('a device that is wanted stays', () =>
  assert.equal(
    unwanted(
      hearing(['homeassistant/device/x/config', device({ identifiers: ['me'] })]),
      'homeassistant/device/x/config',
    ),
    [],
  ));

test('boards that another appliance announces under the same topic are its own', () => {
  const leftovers = hearing(
    ['flapbox/board/far/availability', 'online'],
    ['flapbox/board/near/availability', 'online'],
    ['flapbox/board/gone/availability', 'online'],
    ['homeassistant/device/other/config', device({ identifiers: ['other'] }, 'far', 'near')],
    ['homeassistant/device/me/config', device({ identifiers: ['me'] }, 'gone')],
  );
  assert.equal(unwanted(leftovers, 'homeassistant/device/me/config'), [
    'flapbox/board/gone/availability',
    'flapbox/board/gone/picture/image',
  ]);
});

test('where there is too much to hear, own devices are cleared alone', () => {
  const many = hearing(
    ['flapbox/board/gone/availability', 'online'],
    ['homeassistant/device/x/config', device({ identifiers: ['me'] })],
  );
  for (let count = 2; count < 9999; count++) many.hear('homeassistant/device/y/config', Buffer.from('{}'));
  assert.is(unwanted(many).length, 3);
  many.hear('homeassistant/device/y/config', Buffer.from('{}'));
  assert.equal(unwanted(many), ['homeassistant/device/x/config']);
  many.hear('homeassistant/device/z/config', Buffer.from(JSON.stringify(device({ identifiers: ['me'] }))));
  assert.equal(unwanted(many), ['homeassistant/device/x/config'], 'and nothing more is heard');
});

test('so it is where there are too many bytes', () => {
  const large = hearing(['flapbox/board/gone/availability', 'online']);
  large.hear('homeassistant/device/y/config', Buffer.alloc(16 * 1024 * 1024 - 7));
  assert.is(unwanted(large).length, 2);
  large.hear('homeassistant/device/y/config', Buffer.from('x'));
  assert.equal(unwanted(large), []);
});

const LEFT = { base: 'home', prefix: 'ha', own: 'old' };
/** The place that was left, and what was heard there. */
const hearingAt = (place: typeof PLACE, ...heard: [topic: string, payload?: object][]): Leftovers => {
  const leftovers = new Leftovers(place, PLACE);
  for (const [topic, payload = {}] of heard) leftovers.hear(topic, Buffer.from(JSON.stringify(payload)));
  return leftovers;
};

test('at a base topic that was left it listens to what was published of the appliance, too', () =>
  assert.equal(new Leftovers(LEFT, PLACE).topics, [
    'ha/device/+/config',
    'home/board/+/availability',
    'home/board/+/+/state',
    'home/board/+/+/attributes',
    'home/status',
    'home/+/state',
    'home/+/attributes',
  ]));

test('there everything goes that the appliance publishes elsewhere now, and nothing else', () => {
  const heard: [string, object?][] = [
    ['ha/device/old/config', device({ identifiers: ['old'] }, 'a')],
    ['home/board/a/paused/state'],
    ['home/status'],
    ['home/version/state'],
    ['home/current_page/attributes'],
    ['home/lamp/state'],
    ['home/version/state/more'],
    ['home/version/set'],
    ['homes/version/state'],
  ];
  const wanted = ['flapbox/status', 'flapbox/version/state', 'flapbox/current_page/attributes', 'flapbox/lamp/more'];
  assert.equal(unwanted(hearingAt(LEFT, ...heard), ...wanted), [
    'ha/device/old/config',
    'home/board/a/paused/state',
    'home/board/a/picture/image',
    'home/current_page/attributes',
    'home/status',
    'home/version/state',
  ]);
});

test('what another appliance has there now is left to it', () => {
  const other = { ...device({ identifiers: ['other'] }, 'b'), availability: [{ topic: 'home/status' }] };
  const heard: [string, object?][] = [
    ['ha/device/other/config', JSON.parse(JSON.stringify(other).replaceAll('flapbox/', 'home/')) as object],
    ['home/board/a/paused/state'],
    ['home/board/b/paused/state'],
    ['home/status'],
  ];
  assert.equal(unwanted(hearingAt(LEFT, ...heard), 'flapbox/status'), [
    'home/board/a/paused/state',
    'home/board/a/picture/image',
  ]);
});

test('where only the discovery or the name is another one, what lies at the base topic stays', () => {
  for (const place of [
    { ...PLACE, prefix: 'ha' },
    { ...PLACE, own: 'old' },
  ]) {
    const heard: [string, object?][] = [
      [`${place.prefix}/device/x/config`, device({ identifiers: [place.own] })],
      ['flapbox/status'],
      ['flapbox/version/state'],
    ];
    assert.equal(unwanted(hearingAt(place, ...heard), 'flapbox/status', 'flapbox/version/state'), [
      `${place.prefix}/device/x/config`,
    ]);
  }
});

test('the topic at which Home Assistant tells of itself is nobody else’s', () => {
  const place = { ...LEFT, base: 'homeassistant' };
  const leftovers = hearingAt(place, ['homeassistant/status'], ['homeassistant/version/state']);
  assert.not.ok(leftovers.topics.includes('homeassistant/status'));
  assert.equal(unwanted(leftovers, 'flapbox/status', 'flapbox/version/state'), ['homeassistant/version/state']);
});

test.run();
