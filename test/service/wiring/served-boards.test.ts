import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ServedBoards } from '../../../src/service/wiring/served-boards.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/wiring: served boards');

const rig = (local_api_port: number | null) => {
  const { store, state } = storeWith(() => ({
    boards: [{ ...sampleBoard('b1', { local_api_key: 'own' }), local_api_port }, sampleBoard('b2')],
  }));
  const served = new ServedBoards(store, (id) => ({ listening: id === 'b1', error: 'Taken.' }));
  return { served, secrets: () => state().boards.map((board) => board.secrets) };
};

test('a served board has a token from the first look on, and a key once somebody has asked for it', async () => {
  const { served, secrets } = rig(7000);
  const { enablement_token, ...first } = await served.get('primary');
  assert.equal(first, { board_id: 'b1', port: 7000, listening: true, error: 'Taken.', key_set: false });
  assert.match(enablement_token ?? '', /^[\w-]{32}$/);
  assert.is((await served.get('b1')).enablement_token, enablement_token);
  const key = await served.enable('b1');
  assert.match(key, /^[\w-]{32}$/);
  assert.equal(secrets(), [
    { local_api_key: 'own', served_enablement_token: enablement_token, served_local_api_key: key },
    {},
  ]);
  assert.is((await served.get('b1')).key_set, true);
  const anew = await served.rotate('primary');
  assert.is(anew.key_set, false);
  assert.not.equal(anew.enablement_token, enablement_token);
  assert.is(secrets()[0]?.served_enablement_token, anew.enablement_token);
});
test('a board that is not served has none', async () => {
  const { served, secrets } = rig(null);
  assert.is((await served.get('b1')).enablement_token, null);
  assert.equal(secrets()[0], { local_api_key: 'own' });
  for (const ask of [() => served.get('none'), () => served.rotate('none')])
    assert.match(await refusalOf(ask), /^404 /);
});

test.run();
