import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { focusLine, useCaret } from '../../../ui/pages/editor/caret.ts';
import { runHook } from '../../support/hook.ts';

const test = suite('caret in the lines of a page');

/** A line to write in, as far as its caret goes. */
class FakeInput {
  readonly dataset: Record<string, string>;
  readonly done: string[] = [];
  readonly attributes = new Set<string>();
  selectionEnd: number | null = 0;
  #blur: (() => void)[] = [];

  constructor(row?: number) {
    this.dataset = row === undefined ? {} : { row: String(row) };
  }

  toggleAttribute(name: string, isSet: boolean): void {
    if (isSet) this.attributes.add(name);
    else this.attributes.delete(name);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  addEventListener(type: string, run: () => void, { once }: { once: boolean }): void {
    assert.equal([type, once], ['blur', true]);
    this.#blur.push(run);
  }

  focus({ preventScroll }: { preventScroll: boolean }): void {
    this.done.push(`focus ${preventScroll}`);
  }

  setSelectionRange(from: number, to: number): void {
    this.done.push(`select ${from} ${to}`);
  }

  scrollIntoView({ block }: { block: string }): void {
    this.done.push(`scroll ${block}`);
  }

  blur(): void {
    for (const run of this.#blur.splice(0)) run();
  }
}

const listening = new Map<string, (event: object) => void>();
const page = {
  activeElement: null as FakeInput | null,
  found: null as FakeInput | null,
  wanted: '',
  querySelector: (selector: string) => {
    page.wanted = selector;
    return page.found;
  },
  addEventListener: (type: string, run: (event: object) => void) => void listening.set(type, run),
  removeEventListener: (type: string) => void listening.delete(type),
};
test.before(() => void Object.assign(globalThis, { document: page, HTMLInputElement: FakeInput }));
test.after(() => {
  for (const name of ['document', 'HTMLInputElement']) Reflect.deleteProperty(globalThis, name);
});

test('it is put into a line that comes into sight', () => {
  const field = (page.found = new FakeInput(2));
  focusLine(2, 5);
  assert.equal([page.wanted, field.done], ['input[data-row="2"]', ['focus true', 'select 5 5', 'scroll nearest']]);
  assert.is(field.attributes.size, 0);
});

test('what was put there on the flaps moves nothing, and the line says so until it is left', () => {
  const field = (page.found = new FakeInput(2));
  focusLine(2, 5, true);
  assert.equal(field.done, ['focus true', 'select 5 5']);
  assert.equal([...field.attributes], ['data-seen-elsewhere']);
  field.blur();
  assert.is(field.attributes.size, 0);
  focusLine(2, 5, true);
  focusLine(2, 6);
  assert.is(field.attributes.size, 0, 'nor after it was put there in another way');
});

test('a line that is not there is passed over', () => {
  page.found = null;
  focusLine(9, 0);
});

test('it is followed from line to line, and by what the line has that is written in', async () => {
  const run = await runHook(useCaret);
  const tell = (type: string, target: unknown) => run.act(() => listening.get(type)?.({ type, target }));
  const at = () => [run.now[0].row, run.now[0].offset, run.now[0].missing];
  const field = new FakeInput(3);
  field.selectionEnd = 4;
  await tell('focusin', field);
  assert.equal(at(), [3, 4, 0]);
  await run.act(() => run.now[1]({ row: 3, offset: 4, missing: 2 }));
  await tell('focusin', field);
  assert.equal(at(), [3, 4, 2], 'spaces that are missing stay so as long as it does not move');
  page.activeElement = field;
  field.selectionEnd = 6;
  await tell('selectionchange', null);
  assert.equal(at(), [3, 6, 0]);
  const other = new FakeInput(0);
  other.selectionEnd = null;
  await tell('focusout', other);
  assert.equal(at(), [0, 0, 0]);
  page.activeElement = new FakeInput();
  await tell('selectionchange', field);
  await tell('focusin', {});
  assert.equal(at(), [0, 0, 0], 'fields of another kind are none of it');
  await run.leave();
  assert.is(listening.size, 0);
});

test.run();
