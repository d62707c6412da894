import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

const test = suite('http/flat/screens');

interface Screen {
  readonly id: string;
  readonly name: string;
  readonly board_ids: string[];
  readonly options: Record<string, unknown>;
  readonly connected: boolean;
  readonly last_seen_at: string | null;
}
interface View {
  readonly name: string | null;
  readonly options: Record<string, unknown> | null;
  readonly boards: { id: string; characters: number[][] | null; silent: boolean; silence_changes_in_seconds: number }[];
  readonly local_minute: number;
}

const clock = createFakeClock('2026-03-02T10:00:00.000Z');
const LG = 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/53.0.2785.34 Safari/537.36';

let appliance: Appliance;
let cookie: Record<string, string>;
let board: string;
let other: string;

test.before(async () => {
  appliance = await startAppliance({ clock, env: { SERVICE_AUTH_ENABLED: 'true' } });
  const account = await appliance.call('POST', '/auth/setup', { username: 'owner', password: 'correct horse' });
  cookie = { Cookie: String(account.headers.get('set-cookie')).split(';')[0] ?? '' };
  const added = await appliance.call<{ boards: { id: string }[] }>(
    'POST',
    '/settings/board/add',
    { device_type: 'panel', name: 'Wide', grid_rows: 2, grid_cols: 30, panel: { driver: 'virtual' } },
    cookie,
  );
  [board = '', other = ''] = added.body.boards.map(({ id }) => id);
});
test.after(() => appliance.close());

const owner = <T>(method: string, path: string, body?: unknown) => appliance.call<T>(method, path, body, cookie);
const withToken = (token: string) => ({ Authorization: `Bearer ${token}` });

const begin = async () =>
  (
    await appliance.call<{ code: string; secret: string }>(
      'POST',
      '/screens/pairing',
      { width: 1920, height: 1080 },
      { 'User-Agent': LG },
    )
  ).body;

const pair = async (board_ids: string[], more: object = {}): Promise<{ screen: Screen; token: string }> => {
  const { body } = await owner<{ screen: Screen; token: string }>('POST', '/screens', { board_ids, ...more });
  return body;
};

const view = (token: string, query = '') =>
  appliance.call<View>('GET', `/screens/view${query}`, undefined, withToken(token));

test('a screen shows a code, its owner confirms it, and the screen collects its token once', async () => {
  const { code, secret } = await begin();
  const collect = () => appliance.call<{ status: string; token: string }>('POST', '/screens/pairing/token', { secret });
  assert.equal((await collect()).body, { status: 'waiting', token: null });
  const waiting = await owner<{ waiting: Record<string, unknown>[] }>('GET', '/screens/pairing');
  assert.equal(
    waiting.body.waiting.map((one) => [one['code'], one['user_agent'], one['width'], one['height']]),
    [[code, 'LG TV, Chrome 53', 1920, 1080]],
  );
  const made = await owner<{ screen: Screen; token: null }>('POST', '/screens', { code, board_ids: [board] });
  assert.equal([made.status, made.body.token, made.body.screen.name], [201, null, 'LG TV']);
  const { token } = (await collect()).body;
  assert.is((await collect()).status, 404);
  const seen = await view(token);
  assert.equal([seen.status, seen.body.name, seen.body.boards.map(({ id }) => id)], [200, 'LG TV', [board]]);
  assert.is(seen.body.local_minute, 11 * 60);
  const { body } = await owner<{ screens: Screen[] }>('GET', '/screens');
  assert.is(body.screens[0]?.last_seen_at, '2026-03-02T10:00:00.000Z');
  await owner('DELETE', `/screens/${made.body.screen.id}`);
});

test('what is stored of a token is a hash, and no answer tells it', async () => {
  const { screen, token } = await pair([board]);
  const stored = JSON.stringify(appliance.app.store.state.auth.screens);
  assert.not.match(stored, token);
  assert.not.match(JSON.stringify((await owner('GET', '/screens')).body), /hash/);
  await owner('DELETE', `/screens/${screen.id}`);
});

