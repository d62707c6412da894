import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { connect, initialize, post } from './rig.ts';

const test = suite('mcp: who may connect');

const PASSWORD = 'correct horse';
const PATHS = ['/api/mcp', '/api/mcp/'];
const PINNED = 'pinned-token-of-the-house';

const within = async (env: Record<string, string>, act: (appliance: Appliance) => Promise<void>): Promise<void> => {
  const appliance = await startAppliance({ env });
  try {
    await act(appliance);
  } finally {
    await appliance.close();
  }
};

const signUp = async ({ call }: Appliance): Promise<string> => {
  const { headers } = await call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

const statusOf = async ({ url }: Appliance, headers: Record<string, string>, path = '/api/mcp'): Promise<number> => {
  const response = await post(url, initialize(), headers, path);
  await response.text();
  return response.status;
};

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

for (const path of PATHS) {
  test(`${path}: open with login off and no token`, () =>
    within({}, async (appliance) => assert.is(await statusOf(appliance, {}, path), 200)));

  for (const mode of ['true', 'false', '']) {
    test(`${path}: a configured token is demanded with SERVICE_AUTH_ENABLED="${mode}"`, () =>
      within({ SERVICE_AUTH_ENABLED: mode, SERVICE_MCP_TOKEN: PINNED }, async (appliance) => {
        for (const headers of [
          {},
          bearer('wrong'),
          bearer(`${PINNED}x`),
          { Authorization: PINNED },
          { Authorization: `Basic ${PINNED}` },
        ]) {
          const response = await post(appliance.url, initialize(), headers, path);
          assert.is(response.status, 401);
          assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm=/);
          assert.type(((await response.json()) as { detail: unknown }).detail, 'string');
        }
        assert.is(await statusOf(appliance, bearer(PINNED), path), 200);
      }));
  }

  test(`${path}: every method asks for the token`, () =>
    within({ SERVICE_MCP_TOKEN: PINNED }, async ({ url }) => {
      for (const method of ['GET', 'DELETE', 'HEAD', 'PUT']) {
        const response = await fetch(new URL(path, url), { method, headers: { Accept: 'text/event-stream' } });
        assert.is(response.status, 401, method);
        await response.text();
      }
    }));

  test(`${path}: not decided yet`, () =>
    within({ SERVICE_AUTH_ENABLED: '' }, async ({ url }) => {
      const response = await post(url, initialize(), {}, path);
      assert.is(response.status, 409);
      const { setup_required, first_run } = (await response.json()) as Record<string, unknown>;
      assert.equal({ setup_required, first_run }, { setup_required: true, first_run: true });
    }));

  test(`${path}: without a token, the session of a signed-in owner counts`, () =>
    within({ SERVICE_AUTH_ENABLED: '' }, async (appliance) => {
      const cookie = await signUp(appliance);
      assert.is(await statusOf(appliance, { Cookie: cookie }, path), 200);
      assert.is(await statusOf(appliance, {}, path), 401);
      assert.is(await statusOf(appliance, { Cookie: 'service_session=forged' }, path), 401);
    }));

  test(`${path}: with a token, the session alone does not count`, () =>
    within({ SERVICE_AUTH_ENABLED: '', SERVICE_MCP_TOKEN: PINNED }, async (appliance) => {
      const cookie = await signUp(appliance);
      assert.is(await statusOf(appliance, { Cookie: cookie }, path), 401);
      assert.is(await statusOf(appliance, { Cookie: cookie, ...bearer(PINNED) }, path), 200);
    }));
}

test('a stored token is demanded from the moment it is made until it is revoked', () =>
  within({}, async (appliance) => {
    assert.is(await statusOf(appliance, {}), 200);
    const { token = '' } = (await appliance.call<{ token: string }>('POST', '/auth/mcp-token')).body;
    assert.is(await statusOf(appliance, {}), 401);
    assert.is(await statusOf(appliance, bearer(token)), 200);
    const rotated = (await appliance.call<{ token: string }>('POST', '/auth/mcp-token', undefined, bearer(token))).body
      .token;
    assert.is(await statusOf(appliance, bearer(token)), 401);
    assert.is(await statusOf(appliance, bearer(rotated)), 200);
    await appliance.call('DELETE', '/auth/mcp-token', undefined, bearer(rotated));
    assert.is(await statusOf(appliance, {}), 200);
  }));

test('the official client connects with the token, and gets the reason without', () =>
  within({ SERVICE_AUTH_ENABLED: 'true', SERVICE_MCP_TOKEN: PINNED }, async ({ url }) => {
    const connected = await connect(url, { token: PINNED });
    assert.is((await connected.call('list_boards')).refused, false);
    await connected.close();
    for (const token of [undefined, 'wrong']) {
      const refused = await connect(url, token === undefined ? {} : { token }).then(
        () => null,
        (error: Error) => error,
      );
      assert.ok(refused instanceof Error);
    }
  }));

test('a session does not replace the token', () =>
  within({ SERVICE_MCP_TOKEN: PINNED }, async (appliance) => {
    const response = await post(appliance.url, initialize(), bearer(PINNED));
    await response.text();
    const session = response.headers.get('mcp-session-id') ?? '';
    assert.is(await statusOf(appliance, { 'Mcp-Session-Id': session }), 401);
  }));

test('neither token nor cookie is in any answer', () =>
  within({ SERVICE_MCP_TOKEN: PINNED }, async ({ url, lines }) => {
    const connected = await connect(url, { token: PINNED });
    const answers = await Promise.all(
      ['get_status', 'list_plugins', 'list_boards'].map((name) => connected.call(name)),
    );
    await connected.close();
    assert.not.ok(JSON.stringify([answers, lines]).includes(PINNED));
  }));

test.run();
