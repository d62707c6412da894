import { h, render } from 'preact';
import { act } from 'preact/test-utils';

/** A hook of the interface that runs without a browser: its view draws nothing. */
export interface RunningHook<T> {
  /** What it answered last. */
  readonly now: T;
  /** Does something, and everything that follows from it at once. */
  act(work: () => void | Promise<unknown>): Promise<void>;
  /** Draws the view again, as when what is above it changed. */
  again(): Promise<void>;
  /** Takes the view away. */
  leave(): Promise<void>;
}

/** As much of an element as a view wants that draws nothing. */
const nowhere = (): Element =>
  ({ nodeType: 1, namespaceURI: 'http://www.w3.org/1999/xhtml', childNodes: [], firstChild: null }) as never;

/** Runs a hook in a view of its own. */
export const runHook = async <T>(use: () => T): Promise<RunningHook<T>> => {
  const place = nowhere();
  let now: { readonly value: T } | null = null;
  const View = () => {
    now = { value: use() };
    return null;
  };
  const draw = () => act(() => render(h(View, {}), place));
  await draw();
  return {
    get now() {
      if (!now) throw new Error('The hook has not run.');
      return now.value;
    },
    act: async (work) => {
      await act(async () => void (await work()));
    },
    again: async () => {
      await draw();
    },
    leave: async () => {
      await act(() => render(null, place));
    },
  };
};
