import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findBrokers } from '../../hw/panel/broker/hub-search.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { browseServices, servicesIn, type DnsRecord } from '../../src/platform/network/mdns.ts';

const test = suite('services of the home network');
const TYPES = ['_mqtt._tcp', '_secure-mqtt._tcp'];

const announce = (name: string, type: string, address: unknown, port = 1883): DnsRecord[] => [
  { name: `${type}.local`, type: 'PTR', data: `${name}.${type}.local` },
  { name: `${name}.${type}.local`, type: 'SRV', data: { target: `${name}.local`, port } },
  ...(address === null ? [] : [{ name: `${name}.LOCAL`, type: 'A', data: address }]),
];

/** [what, records, host and port of what is found] */
const CASES: [string, DnsRecord[], string[]][] = [
  ['a broker with its address', announce('one', '_mqtt._tcp', '192.168.1.5'), ['192.168.1.5:1883']],
  ['a broker without an address goes by its name', announce('one', '_mqtt._tcp', null), ['one.local:1883']],
  [
    'one that says it twice is there once',
    [1, 2].flatMap(() => announce('one', '_mqtt._tcp', '10.0.0.1')),
    ['10.0.0.1:1883'],
  ],
  ['an address outside of the home network', announce('one', '_mqtt._tcp', '8.8.8.8'), []],
  ['another kind of service', announce('one', '_http._tcp', '10.0.0.1'), []],
  ['a name without a place', announce('one', '_mqtt._tcp', '10.0.0.1').slice(0, 1), []],
  [
    'records that are none',
    [
      { name: '_mqtt._tcp.local', type: 'PTR', data: null },
      { name: 'x', type: 'SRV' },
    ],
    [],
  ],
  [
    'many',
    Array.from({ length: 50 }, (_, i) => announce(`b${i}`, '_mqtt._tcp', `10.0.0.${i}`)).flat(),
    Array.from({ length: 16 }, (_, i) => `10.0.0.${i}:1883`),
  ],
];
for (const [what, records, found] of CASES)
  test(what, () =>
    assert.equal(
      servicesIn(records, TYPES).map(({ host, port }) => `${host}:${port}`),
      found,
    ),
  );

test('a service is told with its name and its kind, whichever of them answers', () =>
  assert.equal(
    servicesIn([...announce('b', '_secure-mqtt._tcp', '10.0.0.2', 8883), ...announce('a', '_mqtt._tcp', 7)], TYPES),
    [
      { name: 'a', host: 'a.local', port: 1883, type: '_mqtt._tcp' },
      { name: 'b', host: '10.0.0.2', port: 8883, type: '_secure-mqtt._tcp' },
    ],
  ));

for (const place of [
  { target: 'a.local' },
  { port: 1 },
  { target: 1, port: 1 },
  { target: 'a.local', port: '1' },
  null,
  'x',
])
  test(`${JSON.stringify(place)} is no place of a service`, () => {
    const [pointer, , address] = announce('a', '_mqtt._tcp', '10.0.0.1');
    const records = [pointer, { name: 'a._mqtt._tcp.local', type: 'SRV', data: place }, address];
    assert.equal(
      servicesIn(
        records.flatMap((one) => one ?? []),
        TYPES,
      ),
      [],
    );
  });

test('one program may have two ports', () =>
  assert.equal(
    servicesIn(
      [...announce('a', '_mqtt._tcp', '10.0.0.1'), ...announce('b', '_mqtt._tcp', '10.0.0.1', 1884)],
      TYPES,
    ).map(({ port }) => port),
    [1883, 1884],
  ));

test('brokers are offered by their address', async () => {
  const services = servicesIn(
    [...announce('plain', '_mqtt._tcp', '10.0.0.1'), ...announce('safe', '_secure-mqtt._tcp', '10.0.0.2', 8883)],
    TYPES,
  );
  const found = await findBrokers(systemClock, new AbortController().signal, () => Promise.resolve(services));
  assert.equal(found, [
    { url: 'mqtt://10.0.0.1:1883', name: 'plain' },
    { url: 'mqtts://10.0.0.2:8883', name: 'safe' },
  ]);
});

test('whoever has gone away already is answered at once, and nobody is asked', async () =>
  assert.equal(await browseServices(TYPES, 60_000, systemClock, AbortSignal.abort()), []));

test.run();
