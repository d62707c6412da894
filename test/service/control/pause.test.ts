import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PauseService } from '../../../src/service/control/pause.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/pause');

const open = (...paused: boolean[]) => {
  const { store, written, state } = storeWith(() => ({
    boards: paused.map((one, at) => ({ ...sampleBoard(`b${at}`), paused: one })),
  }));
  const said: string[] = [];
  const boards = {
    get: (id: string) => (id === 'b9' ? undefined : { setPaused: (on: boolean) => said.push(`${id} ${on}`) }),
    settle: (id: string) => said.push(`${id} ${state().boards.some((board) => board.id === id && board.paused)}`),
  };
  const held = new Set<string>();
  const service = new PauseService({
    store,
    boards: boards as never,
    writer: { hold: (id) => (held.add(id), () => void held.delete(id)) },
    loop: { wakeAll: () => void said.push('wake') },
  });
  const pausedNow = (): boolean[] => state().boards.map((board) => board.paused);
  return { service, store, written, said, held, pausedNow };
};

test('all boards stop before it is stored, and those that ran are told', async () => {
  const { service, said, held, pausedNow, store } = open(false, true, false);
  assert.is(service.allPaused, false);
  const seen: string[] = [];
  const update = store.update.bind(store);
  store.update = (change) => (seen.push(...said, `held ${[...held].join(' ')}`), update(change));
  assert.equal(await service.pauseAll(), ['b0', 'b2']);
  assert.equal(seen, ['b0 true', 'b1 true', 'b2 true', 'held b0 b1 b2']);
  assert.is(held.size, 0);
  assert.equal(pausedNow(), [true, true, true]);
  assert.is(service.allPaused, true);
  assert.equal(said.slice(3), ['b0 true', 'b1 true', 'b2 true']);
});

test('what cannot be stored lets them run on', async () => {
  const { service, said, held, store } = open(false, true);
  store.update = () => Promise.reject(new Error('the disk is full'));
  const reason = await service.pauseAll().catch(({ message }: Error) => message);
  assert.is(reason, 'the disk is full');
  assert.equal(said.slice(2), ['b0 false', 'b1 true']);
  assert.is(held.size, 0);
});

test('all resume, or those of the list that are paused, and the programme follows', async () => {
  const all = open(true, false, true);
  assert.equal(await all.service.resumeAll(), ['b0', 'b2']);
  assert.equal(all.pausedNow(), [false, false, false]);
  assert.equal(all.said, ['b0 false', 'b1 false', 'b2 false', 'wake']);
  const some = open(true, false, true);
  assert.equal(await some.service.resumeAll(['b1', 'b2', 'gone']), ['b2']);
  assert.equal(some.pausedNow(), [true, false, false]);
});

test('where nothing changes nothing is written', async () => {
  const { service, written } = open(true);
  assert.equal(await service.pauseAll(), []);
  assert.equal(written, []);
});

test.run();
