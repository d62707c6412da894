import { generate, parser, type IPublishPacket } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PacketPace } from '../../src/platform/network/packet-pace.ts';
import { createDraw } from '../fuzz/draw.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('platform/packet-pace');

const message = (topic: string, text: string, qos: 0 | 1 = 0): Buffer =>
  generate({ cmd: 'publish', topic, payload: text, qos, dup: false, retain: false, messageId: 1 });

/** What comes through of bytes that were written in pieces, by topic and text; `bursts`: as they were handed on. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const pace = new PacketPace(clock);
  const heard: string[] = [];
  const bursts: number[] = [];
  const reader = parser();
  reader.on('packet', (packet) => {
    const { topic, payload } = packet as IPublishPacket;
    heard.push(packet.cmd === 'publish' ? `${topic} ${payload.toString()}` : packet.cmd);
  });
  pace.on('data', (bytes: Buffer) => {
    const before = heard.length;
    reader.parse(bytes);
    bursts.push(heard.length - before);
  });
  const settle = async (ms = 1000): Promise<void> => {
    for (let at = 0; at < ms / 10; at++) await clock.advance(10);
  };
  return { pace, heard, bursts, settle };
};

test('of messages that came together each topic hands on its newest', async () => {
  const { pace, heard, settle } = rig();
  const flood = Array.from({ length: 5000 }, (_, at) => message(at % 3 === 0 ? 'a' : 'b', String(at)));
  pace.write(Buffer.concat([...flood, generate({ cmd: 'pingresp' })]));
  await settle();
  assert.equal(heard, ['a 4998', 'b 4999', 'pingresp']);
});

for (const length of [1, 100, 121, 122, 123, 200, 17_000])
  test(`of messages of ${length} bytes each topic hands on its newest, too`, async () => {
    const { pace, heard, settle } = rig();
    const texts = ['1', '2', '3', '4'].map((digit) => digit.repeat(length));
    pace.write(Buffer.concat(texts.map((text, at) => message(at % 2 === 0 ? 'even' : 'odd', text))));
    await settle();
    assert.equal(heard, [`even ${texts[2]}`, `odd ${texts[3]}`]);
  });

test('what wants an acknowledgement is never left out, and comes in pieces', async () => {
  const { pace, heard, bursts, settle } = rig();
  pace.write(Buffer.concat(Array.from({ length: 100 }, (_, at) => message('a', String(at), 1))));
  await settle(0);
  assert.is(heard.length, 20);
  await settle();
  assert.equal(
    heard,
    Array.from({ length: 100 }, (_, at) => `a ${at}`),
  );
  assert.ok(bursts.every((count) => count <= 20));
});

test('of large ones fewer come at once', async () => {
  const { pace, bursts, settle } = rig();
  pace.write(Buffer.concat(Array.from({ length: 9 }, () => message('a', 'x'.repeat(70_000), 1))));
  await settle();
  assert.equal(bursts, [4, 4, 1]);
});

test('of those that are as large as one turn takes none is left out', async () => {
  const { pace, heard, bursts, settle } = rig();
  const whole = message('a', 'x'.repeat(65_000), 1);
  const filling = 'x'.repeat(65_000 + 65_536 - whole.length);
  pace.write(Buffer.concat(Array.from({ length: 6 }, () => message('a', filling, 1))));
  await settle();
  assert.equal([heard.length, bursts], [6, [4, 2]]);
});

for (let seed = 0; seed < 8; seed++) {
  test(`nothing is lost or torn, however packets are cut, ${seed}`, async () => {
    const draw = createDraw(300 + seed);
    const { pace, heard, settle } = rig();
    const texts = Array.from({ length: 40 }, (_, at) => `${at} ${'y'.repeat(draw.pick([0, 1, 200, 20_000]))}`);
    const bytes = Buffer.concat(texts.map((text, at) => message(`t${at}`, text, draw.pick([0, 1]))));
    for (let at = 0; at < bytes.length; ) {
      const end = at + draw.pick([1, 2, 3, 7, 500, 5000]);
      pace.write(bytes.subarray(at, end));
      at = end;
    }
    for (let turn = 0; turn < 400 && heard.length < texts.length; turn++) await settle(1000);
    assert.equal(
      heard,
      texts.map((text, at) => `t${at} ${text}`),
    );
  });
}

test('a length that never ends is left to the library to refuse', async () => {
  const { pace, settle } = rig();
  const parts: Buffer[] = [];
  pace.removeAllListeners('data');
  pace.on('data', (part: Buffer) => parts.push(part));
  pace.write(Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 1, 2, 3));
  await settle();
  assert.is(Buffer.concat(parts).toString('hex'), '30ffffffff010203');
});

test.run();
