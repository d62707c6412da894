import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { BoardImages } from '../../src/mqtt/board-images.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('mqtt/board-images');

/** Boards whose content is a text; what is published is that text, or its size. */
const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const content = new Map<string, string>([['a', 'ONE']]);
  const published: string[] = [];
  const waiting: (() => void)[] = [];
  let drawn = 0;
  const warned: string[] = [];
  const images = new BoardImages({
    clock,
    log: { warn: (message) => void warned.push(message) },
    draw: async (boardId, width) => {
      const text = content.get(boardId);
      if (text === undefined) throw new Error('there is no such board');
      if (text === 'BUSY') throw new Fault(429, 'Too many pictures wait.');
      if (text === 'BROKEN') throw new Fault(503, 'It cannot be drawn.');
      const size = text === 'HUGE' && width > 400 ? 200 * 1024 : 0;
      return {
        type: 'image/png',
        etag: text,
        background: '#000000',
        words: () => text,
        bytes: async () => {
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
  return { clock, content, published, images, follow, confirm, settle, warned, drawn: () => drawn };
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
  assert.equal(published, ['t/a ONE']);
  await confirm();
  assert.equal(published, ['t/a ONE', 't/b BOARD B']);
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

test('a picture that is too large is sent smaller', async () => {
  const { content, published, follow } = rig();
  content.set('a', 'HUGE');
  await follow('a');
  assert.equal(published, ['t/a HUGE']);
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
