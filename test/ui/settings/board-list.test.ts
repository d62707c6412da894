import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import { BoardList } from '../../../ui/settings/boards/board-list.tsx';
import { boards as texts } from '../../../ui/strings/settings/boards.ts';
import { walls } from '../../../ui/strings/walls.ts';
import type { ServiceAnswer } from '../../support/fake-service.ts';

/** The order of the boards, and the walls that ask to join one. */
const test = suite('ui/settings/boards/board-list');

const board = (id: string, driver = 'virtual') =>
  ({ id, name: id, device_type: 'panel', enabled: true, paused: false, panel: { driver } }) as unknown as BoardInstance;
const [A, B, C] = [board('a'), board('b'), board('c')];

const draw = (boards: readonly BoardInstance[], answers: Readonly<Record<string, ServiceAnswer>>) =>
  [
    h(BoardList, { boards, reload: () => undefined }),
    ({ method, path }: { method: string; path: string }) =>
      answers[`${method} ${path}`] ?? answers[path] ?? { status: 404, detail: `No ${path}.` },
  ] as const;

for (const [what, stored, sent] of [
  ['a board that somebody has added meanwhile stays', [A, B, C], ['b', 'a', 'c']],
  ['one that somebody has moved meanwhile is moved on', [C, B, A], ['b', 'c', 'a']],
] as const)
  test(`${what}, when another one is moved`, () =>
    drawView(
      ...draw([A, B], { 'GET /settings/board': { boards: stored }, 'PUT /settings/board': {} }),
      async (drawn) => {
        await drawn.press(texts.up('b'));
        const { body } = drawn.asked.find(({ method }) => method === 'PUT') ?? {};
        assert.equal(
          (body as { boards?: BoardInstance[] } | undefined)?.boards?.map(({ id }) => id),
          sent,
        );
      },
    ));

const HUB = [board('a', 'broker')];
const WALLS = { asking: [], left_out: 0, declined: 2 };

test('walls that were declined are asked back, and a refusal is told', () =>
  drawView(
    ...draw(HUB, { '/walls': WALLS, '/walls/recall': { status: 503, detail: 'The disk is full.' } }),
    async (drawn) => {
      assert.equal(drawn.all('.asking-walls'), [], 'no wall asks');
      await drawn.press(walls.recall);
      assert.ok(drawn.text.includes('The disk is full.'));
    },
  ));

test.run();
