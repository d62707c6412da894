import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Authenticator } from '../../../src/http/access.ts';
import { EventHub } from '../../../src/http/events.ts';
import { screenRoutes } from '../../../src/http/flat/screens.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { RouteRequest } from '../../../src/http/route.ts';
import { ScreenService, type ScreenServiceOptions } from '../../../src/service/screens/screens.ts';
import { storeWith } from '../../service/rig.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard } from '../../support/sample-state.ts';

const test = suite('http/flat/screens, the stream of a slow screen');

/** The stream of all boards of an install without a login, at a client that reads when a test says so. */
const listen = async () => {
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const { store } = storeWith(() => ({ boards: ['a', 'b', 'c'].map((id) => sampleBoard(id)) }));
  const codes = new Map([...'abc'].map((id) => [id, 1]));
  const shown = (id: string): number[][] => {
    const code = codes.get(id);
    assert.ok(code, `${id} is a board`);
    return [[code]];
  };
  const options = { store, clock, shown, zone: () => 'UTC', light: () => null };
  const screens = new ScreenService(options as unknown as ScreenServiceOptions);
  const hub = new EventHub(clock);
  const authenticator = { check: () => ({ kind: 'open' }) } as unknown as Authenticator;
  const route = screenRoutes(() => screens, hub, authenticator).find(({ path }) => path === '/screens/events');
  const request = { identity: { kind: 'open' }, query: { boards: '*' }, peer: { address: '10.0.0.9' } };
  const written: string[] = [];
  const client = {
    isReading: false,
    write: (bytes: Uint8Array) => (written.push(Buffer.from(bytes).toString()), client.isReading),
  };
  const response = Object.assign(new EventEmitter(), client, { write: client.write });
  assert.ok(route);
  const { content } = (await route.handle(request as unknown as RouteRequest)) as Reply;
  if (content.kind === 'open') content.attach(response as unknown as ServerResponse);
  const frames = (): string[] =>
    written.splice(0).flatMap((one) => {
      const { board_id, characters } = JSON.parse(/^data: (.*)$/m.exec(one)?.[1] ?? '{}');
      return board_id ? [`${board_id} ${characters}`] : [];
    });
  const show = (id: string, code: number): void => {
    codes.set(id, code);
    hub.publish('frame', { board_id: id, characters: [[code]], at: 'now' });
  };
  const read = (): void => void response.emit('drain');
  return { store, codes, client, frames, show, read };
};

test('a board that changes before a slow screen was told of it is told as it is then', async () => {
  const { client, frames, show, read } = await listen();
  show('b', 2);
  client.isReading = true;
  read();
  const told = frames();
  assert.equal([told.at(0), told.at(-1)], ['b 2', 'c 1']);
  assert.not.ok(told.includes('b 1'), 'nothing older comes after what is newer');
});

test('a board that is removed meanwhile is passed over', async () => {
  const { store, codes, client, frames, read } = await listen();
  await store.update(({ boards }) => ({ boards: boards.filter(({ id }) => id !== 'b') }));
  codes.delete('b');
  client.isReading = true;
  read();
  assert.equal(frames(), ['a 1', 'c 1']);
});

test.run();