test('a screen survives a restart, and reads its boards in the order in which they were given', async () => {
  const { screen, token } = await pair([other, 'primary'], { name: 'Hall', options: { sound: true, margin: 3 } });
  assert.equal(screen.board_ids, [other, board]);
  await appliance.restart();
  const { body } = await view(token);
  assert.equal([body.name, body.boards.map(({ id }) => id)], ['Hall', [other, board]]);
  assert.equal([body.options?.['sound'], body.options?.['margin'], body.options?.['every_seconds']], [true, 3, 30]);
  assert.equal(
    (await view(token, `?boards=${board}`)).body.boards.map(({ id }) => id),
    [board],
  );
  assert.equal(
    (await view(token, '?boards=primary')).body.boards.map(({ id }) => id),
    [board],
  );
  const often = [board, other, ...new Array<string>(300).fill('primary')].join(',');
  assert.equal(
    (await view(token, `?boards=${often}`)).body.boards.map(({ id }) => id),
    [board, other],
    'each once, however often it is named',
  );
  await owner('DELETE', `/screens/${screen.id}`);
});

test('a screen is changed field by field', async () => {
  const { screen } = await pair([board], { name: 'Hall' });
  const path = `/screens/${screen.id}`;
  const night = { start: '22:00', end: '07:00', level: 10 };
  const changed = await owner<Screen>('PATCH', path, { options: { night, orientation: 90 }, board_ids: null });
  assert.equal([changed.body.name, changed.body.board_ids], ['Hall', [board]]);
  assert.equal(changed.body.options, { ...screen.options, night, orientation: 90 });
  const again = await owner<Screen>('PATCH', path, { name: 'Kitchen', options: { night: null } });
  assert.equal([again.body.name, again.body.options], ['Kitchen', { ...screen.options, orientation: 90 }]);
  await owner('DELETE', path);
});

test('quiet hours are told, with the time until they change', async () => {
  await owner('PUT', '/settings/silence-schedule', { enabled: true, start_time: '10:30', end_time: '12:00' });
  const { screen, token } = await pair([board]);
  const [shown] = (await view(token)).body.boards;
  assert.equal([shown?.silent, shown?.silence_changes_in_seconds], [true, 3600]);
  await owner('PUT', '/settings/silence-schedule', { enabled: false });
  await owner('DELETE', `/screens/${screen.id}`);
});

interface Refusal {
  readonly name: string;
  readonly send: () => Promise<{ status: number; body: Record<string, unknown> }>;
  readonly status: number;
  readonly detail: RegExp;
}
const REFUSALS: Refusal[] = [
  {
    name: 'a code that nobody shows',
    send: () => owner('POST', '/screens', { code: '222222', board_ids: [board] }),
    status: 404,
    detail: /code/,
  },
  {
    name: 'an unknown board',
    send: () => owner('POST', '/screens', { board_ids: ['none'] }),
    status: 404,
    detail: /board .+none/,
  },
  { name: 'no board', send: () => owner('POST', '/screens', { board_ids: [] }), status: 422, detail: /board_ids/ },
  {
    name: 'an unknown look',
    send: () => owner('POST', '/screens', { board_ids: [board], options: { look: 'pink' } }),
    status: 422,
    detail: /look/,
  },
  {
    name: 'an impossible time',
    send: () =>
      owner('POST', '/screens', { board_ids: [board], options: { night: { start: '25:00', end: '07:00', level: 5 } } }),
    status: 422,
    detail: /start/,
  },
  {
    name: 'a change of an unknown screen',
    send: () => owner('PATCH', '/screens/none', { name: 'x' }),
    status: 404,
    detail: /screen .+none/,
  },
  {
    name: 'a removal of an unknown screen',
    send: () => owner('DELETE', '/screens/none'),
    status: 404,
    detail: /screen .+none/,
  },
  {
    name: 'a secret that is none',
    send: () => appliance.call('POST', '/screens/pairing/token', { secret: 'x' }),
    status: 404,
    detail: /code/,
  },
  {
    name: 'pairing without a session',
    send: () => appliance.call('POST', '/screens', { board_ids: [board] }),
    status: 401,
    detail: /Log in/,
  },
  { name: 'a view without a token', send: () => appliance.call('GET', '/screens/view'), status: 401, detail: /Log in/ },
];
for (const { name, send, status, detail } of REFUSALS) {
  test(`${name} is ${status}`, async () => {
    const answer = await send();
    assert.is(answer.status, status);
    assert.match(JSON.stringify(answer.body['detail']), detail);
  });
}

test('64 screens are the most', async () => {
  const made: string[] = [];
  for (let turn = 0; turn < 64; turn++) made.push((await pair([board])).screen.id);
  const refused = await owner<{ detail: string }>('POST', '/screens', { board_ids: [board] });
  assert.is(refused.status, 409);
  assert.match(refused.body.detail, /64/);
  for (const id of made) await owner('DELETE', `/screens/${id}`);
});

