import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import type { StoredAuth } from '../../../src/schema/state.ts';
import { ScreenService, type ScreenServiceOptions } from '../../../src/service/screens/screens.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/screens');

const ACTOR = { username: 'owner', client: '10.0.0.1' };
const rig = () => {
  const { store, state } = storeWith(({ settings, auth }) => ({
    auth: { ...auth, screens: [] },
    boards: ['a', 'b'].map((id) => sampleBoard(id)),
    settings: { ...settings, display: { ...settings.display, reduce_motion: false } },
  }));
  const disk = { isFull: false };
  let changes = 0;
  const audit = {
    change: async (_event: string, _actor: unknown, change: (auth: StoredAuth) => Partial<StoredAuth>) => {
      if (disk.isFull) throw new Fault(500, 'The disk is full.');
      await store.update(({ auth }) => ({ auth: { ...auth, ...change(auth) } }));
    },
  };
  const screens = new ScreenService({
    store,
    audit,
    clock: createFakeClock('2026-03-02T10:00:00Z'),
    zone: () => 'UTC',
    shown: () => null,
    light: () => null,
    onChange: () => changes++,
  } as unknown as ScreenServiceOptions);
  const confirm = (body: object) => screens.confirm(body as Parameters<ScreenService['confirm']>[0], ACTOR);
  return { screens, confirm, disk, state, changes: () => changes };
};

test('a code that could not be stored can be confirmed again, and is collected once', async () => {
  const { screens, confirm, disk } = rig();
  const { code, secret } = screens.begin({ width: 1, height: 1 }, '10.0.0.9', undefined);
  disk.isFull = true;
  assert.is(await refusalOf(() => confirm({ code, board_ids: ['a'] })), '500 The disk is full.');
  assert.is(screens.collect(secret).status, 'waiting');
  disk.isFull = false;
  assert.is((await confirm({ code, board_ids: ['a'] })).token, null);
  assert.is(screens.collect(secret).status, 'confirmed');
  assert.match(await refusalOf(() => screens.collect(secret)), /^404/);
});

test('only what is sent of a screen is changed, and whoever watches it is told', async () => {
  const { screens, confirm, changes } = rig();
  const [one, other] = [
    await confirm({ name: 'One', board_ids: ['a', 'a'] }),
    await confirm({ board_ids: ['primary'] }),
  ];
  assert.equal([one.screen.board_ids, other.screen.board_ids, other.screen.name], [['a'], ['a'], 'Screen']);
  const viewer = { screen: one.screen.id };
  const isSame = screens.watch(viewer, undefined);
  assert.equal([isSame(), changes()], [true, 2]);
  const changed = await screens.update(one.screen.id, { board_ids: ['b'] });
  assert.equal([changed.name, changed.board_ids, changes(), isSame()], ['One', ['b'], 3, false]);
  assert.equal(
    screens.list().map(({ name }) => name),
    ['One', 'Screen'],
  );
  assert.is(await refusalOf(() => screens.update('gone', {})), '404 There is no screen "gone".');
  assert.is(await refusalOf(() => screens.view(viewer, 'a')), '403 This screen may not show the board "a".');
});

test('a screen that was removed while it is watched is another one', async () => {
  const { screens, confirm } = rig();
  const { screen } = await confirm({ name: 'One', board_ids: ['a'] });
  const isSame = screens.watch({ screen: screen.id }, undefined);
  assert.is(isSame(), true);
  await screens.remove(screen.id, ACTOR);
  assert.is(isSame(), false);
});

test.run();
