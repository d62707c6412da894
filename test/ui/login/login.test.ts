import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Login } from '../../../ui/login/login.tsx';
import { reasonFor } from '../../../ui/login/session.ts';
import { login as texts } from '../../../ui/strings/login.ts';
import { kit } from '../../../ui/strings/kit.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { assertRecorded } from '../../support/recording.ts';

const test = suite('ui/login');

const told: string[] = [];
const note = (what: string, drawn: Drawn): void => void told.push(`# ${what}`, ...drawn.since());

const STATUS = { enabled: true, authenticated: false, setup_required: false, first_run: false, problem: null };
const PASSWORD = 'correct horse';
const ANSWERED = { status: 'ok' };

const draw = (
  status: object,
  use: (drawn: Drawn, answers: Record<string, ServiceAnswer>) => Promise<void>,
  path = '/',
) => {
  const answers: Record<string, ServiceAnswer> = { '/auth/status': { ...STATUS, ...status } };
  return drawView(
    h(Login, {}),
    ({ path: asked }: AskedOf) => answers[asked] ?? ANSWERED,
    (drawn) => use(drawn, answers),
    path,
  );
};

const fill = async ({ enter }: Drawn, name: string, password: string): Promise<void> => {
  await enter(texts.username, name);
  await enter(texts.password, password);
};

const box = async ({ all, settle }: Drawn, at: number, on: boolean): Promise<void> => {
  const one = all('input').filter(({ type }) => type === 'checkbox')[at];
  if (one) one.checked = on;
  one?.do({ type: 'change' });
  await settle();
};

test('the first start asks whether to have a login: without one the boards are there', () =>
  draw({ setup_required: true, first_run: true }, async (drawn, answers) => {
    note('the first start', drawn);
    answers['/auth/preference'] = { status: 503, detail: 'The disk is full.' };
    await drawn.press(texts.without);
    note('without a login, refused', drawn);
    answers['/auth/preference'] = ANSWERED;
    await drawn.press(texts.without);
    note('without a login', drawn);
  }));

test('with one the account is created, once the password was typed twice', () =>
  draw({ setup_required: true, first_run: true }, async (drawn, answers) => {
    await drawn.press(texts.enable);
    drawn.since();
    await drawn.press(texts.back);
    note('back to the choice', drawn);
    await drawn.press(texts.enable);
    note('an account', drawn);
    await fill(drawn, 'ada', PASSWORD);
    await drawn.enter(texts.repeat, 'another');
    await drawn.press(texts.createAccount);
    note('the passwords differ', drawn);
    await box(drawn, 0, true);
    note('the passwords are shown', drawn);
    await drawn.enter(texts.repeat, PASSWORD);
    answers['/auth/setup'] = { status: 422, detail: 'That name cannot be.' };
    await drawn.press(texts.createAccount);
    note('the name is refused', drawn);
    answers['/auth/setup'] = ANSWERED;
    answers['/auth/status'] = { ...STATUS, authenticated: true };
    await drawn.press(texts.createAccount);
    note('the account is made', drawn);
    assert.is(history.state, null, 'the way back leads out of it');
  }));

test('the ways back and on of the browser lead from the account to the choice and back to it', () =>
  draw({ setup_required: true, first_run: true }, async (drawn) => {
    const title = () => drawn.find('h1').textContent;
    await drawn.press(texts.enable);
    await drawn.draw(null);
    await drawn.draw(h(Login, {}));
    assert.is(title(), texts.accountTitle, 'loaded anew');
    history.back();
    await drawn.settle();
    assert.is(title(), texts.firstRunTitle);
  }));

test('an account that must be created has no step before it', () =>
  draw({ setup_required: true }, async ({ text }) => {
    assert.match(text, texts.accountTitle);
    assert.not.match(text, texts.back);
  }));

test('somebody else was quicker: it is asked for a login', () =>
  draw({ setup_required: true }, async (drawn, answers) => {
    note('an account, without a choice', drawn);
    await fill(drawn, 'ada', PASSWORD);
    await drawn.enter(texts.repeat, PASSWORD);
    answers['/auth/setup'] = { status: 409, detail: 'There is an account already.' };
    answers['/auth/status'] = STATUS;
    await drawn.press(texts.createAccount);
    note('there is one already', drawn);
  }));

test('a wrong password is said and marked, the right one leads on to what was asked for', () =>
  draw(
    {},
    async (drawn, answers) => {
      note('a page was asked for', drawn);
      await fill(drawn, 'ada', 'wrong');
      answers['/auth/login'] = { status: 401, detail: 'Wrong.' };
      await drawn.press(texts.signIn);
      note('the password is wrong', drawn);
      answers['/auth/login'] = ANSWERED;
      await box(drawn, 1, false);
      drawn.since();
      await drawn.press(texts.signIn);
      note('it is right, and not kept', drawn);
    },
    '/login?redirect=%2Fpages%3Fq%3Da',
  ));

for (const [wanted, place] of [
  ['/pages', '/pages'],
  ['https://example.org/pages', '/'],
  ['//example.org/pages', '/'],
  [null, '/'],
] as const)
  test(`whoever is signed in already goes on: ${wanted}`, () =>
    draw(
      { authenticated: true },
      async (drawn) => assert.equal(drawn.since().slice(0, 2), ['GET /auth/status', `goes to ${place}`]),
      wanted === null ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`,
    ));

test('where there is no login the page that was asked for is loaded anew', () =>
  draw(
    { enabled: false },
    async (drawn) => assert.equal(drawn.since().slice(0, 2), ['GET /auth/status', 'loads the page anew']),
    '/pages',
  ));

test('a service that cannot tell is asked again, and says why nobody can sign in', () =>
  draw({}, async (drawn, answers) => {
    answers['/auth/status'] = { ...STATUS, problem: 'Its file is damaged.' };
    await drawn.draw(null);
    await drawn.draw(h(Login, {}));
    assert.is(drawn.find('[role="alert"]').textContent, `Its file is damaged.${kit.tryAgain}`);
    answers['/auth/status'] = { status: 502, detail: 'Nobody is there.' };
    await drawn.press(kit.tryAgain);
    assert.is(drawn.find('[role="alert"]').textContent, `Nobody is there.${kit.tryAgain}`);
    answers['/auth/status'] = STATUS;
    await drawn.press(kit.tryAgain);
    assert.is(drawn.find('h1').textContent, texts.signInTitle);
  }));

const WHY: readonly (readonly [wasIn: boolean, pathname: string, search: string, why: string])[] = [
  [true, '/pages', '', 'ended'],
  [false, '/', '', 'asked'],
  [false, '/login', '', 'asked'],
  [false, '/login', '?redirect=%2F', 'asked'],
  [false, '/login', '?redirect=%2Fpages', 'redirected'],
  [false, '/pages', '', 'redirected'],
];
for (const [wasIn, pathname, search, why] of WHY)
  test(`why a login is asked for at ${pathname}${search}${wasIn ? ' in use' : ''}: ${why}`, () =>
    assert.is(reasonFor(wasIn, { pathname, search }), why));

test('what is said and asked is what was recorded', () => assertRecorded('ui/login/login.txt', told));

test.run();
