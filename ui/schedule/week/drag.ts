import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import type { GrippedPart } from './adjust.ts';

/**
 * A block that is taken hold of: the rule, the number of the day on which its window began, and the part that is held.
 */
export interface Held {
  readonly rule: string;
  readonly origin: number;
  readonly grip: GrippedPart;
}

/** A span of one of the days that are seen, drawn over free time; in minutes of the day. */
export interface DrawnRange {
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** What the pointer does to a week. */
export interface Gestures {
  /** A block is held and was moved by so many minutes and days since. */
  move(held: Held, minutes: number, days: number): void;
  /** The block is let go, or put back when it is not to be kept. */
  drop(held: Held, kept: boolean): void;
  /** A span is drawn over free time; null when nothing is drawn any more. */
  stroke(stroke: DrawnRange | null): void;
  /** The span is finished. */
  finish(stroke: DrawnRange): void;
}

/** A finger that rests this long takes hold; one that moves earlier scrolls the page. */
const HOLD_MS = 350;
/** What counts as not having moved, in pixels. */
const SLACK = { mouse: 3, touch: 8 } as const;
/** Pixels at both ends of a block by which a finger takes its edge. */
const FINGER_EDGE = 14;

interface Grab {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly minute: number;
  readonly place: number;
  readonly held: Held | null;
  readonly touch: boolean;
  /** When it began, on the clock of events. */
  readonly since: number;
  active: boolean;
  moved: boolean;
  timer: number;
}

const minuteAt = (column: HTMLElement, y: number): number => {
  const { top, height } = column.getBoundingClientRect();
  return ((y - top) / height) * DAY_MINUTES;
};

const grippedPart = (target: Element, block: HTMLElement, event: PointerEvent): GrippedPart => {
  const named = target.closest<HTMLElement>('[data-grip]')?.dataset['grip'];
  if (named === 'start' || named === 'end') return named;
  const { top, bottom } = block.getBoundingClientRect();
  if (event.pointerType !== 'touch' || bottom - top < 4 * FINGER_EDGE) return 'whole';
  if (event.clientY - top < FINGER_EDGE && block.dataset['begins']) return 'start';
  return bottom - event.clientY < FINGER_EDGE && block.dataset['ends'] ? 'end' : 'whole';
};

const heldBy = (event: PointerEvent): Held | null => {
  const target = event.target as Element;
  const block = target.closest<HTMLElement>('[data-rule]');
  return (
    block && {
      rule: block.dataset['rule'] ?? '',
      origin: Number(block.dataset['origin']),
      grip: grippedPart(target, block, event),
    }
  );
};

const drawnRange = ({ place, minute }: Grab, now: number, step: number): DrawnRange => {
  const [low, high] = [Math.min(minute, now), Math.max(minute, now)];
  const from = Math.min(Math.max(0, Math.floor(low / step) * step), DAY_MINUTES - step);
  return { place, from, to: Math.min(DAY_MINUTES, Math.max(from + step, Math.ceil(high / step) * step)) };
};

/**
 * Follows one pointer over a grid of days: elements with `data-place` are the days, those with `data-rule` the blocks.
 */
export class Drag {
  readonly #grid: HTMLElement;
  readonly #current: () => { gestures: Gestures; step: number };
  #grab: Grab | null = null;
  #dragged = false;

  constructor(grid: HTMLElement, current: () => { gestures: Gestures; step: number }) {
    this.#grid = grid;
    this.#current = current;
  }

  /** Begins to listen; the returned function ends it. */
  start(): () => void {
    const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ['pointerdown', this.#down],
      ['pointermove', this.#move],
      ['pointerup', (event: PointerEvent) => this.#letGo(event)],
      ['pointercancel', () => this.#letGo(null)],
      ['touchmove', this.#touchMove, { passive: false }],
      ['click', this.#click, { capture: true }],
      ['contextmenu', (event: Event) => this.#grab?.touch && event.preventDefault()],
    ];
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && this.#letGo(null);
    for (const [name, listen, options] of listeners)
      this.#grid.addEventListener(name, listen as EventListener, options);
    document.addEventListener('keydown', escape);
    return () => {
      for (const [name, listen, options] of listeners)
        this.#grid.removeEventListener(name, listen as EventListener, options);
      document.removeEventListener('keydown', escape);
    };
  }

  get #columns(): HTMLElement[] {
    return [...this.#grid.querySelectorAll<HTMLElement>('[data-place]')];
  }

  readonly #down = (event: PointerEvent): void => {
    const column = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (event.button !== 0 || this.#grab || !column) return;
    const touch = event.pointerType === 'touch';
    const place = this.#columns.indexOf(column);
    // A block that moves to another day is drawn anew, and what the finger lies on no longer tells the grid.
    if (touch) event.target?.addEventListener('touchmove', this.#touchMove as EventListener, { passive: false });
    const timer = touch ? window.setTimeout(this.#take, HOLD_MS) : 0;
    this.#grab = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      minute: minuteAt(column, event.clientY),
      place,
      held: heldBy(event),
      touch,
      since: event.timeStamp,
      active: false,
      moved: false,
      timer,
    };
  };

  /** The page must not scroll beneath a finger that holds something. */
  readonly #touchMove = (event: TouchEvent): void => {
    if (this.#grab?.active && event.cancelable) event.preventDefault();
  };

  readonly #take = (): void => {
    const grab = this.#grab;
    if (!grab) return;
    grab.active = true;
    this.#grid.setPointerCapture(grab.pointer);
    this.#grid.classList.add('is-dragging');
    // A block that is held is seen to be.
    if (grab.held) this.#current().gestures.move(grab.held, 0, 0);
  };

  readonly #move = (event: PointerEvent): void => {
    const grab = this.#grab;
    if (!grab || event.pointerId !== grab.pointer) return;
    if (
      !grab.moved &&
      Math.hypot(event.clientX - grab.x, event.clientY - grab.y) > SLACK[grab.touch ? 'touch' : 'mouse']
    ) {
      // On a busy machine the time is up before a wipe that began earlier is told.
      if (grab.touch && event.timeStamp - grab.since < HOLD_MS) return this.#letGo(null);
      grab.moved = true;
      if (!grab.active) this.#take();
    }
    if (grab.moved) this.#tell(grab, event);
  };

  #tell(grab: Grab, event: PointerEvent): void {
    const columns = this.#columns;
    const column = columns[grab.place];
    if (!column) return;
    const { gestures, step } = this.#current();
    const minute = minuteAt(column, event.clientY);
    if (!grab.held) return gestures.stroke(drawnRange(grab, minute, step));
    const beneath = columns.findIndex((one) => event.clientX < one.getBoundingClientRect().right);
    gestures.move(grab.held, minute - grab.minute, (beneath < 0 ? columns.length - 1 : beneath) - grab.place);
  }

  /** Ends the drag; null puts everything back. */
  #letGo(event: PointerEvent | null): void {
    const grab = this.#grab;
    if (!grab) return;
    clearTimeout(grab.timer);
    this.#grab = null;
    this.#grid.classList.remove('is-dragging');
    if (!grab.active) return;
    this.#dragged = true;
    setTimeout(() => (this.#dragged = false));
    const { gestures, step } = this.#current();
    if (grab.held) return gestures.drop(grab.held, event !== null);
    gestures.stroke(null);
    const column = this.#columns[grab.place];
    if (event && column && grab.moved) gestures.finish(drawnRange(grab, minuteAt(column, event.clientY), step));
  }

  /** The click that ends a drag opens nothing. */
  readonly #click = (event: MouseEvent): void => {
    if (!this.#dragged) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
