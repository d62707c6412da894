import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FollowService, type FollowServiceOptions } from '../../src/service/follow.ts';

const test = suite('service/follow: hubs nearby');

const OWN = { url: 'mqtt://own.test:1883', username: 'u', password: 'p', authority: '' };
const FOUND = [
  { url: 'mqtt://own.test:1883', name: 'Own' },
  { url: 'mqtt://b.test:1883', name: 'B' },
];
for (const [what, own, brokers, hubs] of [
  [
    'with an own broker, which is asked first, and once',
    OWN,
    [
      { url: null, name: 'The broker under MQTT', error: null },
      { url: 'mqtt://b.test:1883', name: 'B', error: 'Refused.' },
    ],
    [{ url: null, topic: 'u', rows: 6, cols: 22 }],
  ],
  [
    'without one',
    null,
    [
      { url: 'mqtt://own.test:1883', name: 'Own', error: null },
      { url: 'mqtt://b.test:1883', name: 'B', error: 'Refused.' },
    ],
    [{ url: 'mqtt://own.test:1883', topic: 'nobody', rows: 6, cols: 22 }],
  ],
] as const)
  test(what, async () => {
    const { signal } = new AbortController();
    const service = new FollowService({
      ownBroker: () => own,
      search: {
        findBrokers: async () => FOUND,
        listHubs: async ({ url, username = 'nobody' }: Partial<typeof OWN>, given: AbortSignal) => {
          assert.is(given, signal);
          return url === OWN.url
            ? { hubs: [{ topic: username, rows: 6, cols: 22 }], error: null }
            : { hubs: [], error: 'Refused.' };
        },
      },
    } as unknown as FollowServiceOptions);
    assert.equal(await service.discover(signal), { brokers, hubs });
  });

test.run();
