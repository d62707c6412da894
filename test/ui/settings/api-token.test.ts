import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiToken } from '../../../ui/settings/account/api-token.tsx';
import { system } from '../../../ui/strings/settings/system.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/settings/account/api-token');

const texts = system.account;
const TOKEN = '/auth/mcp-token';

const draw = (source: 'none' | 'stored' | 'env', use: (drawn: Drawn, changes: () => number) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    GET: { configured: source !== 'none', source },
    POST: { token: 'abc' },
    DELETE: {},
  };
  let changes = 0;
  return drawView(
    h(ApiToken, { onChange: () => void changes++ }),
    ({ method }: AskedOf) => answers[method] ?? {},
    (drawn) => use(drawn, () => changes),
  );
};
const buttons = ({ all }: Drawn) => all('button').map(({ textContent }) => textContent);
const asked = (drawn: Drawn) => drawn.asked.map(({ method, path }) => `${method} ${path}`);
const confirm = async (drawn: Drawn, name: string): Promise<void> => {
  await drawn.press(name);
  drawn.find('.dialog .button-danger').click();
  await drawn.settle();
};

test('a token is made at once where there is none, and shown this once', () =>
  draw('none', async (drawn, changes) => {
    assert.ok(drawn.text.includes(texts.tokenNone));
    await drawn.press(texts.tokenCreate);
    assert.equal(asked(drawn), [`GET ${TOKEN}`, `POST ${TOKEN}`, `GET ${TOKEN}`]);
    assert.equal([drawn.find('code').textContent, changes()], ['abc', 1]);
    assert.not(drawn.text.includes(texts.tokenNone));
  }));

test('one that is there is replaced or revoked once that is confirmed', () =>
  draw('stored', async (drawn, changes) => {
    assert.ok(drawn.text.includes(texts.tokenStored));
    assert.equal(buttons(drawn), [texts.tokenReplace, texts.tokenRevoke]);
    await confirm(drawn, texts.tokenReplace);
    assert.is(drawn.find('code').textContent, 'abc');
    await confirm(drawn, texts.tokenRevoke);
    assert.equal(
      asked(drawn),
      ['GET', 'POST', 'GET', 'DELETE', 'GET'].map((method) => `${method} ${TOKEN}`),
    );
    assert.equal([drawn.all('code'), drawn.find('.report').textContent, changes()], [[], texts.tokenRevoked, 2]);
  }));

test('one of the environment is nobody’s to change here', () =>
  draw('env', async (drawn) => {
    assert.ok(drawn.text.includes(texts.tokenEnv));
    assert.equal(buttons(drawn), []);
  }));

test.run();
