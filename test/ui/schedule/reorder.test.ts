import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { useReorder, type Handle } from '../../../ui/schedule/collections/reorder.ts';
import { runHook } from '../../support/hook.ts';

const test = suite('order of a list');

/** A list of four items of 20 px each, and what became of it. */
const rig = async () => {
  const moves: string[] = [];
  const classes = new Set<string>();
  const children = [0, 20, 40, 60].map((top) => ({ getBoundingClientRect: () => ({ top, height: 20 }) }));
  const classList = { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) };
  const list = { current: { children, classList } as unknown as HTMLElement };
  const run = await runHook(() => useReorder(list, 4, (from, to) => void moves.push(`${from} to ${to}`)));
  const on = (place: number): Handle => run.now(place);
  let captured = 0;
  const down = (place: number, button = 0) =>
    on(place).onPointerDown({
      button,
      pointerId: 1,
      currentTarget: { setPointerCapture: () => void captured++ },
    } as unknown as PointerEvent);
  const move = (clientY: number) => on(0).onPointerMove({ clientY } as PointerEvent);
  const press = (place: number, key: string): boolean => {
    let isTaken = false;
    on(place).onKeyDown({ key, preventDefault: () => void (isTaken = true) } as KeyboardEvent);
    return isTaken;
  };
  const told = (): string[] => moves.splice(0);
  return { down, move, press, told, classes, on, captured: () => captured };
};

test('arrow keys move an item by one place, as far as there is one', async () => {
  const { press, told } = await rig();
  assert.equal([press(1, 'ArrowUp'), told()], [true, ['1 to 0']]);
  assert.equal([press(1, 'ArrowDown'), told()], [true, ['1 to 2']]);
  assert.equal([press(2, 'ArrowDown'), told()], [true, ['2 to 3']]);
  assert.equal([press(0, 'ArrowUp'), told()], [true, []]);
  assert.equal([press(3, 'ArrowDown'), told()], [true, []]);
  assert.equal([press(1, 'Tab'), told()], [false, []], 'other keys are left to the page');
});

test('an item that is dragged takes the place where the pointer is', async () => {
  const { down, move, told, classes, captured } = await rig();
  move(70);
  assert.equal(told(), [], 'nothing is held');
  down(1);
  assert.equal([captured(), [...classes]], [1, ['is-moving']]);
  for (const [y, moves] of [
    [30, []],
    [50, []],
    [51, ['1 to 2']],
    [70, []],
    [71, ['2 to 3']],
    [500, []],
    [11, ['3 to 1']],
    [10, ['1 to 0']],
    [-50, []],
  ] as const) {
    move(y);
    assert.equal(told(), moves, `${y} px`);
  }
});

for (const end of ['onPointerUp', 'onPointerCancel'] as const)
  test(`with ${end} nothing is held any more`, async () => {
    const { down, move, told, classes, on } = await rig();
    down(0);
    on(0)[end]({} as PointerEvent);
    move(71);
    assert.equal([told(), [...classes]], [[], []]);
  });

test('another button of the mouse moves nothing', async () => {
  const { down, move, told, classes } = await rig();
  down(0, 2);
  move(71);
  assert.equal([told(), [...classes]], [[], []]);
});

test.run();
