import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UpdateFromFile } from '../../../ui/settings/system/update-forms.tsx';
import { strings } from '../../../ui/strings.ts';
import { system } from '../../../ui/strings/settings/system.ts';
import { putGlobals } from '../../support/globals.ts';

/** A file with an update is sent as it is, and how much of it is sent is told meanwhile. */
const test = suite('ui/settings/system/update-forms: a file');

const texts = system.update;

/** A request that tells what is sent of it. */
class FakeRequest {
  static last: FakeRequest | null = null;
  readonly heard = new Map<string, (event: object) => void>();
  readonly headers: Record<string, string> = {};
  readonly upload = {
    addEventListener: (type: string, listen: (event: object) => void) => this.heard.set(type, listen),
  };
  opened = '';
  responseType = '';
  status = 0;
  response: unknown = null;
  sent: unknown = null;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, address: string): void {
    this.opened = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  addEventListener(type: string, listen: (event: object) => void): void {
    this.heard.set(type, listen);
  }
  send(file: unknown): void {
    this.sent = file;
  }
  answer(status: number, response: unknown): void {
    Object.assign(this, { status, response });
    this.heard.get('load')?.({});
  }
}

const FILE = { name: 'update.img' };

const draw = async (use: (drawn: Drawn, done: () => number) => Promise<void>): Promise<void> => {
  let done = 0;
  const restore = putGlobals({ XMLHttpRequest: FakeRequest });
  try {
    await drawView(
      h(UpdateFromFile, { disabled: false, onDone: () => void done++ }),
      () => ({}),
      (drawn) => use(drawn, () => done),
    );
  } finally {
    restore();
  }
};

const send = async (drawn: Drawn): Promise<FakeRequest> => {
  const field = drawn.field(texts.file);
  field.files = [FILE];
  field.do({ type: 'change' });
  await drawn.settle();
  await drawn.press(texts.upload);
  return FakeRequest.last as FakeRequest;
};
const reportOf = ({ all }: Drawn): string => all('.report').at(-1)?.textContent ?? '';

test('nothing is sent without a file', () =>
  draw(async (drawn) => {
    FakeRequest.last = null;
    await drawn.press(texts.upload);
    assert.is(FakeRequest.last, null);
  }));

test('a file is sent, its progress told, and then what was written', () =>
  draw(async (drawn, done) => {
    const request = await send(drawn);
    assert.equal(
      [request.opened, request.responseType, request.headers, request.sent],
      ['POST /api/system/update', 'json', { 'Content-Type': 'application/octet-stream' }, FILE],
    );
    const percent = async (loaded: number, total: number): Promise<unknown> => {
      request.heard.get('progress')?.({ loaded, total });
      await drawn.settle();
      const bar = drawn.find('progress');
      assert.is(bar.getAttribute('aria-label'), texts.uploading(Number(bar.value)));
      return Number(bar.value);
    };
    assert.equal([await percent(0, 0), await percent(1, 3), await percent(3, 3)], [0, 33, 100]);
    assert.ok(drawn.all('button')[0]?.disabled);
    assert.is(done(), 0);
    request.answer(200, { version: '1.1.0', restart_needed: true });
    await drawn.settle();
    assert.equal([reportOf(drawn), drawn.all('progress'), done()], [texts.written('1.1.0'), [], 1]);
  }));

for (const [what, status, response, said] of [
  ['says why', 409, { detail: 'There is no room.' }, 'There is no room.'],
  ['says nothing', 502, null, strings.refused(502)],
  ['says something odd', 500, { detail: 7 }, strings.refused(500)],
] as const)
  test(`a refusal that ${what} is told`, () =>
    draw(async (drawn, done) => {
      (await send(drawn)).answer(status, response);
      await drawn.settle();
      assert.equal([reportOf(drawn), done()], [said, 1]);
    }));

test('a connection that breaks off is told', () =>
  draw(async (drawn) => {
    (await send(drawn)).heard.get('error')?.({});
    await drawn.settle();
    assert.is(reportOf(drawn), texts.broken);
  }));

test('an older update wants words, which are asked for and sent, and forgotten with another file', () =>
  draw(async (drawn) => {
    (await send(drawn)).answer(409, { detail: 'It is older.', downgrade: 'back to 0.9' });
    await drawn.settle();
    assert.is(reportOf(drawn), 'It is older.');
    await drawn.enter(texts.older('back to 0.9'), ' back to 0.9 ');
    await drawn.press(texts.upload);
    assert.is(FakeRequest.last?.opened, 'POST /api/system/update?downgrade=back%20to%200.9');
    FakeRequest.last?.answer(200, { version: '0.9', restart_needed: true });
    await drawn.settle();
    assert.is((await send(drawn)).opened, 'POST /api/system/update');
    assert.is(drawn.all('label').length, 1);
  }));

test.run();