const openStream = async (token: string, query = '') => {
  const aborter = new AbortController();
  const response = await fetch(`${appliance.url}/api/screens/events${query}`, {
    headers: withToken(token),
    signal: aborter.signal,
  });
  const heard = { status: response.status, text: '', isOver: false, close: () => aborter.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) heard.text += decoder.decode(piece as Uint8Array);
  };
  void read()
    .catch(() => undefined)
    .finally(() => (heard.isOver = true));
  return heard;
};

test('a stream tells the frames of its boards and of no other, and ends when the screen is revoked', async () => {
  const { screen, token } = await pair([board]);
  await owner('POST', `/v1/boards/${board}/message`, { text: 'ONE' });
  const heard = await openStream(token);
  await until(() => heard.text.includes('event: frame'));
  assert.ok(
    (await owner<{ screens: Screen[] }>('GET', '/screens')).body.screens.find(({ id }) => id === screen.id)?.connected,
  );
  await owner('POST', `/v1/boards/${other}/message`, { text: 'OTHER' });
  await owner('POST', `/v1/boards/${board}/message`, { text: 'TWO' });
  await until(() => heard.text.split('event: frame').length === 3);
  assert.not.match(heard.text, other);
  assert.not.match(heard.text, /event: (?!frame)/);
  await owner('DELETE', `/screens/${screen.id}`);
  await until(() => heard.isOver);
  assert.is((await view(token)).status, 401);
});

test('a stream ends when its view has to be read anew: other options, or another look of a board', async () => {
  const { screen, token } = await pair([board]);
  const first = await openStream(token);
  await until(() => first.text.includes('retry'));
  await owner('PATCH', `/screens/${screen.id}`, { options: { volume: 20 } });
  await until(() => first.isOver);
  const second = await openStream(token);
  await until(() => second.text.includes('retry'));
  await owner('PUT', '/settings/board', { board_type: 'white' });
  await until(() => second.isOver);
  await owner('DELETE', `/screens/${screen.id}`);
});

test('a board that is removed leaves its screens', async () => {
  const added = await owner<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Brief',
  });
  const brief = added.body.boards.at(-1)?.id ?? '';
  const { screen, token } = await pair([brief]);
  await owner('DELETE', `/settings/board/${brief}`);
  assert.equal((await view(token)).body.boards, []);
  const { body } = await owner<{ screens: Screen[] }>('GET', '/screens');
  assert.equal(body.screens.find(({ id }) => id === screen.id)?.board_ids, []);
  await owner('DELETE', `/screens/${screen.id}`);
});

test('with login off every board is seen without a token, and a revoked token is still refused', async () => {
  const open = await startAppliance();
  try {
    const seen = await open.call<View>('GET', '/screens/view?boards=*');
    assert.equal([seen.status, seen.body.options, seen.body.boards.length], [200, null, 1]);
    assert.is((await open.call('GET', '/screens/view?boards=none')).status, 404);
    await open.call('POST', '/settings/board/add', { id: 'second', device_type: 'note' });
    for (const [query, ids] of [
      ['', [seen.body.boards[0]?.id]],
      ['?boards=second,primary,second', ['second', seen.body.boards[0]?.id]],
      ['?boards=*', [seen.body.boards[0]?.id, 'second']],
    ] as const) {
      const { body } = await open.call<View>('GET', `/screens/view${query}`);
      assert.equal(
        body.boards.map(({ id }) => id),
        ids,
        query,
      );
    }
    const made = await open.call<{ screen: Screen; token: string }>('POST', '/screens', { board_ids: ['primary'] });
    const headers = withToken(made.body.token);
    assert.is((await open.call('GET', '/screens/view', undefined, headers)).status, 200);
    await open.call('DELETE', `/screens/${made.body.screen.id}`);
    assert.is((await open.call('GET', '/screens/view', undefined, headers)).status, 401);
  } finally {
    await open.close();
  }
});

test('pairing and revoking stand in the log of access', async () => {
  const { screen } = await pair([board]);
  await owner('DELETE', `/screens/${screen.id}`);
  const { body } = await owner<{ entries: { event: string; username: string }[] }>('GET', '/auth/audit');
  assert.equal(
    body.entries.slice(0, 2).map(({ event, username }) => [event, username]),
    [
      ['screen_removed', 'owner'],
      ['screen_added', 'owner'],
    ],
  );
});

test.run();
