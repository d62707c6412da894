import { setMedia } from '../../support/fake-media.ts';
import { render, type ComponentChild } from 'preact';
import { inZone, setZone } from '../../../ui/kit/zone.ts';
import { fakeService, type AskedOf, type ServiceAnswer } from '../../support/fake-service.ts';
import { putGlobals } from '../../support/globals.ts';
import { SmallTimers, createWindow, differences, outlineOf, type SmallElement } from './small-dom.ts';

/** A part of the interface that is drawn without a browser, over a service that answers as it is told. */
export interface Drawn {
  /** What was asked of the service, oldest first. */
  readonly asked: readonly AskedOf[];
  /** All that it says. */
  readonly text: string;
  /** The first element that a selector finds; fails when there is none. */
  find(selectors: string): SmallElement;
  all(selectors: string): SmallElement[];
  /** The field with a label. */
  field(label: string): SmallElement;
  /** Presses the button with a name. */
  press(name: string): Promise<void>;
  /** Types a value into the field with a label, or chooses it there. */
  enter(label: string, value: string): Promise<void>;
  /** What was asked, what happened, and what is drawn otherwise since this was called last: to be recorded. */
  since(): string[];
  /** Draws something else in its place. */
  draw(view: ComponentChild): Promise<void>;
  /** Lets so much time pass, and all that follows from what was done. */
  settle(ms?: number): Promise<void>;
}

/** The morning at which the clock of the page stands. */
export const NOW = Date.parse('2026-03-11T09:24:00Z');
const SHORTLY_MS = 100;

// Modules ask for the size of the screen while they are loaded: it is a large one.
setMedia('(max-width: 859px)', false);

const immediately = setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => void immediately(resolve));

/** What an element is called. */
const nameOf = (element: SmallElement): string => element.getAttribute('aria-label') ?? element.textContent.trim();

/** Draws a view in a page of its own, whose address has a path, for as long as `use` takes. */
export const drawView = async (
  view: ComponentChild,
  answer: (request: AskedOf) => ServiceAnswer | Promise<ServiceAnswer>,
  use: (drawn: Drawn) => Promise<void>,
  path = '/',
): Promise<void> => {
  const timers = new SmallTimers();
  const { page, globals, place } = createWindow(NOW, timers);
  place.address = new URL(path, place.origin);
  const restore = putGlobals(globals);
  const zone = inZone().timeZone ?? 'the own one';
  setZone('UTC');
  const service = fakeService(answer);
  const root = page.createElement('div');
  page.body.append(root);
  const settle = async (ms = SHORTLY_MS): Promise<void> => {
    const end = timers.now + ms;
    do for (let at = 0; at < 4; at++) await turn();
    while (timers.step(end));
    timers.now = end;
  };
  const found = (what: string, element: SmallElement | undefined): SmallElement => {
    if (!element) throw new Error(`There is no ${what} in "${root.textContent}".`);
    return element;
  };
  const all = (selectors: string): SmallElement[] => root.querySelectorAll(selectors);
  const field = (label: string): SmallElement => {
    const id = all('label')
      .find((one) => one.textContent.trim() === label)
      ?.getAttribute('for');
    return found(
      `field "${label}"`,
      all('input, select, textarea').find((one) => one.id === id),
    );
  };
  let [before, told]: [string[], number] = [[], 0];
  let address = String(place.address);
  const since = (): string[] => {
    const now = outlineOf(root);
    const left = String(place.address) === address ? [] : [`is at ${place.address.pathname}${place.address.search}`];
    address = String(place.address);
    const asked = service.asked.slice(told).map(({ method, path, body }) => {
      const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
      return `${method} ${path}${sent}`;
    });
    const lines = [...asked, ...left, ...page.notes.splice(0), ...differences(before, now)];
    [before, told] = [now, service.asked.length];
    return lines;
  };
  const draw = (drawn: ComponentChild): Promise<void> => {
    render(drawn, root as never);
    return settle();
  };
  try {
    await draw(view);
    await use({
      asked: service.asked,
      get text() {
        return root.textContent;
      },
      find: (selectors) => found(selectors, all(selectors)[0]),
      all,
      field,
      press: (name) => {
        found(
          `button "${name}"`,
          all('button').find((one) => nameOf(one) === name),
        ).click();
        return settle();
      },
      enter: (label, value) => {
        const one = field(label);
        one.value = value;
        for (const type of ['input', 'change']) one.do({ type });
        return settle();
      },
      since,
      draw,
      settle,
    });
  } finally {
    render(null, root as never);
    await settle();
    service.end();
    setZone(zone);
    restore();
  }
};
