import { useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/** What a handle of a list listens to. */
export interface Handle {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const placeBelow = (list: HTMLElement, y: number): number =>
  [...list.children].filter((item) => {
    const { top, height } = item.getBoundingClientRect();
    return y > top + height / 2;
  }).length;

/**
 * Lets the items of a list be moved by a handle each: dragged with the pointer or a finger, or moved with the arrow
 * keys.
 */
export const useReorder = (
  list: RefObject<HTMLElement | null>,
  count: number,
  move: (from: number, to: number) => void,
): ((place: number) => Handle) => {
  const held = useRef<number | null>(null);
  const end = () => {
    held.current = null;
    list.current?.classList.remove('is-moving');
  };
  return (place) => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      held.current = place;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      list.current?.classList.add('is-moving');
    },
    onPointerMove: ({ clientY }) => {
      if (held.current === null || !list.current) return;
      const below = placeBelow(list.current, clientY);
      const to = Math.min(count - 1, below > held.current ? below - 1 : below);
      if (to === held.current) return;
      move(held.current, to);
      held.current = to;
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event) => {
      const to = place + (STEPS[event.key] ?? 0);
      if (!(event.key in STEPS)) return;
      event.preventDefault();
      if (to >= 0 && to < count) move(place, to);
    },
  });
};
