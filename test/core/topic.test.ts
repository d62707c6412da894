import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DEVICE_TOPIC, FOLLOWED_TOPIC, OWN_TOPIC, READ_TOPIC } from '../../src/core/topic.ts';

const test = suite('core/topic');

const TOPICS: [topic: string, own: boolean, followed: boolean, ofDevice: boolean, read: boolean][] = [
  ['a', true, true, true, true],
  ['home/kitchen wall/é', true, true, true, true],
  ['home//wall', true, true, true, true],
  ['a$b', true, true, true, true],
  ['', false, false, true, false],
  ['home/', true, false, true, true],
  ['/home', false, false, true, true],
  [' home', false, false, true, true],
  ['home ', false, false, true, true],
  ['home/+', false, false, false, false],
  ['home/#', false, false, false, false],
  ['+', false, false, false, false],
  ['home\0', false, false, false, false],
  ['\nhome', false, false, false, false],
  ['home\x7fwall', false, false, false, false],
  ['home\x85wall', false, false, false, false],
  ['$share/a/b', false, false, false, false],
  ['$SYSTEM/a', false, false, false, false],
  ['$SYS/broker/uptime', false, false, false, true],
  ['$SYS/#', false, false, false, false],
];
for (const [topic, ...expected] of TOPICS)
  test(`where ${JSON.stringify(topic)} may stand`, () =>
    assert.equal(
      [OWN_TOPIC, FOLLOWED_TOPIC, DEVICE_TOPIC, READ_TOPIC].map((form) => form.test(topic)),
      expected,
    ));

test.run();
