import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { BoardImages } from '../../src/mqtt/board-images.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('mqtt/board-images');

const KIB = 1024;
const SIZES: Readonly<Record<string, number>> = { LARGE: 192 * KIB, HUGE: 192 * KIB + 1 };

/** Boards whose content is a text; what is published is that text, or its size. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const content = new Map<string, string>([['a', 'ONE']]);
  const published: string[] = [];
  const waiting: (() => void)[] = [];
  let drawn = 0;
  const warned: string[] = [];
  const widths: number[] = [];
  const images = new BoardImages({
    clock,
    log: { warn: (message) => void warned.push(message) },
    draw: async (boardId, width) => {
      const text = content.get(boardId);
      if (text === undefined) throw new Error('there is no such board');
      if (text === 'BUSY') throw new Fault(429, 'Too many pictures wait.');
      if (text === 'BROKEN') throw new Fault(503, 'It cannot be drawn.');
      widths.push(width);
      const size = width > 400 ? (SIZES[text] ?? 0) : 0;
      return {
        type: 'image/png',
        etag: text,
        background: '#000000',
        words: () => text,
        bytes: async (asker) => {
          assert.equal(asker, { address: 'MQTT' });
          drawn++;
          return size > 0 ? Buffer.alloc(size) : Buffer.from(text);
        },
      };
    },
    publish: (topic, payload, confirmed) => {
      published.push(`${topic} ${payload.toString()}`.trim());
      waiting.push(confirmed);
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  };
  const follow = async (...ids: string[]) => {
    images.follow(new Map(ids.map((id) => [`t/${id}`, id])));
    await settle();
  };
  const confirm = async () => {
    for (const one of waiting.splice(0)) one();
    await settle();
  };
  return { clock, content, published, images, follow, confirm, settle, warned, widths, drawn: () => drawn };
};

test('a picture is sent once, and again only when it is another one', async () => {
  const { content, clock, published, follow, confirm, drawn } = rig();
  await follow('a');
  await confirm();
  await clock.advance(5000);
  await follow('a');
  assert.equal([published, drawn()], [['t/a ONE'], 1]);
  content.set('a', 'TWO');
  await follow('a');
  assert.equal(published, ['t/a ONE', 't/a TWO']);
});

test('at most one a second for a board, and the latest always', async () => {
  const { content, clock, published, follow, confirm, settle } = rig();
  await follow('a');
  await confirm();
  for (const text of ['TWO', 'THREE', 'FOUR']) {
    content.set('a', text);
    await follow('a');
  }
  assert.equal(published, ['t/a ONE']);
  await clock.advance(1000);
  await settle();
  assert.equal(published, ['t/a ONE', 't/a FOUR']);
});

test('one is on its way at a time; another board does not wait for the pace of the first', async () => {
  const { content, published, follow, confirm } = rig();
  content.set('b', 'BOARD B');
  await follow('a', 'b');
  await follow('a', 'b');
  assert.equal(published, ['t/a ONE']);
  await confirm();
  assert.equal(published, ['t/a ONE', 't/b BOARD B']);
  await confirm();
  content.set('a', 'TWO');
  content.set('c', 'BOARD C');
  await follow('a', 'c');
  assert.equal(published.slice(2), ['t/b', 't/c BOARD C']);
});

test('a board that is gone is taken off the broker, and one that cannot be drawn holds nobody up', async () => {
  const { content, published, follow, confirm } = rig();
  await follow('a');
  await confirm();
  content.set('b', 'BOARD B');
  await follow('lost', 'b');
  assert.equal(published, ['t/a ONE', 't/a', 't/b BOARD B']);
});

test('where too many pictures wait a board is looked at again a second later, without a word', async () => {
  const { content, clock, published, warned, follow, settle } = rig();
  content.set('a', 'BUSY');
  await follow('a');
  content.set('a', 'ONE');
  await clock.advance(999);
  await settle();
  assert.equal([published, warned], [[], []]);
  await clock.advance(1);
  await settle();
  assert.equal(published, ['t/a ONE']);
});

test('what cannot be drawn is told, and not tried again by itself', async () => {
  const { content, clock, published, warned, follow, settle } = rig();
  content.set('a', 'BROKEN');
  await follow('a');
  assert.is(warned.length, 1);
  content.set('a', 'ONE');
  await clock.advance(5000);
  await settle();
  assert.equal(published, []);
});

test('a picture of more than 192 KiB is sent smaller', async () => {
  for (const [text, payload, widths] of [
    ['LARGE', 192 * KIB, [800, 800]],
    ['HUGE', 4, [800, 800, 400]],
  ] as const) {
    const { content, published, follow, widths: drawn } = rig();
    content.set('a', text);
    await follow('a');
    assert.equal([published[0]?.length, drawn], [`t/a `.length + payload, widths]);
  }
});

test('a board that is followed no more before its turn is not drawn', async () => {
  const { content, published, follow, confirm } = rig();
  content.set('b', 'BOARD B');
  await follow('a', 'b');
  await follow('a');
  await confirm();
  assert.equal(published, ['t/a ONE']);
});

test('a board that is followed no more while it is drawn is not published, and the next one has its turn', async () => {
  const { content, published, images, follow } = rig();
  content.set('b', 'TWO');
  images.follow(new Map([['t/a', 'a']]));
  await follow('b');
  assert.equal(published, ['t/b TWO']);
});

test('after the end of a session nothing is drawn until boards are named again', async () => {
  const { content, clock, images, follow, settle, drawn } = rig();
  content.set('b', 'BOARD B');
  await follow('a', 'b');
  images.reset();
  await clock.advance(5000);
  await settle();
  assert.is(drawn(), 1);
});

test('a board that is followed again is sent again at once', async () => {
  const { published, follow, confirm } = rig();
  await follow('a');
  await confirm();
  await follow();
  await follow('a');
  assert.equal(published, ['t/a ONE', 't/a', 't/a ONE']);
});

test('after a new session everything is sent again, and what was on its way is forgotten', async () => {
  const { published, images, follow, confirm } = rig();
  await follow('a');
  images.reset();
  await confirm();
  assert.equal(images.topics, []);
  await follow('a');
  assert.equal(published, ['t/a ONE', 't/a ONE']);
});

test.run();
