import { setMedia } from '../../support/fake-media.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { pinWithData, showTried, switchOnTried, tryOut, type Tried } from '../../../ui/plugins/show-page.ts';
import { plugins as texts } from '../../../ui/strings/plugins.ts';
import { fakeService, type ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/plugins/show-page');

setMedia('(max-width: 859px)', false);

const BOARD = { id: 'b', name: 'Hall', active_page_id: null, schedule_enabled: false } as BoardDetail;
const TRIAL = { flagship: [], note: [], error: null };
const AWAY = { destination: 'https://example.org', home: false, secrets: [] };
const tried = (...confirmed: readonly object[]): Tried => ({ trial: TRIAL, confirmed }) as unknown as Tried;

const USUAL: Record<string, ServiceAnswer> = {
  '/plugins/a/try': TRIAL,
  '/plugins/a/data': { available: true, error: null },
  '/plugins/a/demo-page?board_id=b': { page: { id: 'p', name: 'Page' } },
  '/boards/conditions': { conditions: [] },
};

/** Does something over a service; answers what it asked for that changes anything, and what came of it. */
const run = async <T>(work: () => Promise<T>, answers: Record<string, ServiceAnswer> = {}) => {
  const service = fakeService(({ path }) => ({ ...USUAL, ...answers })[path] ?? {});
  try {
    const result = await work().catch((error: unknown) => error as Error);
    const asked = service.asked.flatMap(({ method, path }) => (method === 'GET' ? [] : `${method} ${path}`));
    return { result, asked, bodies: service.asked.map(({ body }) => body) };
  } finally {
    service.end();
  }
};

test('a trial answers the page, and rejects with why there is none', async () => {
  const { result } = await run(() => tryOut('a'));
  assert.equal((result as Tried).trial.error, null);
  const { result: problem } = await run(() => tryOut('a'), { '/plugins/a/try': { ...TRIAL, error: 'no answer' } });
  assert.is((problem as Error).message, `${texts.tryFailed} No answer.`);
});

test('what was confirmed for a trial is confirmed before the plugin is switched on', async () => {
  const { asked, bodies } = await run(() => switchOnTried('a', tried(AWAY)));
  assert.equal(asked, ['POST /plugins/a/confirm', 'POST /plugins/a/enable']);
  assert.equal(bodies[0], { confirm: [AWAY] });
  for (const one of [tried(), null])
    assert.equal((await run(() => switchOnTried('a', one))).asked, ['POST /plugins/a/enable']);
});

test('the page of a plugin with data is pinned, without any it is said why not', async () => {
  const { asked } = await run(() => pinWithData('a', BOARD, 'p'));
  assert.equal(asked, ['PUT /v1/boards/b/active-page']);
  for (const [told, text] of [
    [{ available: false, error: 'no answer' }, `${texts.tryFailed} No answer.`],
    [{ available: false, error: null }, texts.tryFailed],
    [{ status: 503, detail: 'Not now.' }, `${texts.tryFailed} Not now.`],
  ] as const) {
    const { asked: none, result } = await run(() => pinWithData('a', BOARD, 'p'), { '/plugins/a/data': told });
    assert.equal([none, result], [[], { tone: 'bad', text }]);
  }
});

test('a plugin that was tried is switched on, and its page made and pinned', async () => {
  const { asked } = await run(() => showTried('a', tried(), BOARD));
  assert.equal(asked, [
    'POST /plugins/a/enable',
    'POST /plugins/a/demo-page?board_id=b',
    'PUT /v1/boards/b/active-page',
  ]);
});

test('when it has no data any more it is off again, and no page is made', async () => {
  const { asked, result } = await run(() => showTried('a', tried(), BOARD), {
    '/plugins/a/data': { available: false, error: 'no answer' },
  });
  assert.equal(asked, ['POST /plugins/a/enable', 'POST /plugins/a/disable']);
  assert.equal(result, { tone: 'bad', text: `${texts.tryFailed} No answer.` });
});

test.run();
