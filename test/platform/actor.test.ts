import { setTimeout as wait } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actAs, currentActor } from '../../src/platform/actor.ts';

const RULE = { by: 'rule' };
/** From 24 on it notes nothing on any callback. */
const NODE = Number.parseInt(process.versions.node, 10);

/** What the engine notes on a callback for those who follow work; more while somebody does. */
const notes = (): number => {
  const immediate = setImmediate(() => undefined);
  clearImmediate(immediate);
  return Object.getOwnPropertySymbols(immediate).length;
};

const createTests = () => {
  const test = suite('platform/actor');

  test('work is done in the name of whoever asks, also behind waits', async () => {
    assert.equal(currentActor(), RULE);
    const seen = await actAs({ by: 'account', name: 'owner' }, async () => {
      await wait(1);
      return currentActor();
    });
    assert.equal(seen, { by: 'account', name: 'owner' });
    assert.equal(
      actAs({ by: 'button' }, () => currentActor()),
      { by: 'button' },
    );
    assert.equal(currentActor(), RULE);
  });

  test('two at the same time are told apart', async () => {
    const slow = actAs({ by: 'mqtt' }, async () => (await wait(5), currentActor()));
    const quick = actAs({ by: 'button' }, async () => (await wait(1), currentActor()));
    assert.equal(await Promise.all([slow, quick]), [{ by: 'mqtt' }, { by: 'button' }]);
  });

  test('what is said inside adds to who asks', async () => {
    const seen = await actAs({ by: 'token', name: 'phone' }, async () => {
      await wait(1);
      const inner = await actAs({ why: 'favourite' }, async () => (await wait(1), currentActor()));
      return [inner, currentActor()];
    });
    assert.equal(seen, [
      { by: 'token', name: 'phone', why: 'favourite' },
      { by: 'token', name: 'phone' },
    ]);
  });

  test('what it leaves to be done later is done by a rule, while others work too', async () => {
    let later = {};
    await actAs({ by: 'account' }, async () => {
      setTimeout(() => (later = currentActor()), 3);
      await wait(1);
    });
    await actAs({ by: 'button' }, () => wait(10));
    assert.equal(later, RULE);
  });

  test('it costs the rest of the process nothing once it is over, however it ended', async () => {
    const before = notes();
    const during = await actAs({ by: 'account' }, async () => (await wait(1), notes()));
    assert.is(during > before, NODE < 24);
    assert.is(notes(), before);
    assert.throws(() =>
      actAs({ by: 'account' }, () => {
        throw new Error('no');
      }),
    );
    assert.is(notes(), before);
    await actAs({ by: 'account' }, () => Promise.reject(new Error('no'))).catch(() => undefined);
    await wait(0);
    assert.is(notes(), before);
  });

  return test;
};

createTests().run();
