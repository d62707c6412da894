import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { SilenceSection } from '../../../ui/settings/silence/silence-section.tsx';
import { serviceState, type ServiceState } from '../../../ui/service-state.ts';
import { settings } from '../../../ui/strings/settings/settings.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/settings/silence/silence-section');

const texts = settings.silence;
const EMPTY: ServiceState = serviceState.get();
test.after.each(() => serviceState.set(EMPTY));

const WINDOW = { start: '22:00', end: '07:00', days: ['monday'], mode: 'freeze', page_id: null };
const CONFIG = {
  enabled: true,
  start_time: '22:00',
  end_time: '07:00',
  days: ['monday'],
  mode: 'freeze',
  page_id: null,
  indicator_text: 'SH',
  indicator_position: 'center',
  windows: [WINDOW],
};
const board = (id: string, name: string) => ({ id, name, rows: 6, cols: 22 }) as unknown as BoardDetail;

const draw = (
  given: { scope?: string; boards?: BoardDetail[]; own?: string[]; status?: object },
  use: (drawn: Drawn) => Promise<void>,
) => {
  serviceState.set({ boards: given.boards ?? [board('a/1', 'Hall'), board('b', 'Shop')] });
  const by_board = Object.fromEntries((given.own ?? ['a/1']).map((id) => [id, CONFIG]));
  const answers: Record<string, ServiceAnswer> = {
    'silence-status': { enabled: true, active: false, next_change_utc: '2026-03-11T21:00:00Z', ...given.status },
    'silence-schedule': { config: { ...CONFIG, by_board }, warnings: [] },
    pages: { pages: [] },
  };
  const kindOf = (path: string): string => Object.keys(answers).find((one) => path.includes(one)) ?? '';
  return drawView(
    h(SilenceSection, { rest: given.scope === undefined ? [] : [given.scope] }),
    ({ path }: AskedOf) => answers[kindOf(path)] ?? {},
    use,
  );
};
const notices = ({ all }: Drawn) => all('p.notice').map(({ textContent }) => textContent);
const resets = ({ all }: Drawn) => all('button').filter(({ textContent }) => textContent === texts.reset).length;

test('the hours of all boards or of one are chosen by an address', () =>
  draw({}, async (drawn) => {
    assert.equal(
      drawn.field(texts.scope).children.map(({ textContent }) => textContent),
      [texts.everyBoard, texts.ownHours('Hall'), texts.sharedHours('Shop')],
    );
    assert.is(resets(drawn), 0);
    await drawn.enter(texts.scope, 'a/1');
    assert.is(location.pathname, '/settings/silence/a%2F1');
    await drawn.enter(texts.scope, '');
    assert.is(location.pathname, '/settings/silence');
  }));

test('hours of its own are taken away from a board that has some', async () => {
  await draw({ scope: 'a/1' }, async (drawn) => {
    await drawn.press(texts.reset);
    assert.equal(
      drawn.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
      ['DELETE /settings/silence-schedule/a%2F1'],
    );
    assert.ok(drawn.text.includes(texts.resetDone));
  });
  await draw({ scope: 'b' }, async (drawn) => assert.is(resets(drawn), 0));
});

const STATES: readonly [what: string, status: object, told: string[]][] = [
  ['until when it is silent', { active: true }, [texts.active('21:00')]],
  ['when it will be', {}, [texts.next('21:00')]],
  ['nothing where no time is known', { next_change_utc: null }, []],
  ['nothing where it never is', { enabled: false }, []],
];
for (const [what, status, told] of STATES)
  test(`of a single board it is told ${what}`, () =>
    draw({ boards: [board('b', 'Shop')], own: [], status }, async (drawn) => {
      assert.equal(notices(drawn), told);
      assert.not(drawn.text.includes(texts.everyBoard));
      assert.ok(drawn.asked.some(({ path }) => path === '/silence-status?board_id=b'));
    }));

test.run();
