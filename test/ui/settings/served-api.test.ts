import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardForm } from '../../../ui/settings/boards/board-form.ts';
import { ServedApi } from '../../../ui/settings/boards/served-api.tsx';
import { kit } from '../../../ui/strings/kit.ts';
import { boards } from '../../../ui/strings/settings/boards.ts';

const test = suite('ui/settings/boards/served-api');

const texts = boards.served;
const SERVED = { port: 7001, listening: true, error: null, key_set: true, enablement_token: 'abc' };

const draw = (
  given: { port: number | null; storedPort: number | null; served?: object },
  use: (drawn: Drawn, changes: unknown[]) => Promise<void>,
) => {
  const changes: unknown[] = [];
  return drawView(
    h(ServedApi, {
      board: { local_api_port: given.port } as BoardForm,
      boardId: 'a/1',
      storedPort: given.storedPort,
      onChange: (change: unknown) => changes.push(change),
    }),
    () => ({ ...SERVED, ...given.served }),
    (drawn) => use(drawn, changes),
  );
};

const copied = ({ all }: Drawn) => all('code').map(({ textContent }) => textContent);

test('a board that is served says where, and with which token, and looks again every three seconds', () =>
  draw({ port: 7001, storedPort: 7001 }, async (drawn) => {
    assert.equal(copied(drawn), ['http://flapbox.local:7001/local-api/message', 'abc']);
    assert.match(drawn.text, texts.keySet);
    assert.equal(drawn.all('.is-wrong'), []);
    await drawn.settle(6100);
    assert.equal(
      drawn.asked.map(({ method, path }) => `${method} ${path}`),
      Array(3).fill('GET /settings/board/a%2F1/local-api'),
    );
    await drawn.press(texts.rotate);
    assert.equal(
      drawn.asked.slice(3).map(({ method, path }) => `${method} ${path}`),
      ['POST /settings/board/a%2F1/local-api/rotate', 'GET /settings/board/a%2F1/local-api'],
    );
    assert.is(drawn.find('.report').textContent, texts.rotated);
    await drawn.press(`${kit.copy}: ${texts.title}`);
  }));

test('that its port cannot be had is said, and that no key is given out', () =>
  draw(
    {
      port: 7001,
      storedPort: 7001,
      served: { listening: false, error: 'The port is taken.', key_set: false, enablement_token: null },
    },
    async (drawn) => {
      assert.equal(copied(drawn), []);
      assert.is(drawn.find('.is-wrong').textContent, texts.silent('The port is taken.'));
      assert.match(drawn.text, texts.keyNone);
    },
  ));

for (const [what, port, storedPort] of [
  ['is not served', null, null],
  ['is to be served', 7005, null],
  ['is to be served no more', null, 7001],
] as const)
  test(`of a board that ${what} nothing is asked yet`, () =>
    draw({ port, storedPort }, async ({ asked, all }) => {
      assert.equal(asked, []);
      assert.is(all('input').filter(({ type }) => type === 'number').length, port === null ? 0 : 1);
    }));

test('it is served at the port that it had, at the usual one else, and a port that is emptied is the usual one', async () => {
  const turn = async ({ find, settle }: Drawn, on: boolean) => {
    const box = find('input[type="checkbox"]');
    box.checked = on;
    box.do({ type: 'change' });
    await settle();
  };
  await draw({ port: null, storedPort: 7005 }, async (drawn, changes) => {
    await turn(drawn, true);
    assert.equal(changes, [{ local_api_port: 7005 }]);
  });
  await draw({ port: null, storedPort: null }, async (drawn, changes) => {
    await turn(drawn, true);
    assert.equal(changes, [{ local_api_port: 7000 }]);
  });
  await draw({ port: 7005, storedPort: null }, async (drawn, changes) => {
    await turn(drawn, false);
    await drawn.enter(texts.port, '7006');
    await drawn.enter(texts.port, '');
    assert.equal(changes, [{ local_api_port: null }, { local_api_port: 7006 }, { local_api_port: 7000 }]);
  });
});

test.run();
