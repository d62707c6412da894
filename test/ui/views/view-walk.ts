import { h, render } from 'preact';
import type { Method } from '../../../src/http/route.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { withoutChanging } from '../../support/changing.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { call } from '../../support/http.ts';
import { SmallTimers, type SmallElement, createWindow, differences, hashOf, nameOf, outlineOf } from './small-dom.ts';
import { createChangeAnswers } from './view-answers.ts';

/** A Wednesday morning in Berlin, at which the clocks of the appliance and of the views stand. */
export const NOW = '2026-03-11T09:24:00Z';

/** Questions that are asked with a body: the service answers them, as what is asked with GET. */
const ASKING = /\/preview|\/render|\/validate|\/own\/check/;

/** A search of the network takes as long as it may, and finds nothing here. */
const SEARCHING = /\/discover$/;

/** For so long, by its own clock, a view is waited for. */
const LATER_MS = 2100;
const MINUTE_MS = 61_000;
const MOST_TURNS = 3000;
/** How far into what opens what opens something. */
const DEEPEST = 3;
const MOST_OPTIONS = 6;
const MOST_CHOICES = 14;
const MOST_FIELDS = 60;
const LONGEST_TOLD = 400;
const KEYS = [
  ...['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'Home', 'End', 'Enter', ' ', 'Delete', 'Escape'].map(
    (key) => ({
      key,
    }),
  ),
  { key: 'ArrowDown', shiftKey: true },
  { key: 'ArrowRight', altKey: true },
  { key: 'z', ctrlKey: true },
  { key: 'Enter', ctrlKey: true },
];
/** What is pasted into fields for addresses: a part of it counts. */
const PASTED = 'http://10.0.0.9:80/x';
const ADDRESSED = /host|address|server|broker/i;
/** Files that are chosen: none of the product's, and one that is. */
const FILES = [
  '{}',
  JSON.stringify({ format: 'flapbox-backup', created_at: NOW, data: { boards: [{ name: 'Hall' }] }, secrets: {} }),
];

/** What is typed into a field of a type. */
const TYPED: Readonly<Record<string, string>> = {
  time: '06:45',
  date: '2026-04-05',
  'datetime-local': '2026-04-05T06:45',
  color: '#123456',
  url: 'http://127.0.0.1:9/x',
};

const immediately = setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => void immediately(resolve));

const REFUSAL = 'That is not possible now.';

/** Of what is long, the beginning, and whether the rest is the same. */
const shortened = (text: string): string =>
  text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}~${hashOf(text)}` : text;

const CONTROLS = 'input, select, textarea, button, summary, [tabindex="0"], [data-place], [data-rule], [data-cell]';
const HEARD = ['click', 'pointerdown', 'keydown', 'dblclick'];
const isControl = (one: SmallElement): boolean =>
  (one.matches(CONTROLS) || HEARD.some((type) => one.heard.includes(type))) &&
  !one.disabled &&
  one.getAttribute('aria-hidden') !== 'true';
/** What a mouse does with something that it takes somewhere else, gives up, and what a finger does. */
const DRAGS = [
  [
    { type: 'pointerdown' },
    { type: 'pointermove', by: 2 },
    { type: 'pointermove', by: 190 },
    { type: 'pointerup', by: 190 },
  ],
  [{ type: 'pointerdown' }, { type: 'pointermove', by: -45 }, { type: 'keydown', key: 'Escape' }],
  [
    { type: 'pointerdown', pointerType: 'touch' },
    { type: 'pointermove', by: 90, pointerType: 'touch' },
    { type: 'pointerup', by: 90, pointerType: 'touch' },
  ],
];
const isField = ({ localName }: SmallElement): boolean => ['input', 'select', 'textarea'].includes(localName);

const radiosOf = (form: SmallElement | undefined): SmallElement[] =>
  form?.querySelectorAll('input').filter(({ type }) => type === 'radio') ?? [];

const enter = (field: SmallElement, value: string) => (): void => {
  field.focus();
  field.value = value;
  [field.selectionStart, field.selectionEnd] = [value.length, value.length];
  for (const type of ['input', 'change', 'focusout']) field.do({ type });
  field.do({ type: 'blur', bubbles: false });
};

const numbersFor = (field: SmallElement): string[] => {
  const [least, most] = [field.getAttribute('min'), field.getAttribute('max')].map((text) =>
    Number(text ?? Number.NaN),
  );
  const next = field.value === '' ? (Number.isNaN(least) ? 3 : Number(least)) : Number(field.value) + 1;
  return [String(next > Number(most) ? next - 2 : next), ...(field.type === 'number' ? [''] : [])];
};

/** What can be done with a control, one after the other. */
const doingsWith = (control: SmallElement): (() => void)[] => {
  if (control.localName === 'select') {
    const values = control.querySelectorAll('option').map(({ value }) => value);
    const others = values.filter((value) => value !== control.value).slice(0, MOST_OPTIONS);
    return others.map((value) => () => {
      control.value = value;
      control.do({ type: 'change' });
    });
  }
  const isKeyed = control.way().some(({ heard }) => heard.includes('keydown'));
  const keys = isKeyed
    ? KEYS.map((key) => () => {
        control.focus();
        control.do({ type: 'keydown', ...key });
      })
    : [];
  const types = (value: string): (() => void)[] => [
    enter(control, value),
    ...(control.heard.includes('keydown') ? keys : []),
  ];
  if (control.localName === 'textarea') return types('TWO\nLINES');
  if (control.localName === 'input') {
    const { type } = control;
    if (type === 'file')
      return FILES.map((text) => () => {
        control.files = [{ name: 'a.json', size: text.length, text: () => Promise.resolve(text) }];
        control.do({ type: 'change' });
      });
    if (type === 'radio' && control.checked) return [];
    if (type === 'number' || type === 'range') return numbersFor(control).map((value) => enter(control, value));
    if (type !== 'checkbox' && type !== 'radio')
      return types(ADDRESSED.test(nameOf(control)) ? PASTED : (TYPED[type] ?? 'Abc 12'));
    return [
      () => {
        control.checked = !control.checked;
        for (const one of ['click', 'input', 'change']) control.do({ type: one });
      },
    ];
  }
  return [
    ...keys,
    ...(control.matches('[data-place], [data-rule], [data-cell]') || control.heard.includes('pointerdown')
      ? DRAGS.flat().map(({ by = 0, ...doing }: { type: string; by?: number }) => () => {
          const { left, top } = control.getBoundingClientRect();
          control.do({ ...doing, clientX: left + 60 + by, clientY: top + 40 + by / 10 });
        })
      : []),
    () => control.click(),
  ];
};

/** Of like controls in a list one is as good as another: they are told apart by their words, and where they stand. */
const kindOf = (control: SmallElement): string => {
  const ways: string[] = [];
  for (let at: SmallElement | null = control; at && at.localName !== 'main'; at = at.parentElement)
    ways.push(`${at.localName}.${at.getAttribute('class') ?? ''}`);
  const isInList = !isField(control) && control.closest('li, tr, td') !== null;
  return withoutChanging(`${isInList ? '' : nameOf(control).replace(/\d+/g, '#')} ${ways.join(' ')}`);
};

/** A thing that was done in a view, or that it was opened: what was asked of the service, and what is drawn now. */
interface Step {
  readonly what: string;
  readonly asked: readonly string[];
  readonly drawn: readonly string[];
}

/** A step as a line: requests as they are, of what is drawn only whether it is the same. */
export const lineOf = ({ what, asked, drawn }: Step): string =>
  `${[what, ...asked].join('; ')}${drawn.length > 0 ? ` | ${drawn.length} ${hashOf(drawn.join('\n'))}` : ''}`.replaceAll(
    '\n',
    '\\n',
  );

/**
 * What is answered to `GET /path` instead: members over those of the real answer, or what is made of that. A star
 * stands for a part of the path, at its end for a query too; what has a status and a detail is a refusal.
 */
export type Others = Readonly<Record<string, object | ((told: Record<string, unknown>) => object)>>;

const isRefusal = (other: object): other is { status: number } => 'status' in other && 'detail' in other;

const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .replace(/[?.]/g, '\\$&')
      .replace(/\*$/, '.*')
      .replace(/\*(?!$)/g, '[^/?]+')}$`,
  );

/** Opens views of the interface without a browser, does there what can be done, and tells what comes of it. */
export interface ViewWalk {
  /** Fills the appliance with something; what it answered before counts no more. */
  fill<T>(work: (call: Appliance['call']) => Promise<T>): Promise<T>;
  /** From now on something else is answered. */
  pretend(others: Others, isNarrow?: boolean): void;
  /** Opens a view, presses a button of it, and does everything that can be done there. */
  walk(path: string, press?: string, isListening?: boolean): Promise<Step[]>;
  close(): Promise<void>;
}

/** Starts one, with an appliance of its own. */
export const startViewWalk = async (): Promise<ViewWalk> => {
  const clock = createFakeClock(NOW);
  const appliance = await startAppliance({ clock });
  const changed = createChangeAnswers(appliance.app.routes);
  const timers = new SmallTimers();
  const { page, globals, place } = createWindow(Date.parse(NOW), timers);
  const asked: string[] = [];
  const answers = new Map<string, { status: number; text: string }>();
  let pending = 0;
  let refuses = false;
  let others: readonly (readonly [RegExp, Others[string]])[] = [];
  let hears = false;

  const read = async (method: string, path: string, body?: string) => {
    const key = `${method} ${path} ${body ?? ''}`;
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer =
      answers.get(key) ??
      (await call(appliance.app.port, method, `/api${path}`, { headers, ...(body !== undefined && { body }) }));
    answers.set(key, answer);
    return answer;
  };
  const answer = async (method: string, path: string, body?: string): Promise<Response> => {
    const other = others.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
    if (other) {
      if (method !== 'GET') asked.push(withoutChanging(`${method} ${path} ${shortened(withoutChanging(body ?? ''))}`));
      const { text } = method === 'GET' && !SEARCHING.test(path) ? await read(method, path) : { text: '{}' };
      const told = JSON.parse(text) as Record<string, unknown>;
      const made = typeof other === 'function' ? other(told) : { ...told, ...other };
      return new Response(JSON.stringify(made), { status: isRefusal(other) ? other.status : 200 });
    }
    if (SEARCHING.test(path)) return new Response(JSON.stringify(changed('GET', path, {}, {})));
    if (hears) asked.push(withoutChanging(`${method} ${path}`));
    if (method === 'GET' || ASKING.test(path)) {
      const { status, text } = await read(method, path, body);
      return new Response(text, { status });
    }
    asked.push(withoutChanging(`${method} ${path}${body === undefined ? '' : ` ${shortened(withoutChanging(body))}`}`));
    if (refuses) return new Response(JSON.stringify({ detail: REFUSAL }), { status: 409 });
    const there = method === 'POST' ? null : await read('GET', path);
    const stored = there?.status === 200 ? (JSON.parse(there.text) as object) : {};
    const given = JSON.parse(body ?? '{}') as object;
    return new Response(JSON.stringify(changed(method as Method, path.split('?')[0] ?? '', stored, given)));
  };
  globals['fetch'] = async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    pending++;
    try {
      return await answer(method, address.replace(/^\/api/, ''), body as string | undefined);
    } finally {
      pending--;
    }
  };
  const own = Object.fromEntries(Object.keys(globals).map((name) => [name, (globalThis as never)[name]]));
  const put = (all: object): void => {
    for (const [name, value] of Object.entries(all))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  put(globals);
  const { App } = await import('../../../ui/shell/app.tsx');
  const { ALL_PARTS, tellChange } = await import('../../../ui/kit/changes.ts');
  const { loadServiceState, serviceState } = await import('../../../ui/service-state.ts');
  const root = page.createElement('div');
  page.body.append(root);

  const settle = async (ms = LATER_MS): Promise<void> => {
    const end = timers.now + ms;
    for (let turns = 0; turns < MOST_TURNS; turns++) {
      do for (let at = 0; at < 4; at++) await turn();
      while (pending > 0);
      if (!timers.step(end)) return;
    }
    throw new Error(`${place.address.pathname} never comes to rest.`);
  };
  const forget = (): void => {
    page.notes = [];
    asked.length = 0;
  };
  const open = async (path: string): Promise<void> => {
    render(null, root as never);
    await settle();
    timers.forget();
    (globals['sessionStorage'] as Storage).clear();
    (globals['localStorage'] as Storage).clear();
    page.activeElement = page.body;
    place.address = new URL(path, place.origin);
    serviceState.set({ live: true, locked: false });
    await loadServiceState();
    render(h(App, {}), root as never);
    await settle();
  };
  const outline = (): string[] => [
    withoutChanging(`${place.address.pathname}${place.address.search} ${page.title}`),
    ...outlineOf(root),
  ];
  const within = (): SmallElement => page.querySelectorAll('dialog[open]').at(-1) ?? root;
  /** What can be used: in a dialogue that is open, else in the view. */
  const controls = (): SmallElement[] => within().below(isControl);
  const forms = (): SmallElement[] => within().querySelectorAll('form');

  /** Buttons that were pressed in any view: what stands in several does the same. */
  const pressed = new Set<string>();

  const walk = async (path: string, press?: string, isListening = true): Promise<Step[]> => {
    const steps: Step[] = [];
    const done = new Set<string>();
    /** After which step each was there first: what has just come is used before it goes again. */
    const seen = new Map<string, number>();
    let drawn: string[] = [];
    const isDone = (kind: string): boolean => done.has(kind) || pressed.has(kind);
    const find = (kind: string) => controls().find((one) => kindOf(one) === kind);
    /** Opens the view and presses, one after the other; whether there was all of it. */
    const establish = async (way: readonly string[]): Promise<boolean> => {
      await open(path);
      if (press) {
        page
          .querySelectorAll('button')
          .find((one) => [one.textContent, one.getAttribute('aria-label')].includes(press))
          ?.click();
        await settle();
      }
      for (const kind of way) {
        const control = find(kind);
        if (!control) return false;
        for (const act of doingsWith(control)) {
          act();
          await settle();
        }
      }
      drawn = outline();
      forget();
      return true;
    };

    const take = async (what: string, act: () => unknown, ms = LATER_MS): Promise<boolean> => {
      act();
      await settle(ms);
      const now = outline();
      const step = { what, asked: [...asked, ...page.notes.map(withoutChanging)], drawn: differences(drawn, now) };
      drawn = now;
      forget();
      steps.push(step);
      return step.asked.length + step.drawn.length > 0;
    };
    /** The same once more with a service that refuses it. */
    const takeRefused = async (what: string, act: () => void): Promise<void> => {
      refuses = true;
      await take(`${what}, refused`, act);
      refuses = false;
    };
    const explore = async (way: readonly string[]): Promise<void> => {
      if (way.length > 0 && !(await establish(way))) return;
      const next = (field: boolean): SmallElement | undefined => {
        const all = controls().flatMap((control) => {
          const kind = kindOf(control);
          if (isField(control) !== field || isDone(kind)) return [];
          const since = seen.get(kind) ?? steps.length;
          seen.set(kind, since);
          return [{ control, since }];
        });
        const last = Math.max(...all.map(({ since }) => since));
        return all.find(({ since }) => since === last)?.control;
      };
      for (let field = next(true); field; field = next(true)) {
        done.add(kindOf(field));
        const name = withoutChanging(nameOf(field));
        for (const act of doingsWith(field)) await take(name, act);
      }
      for (let button = next(false); button; button = next(false)) {
        const kind = kindOf(button);
        (button.type === 'submit' ? done : pressed).add(kind);
        const name = withoutChanging(nameOf(button));
        const acts = doingsWith(button);
        let hasChanged = false;
        // What is asked is refused at first, and granted when it is asked again.
        refuses = acts.length === 1;
        for (const act of acts) hasChanged = (await take(name, act)) || hasChanged;
        const wasRefused = refuses && /^(?:POST|PUT|PATCH|DELETE) /.test(steps.at(-1)?.asked[0] ?? '');
        refuses = false;
        if (wasRefused) {
          if (!find(kind) && !(await establish(way))) return;
          await take(`${name}, granted`, () => find(kind)?.click());
        }
        if (!hasChanged) continue;
        const isHere = place.address.pathname === new URL(path, place.origin).pathname;
        const isNews = isHere && way.length < DEEPEST && controls().some((one) => !isDone(kindOf(one)));
        if (isNews) await explore([...way, kind]);
        if (isNews && (await establish([...way, kind])) && page.querySelector('dialog[open]'))
          await sendAll([...way, kind]);
        if (!(await establish(way))) return;
      }
    };
    /** Fills a form, and sends it: what its fields become is then what the service is asked. */
    const send = async (at: number, way: readonly string[], choice: number): Promise<void> => {
      if (!(await establish(way))) return;
      const form = (): SmallElement | undefined => forms()[at];
      const option = radiosOf(form())[choice];
      const filled = new Set<string>();
      const next = () =>
        form()
          ?.querySelectorAll('input, select, textarea')
          .find((one) => !one.disabled && !(choice >= 0 && one.type === 'radio') && !filled.has(kindOf(one)));
      if (choice >= 0) {
        if (!option) return;
        for (const act of doingsWith(option)) act();
        await settle();
      }
      for (let field = next(); field && filled.size < MOST_FIELDS; field = next()) {
        filled.add(kindOf(field));
        doingsWith(field)[0]?.();
        await settle();
      }
      drawn = outline();
      forget();
      const what = `form ${at + 1}${option ? ` with ${withoutChanging(nameOf(option))}` : ''}`;
      const submit = () =>
        form()
          ?.querySelectorAll('button')
          .find(({ type }) => type === 'submit')
          ?.click();
      if (choice < 0) await takeRefused(what, submit);
      await take(what, submit);
    };
    const sendAll = async (way: readonly string[]): Promise<void> => {
      for (let at = 0; (await establish(way)) && at < forms().length; at++) {
        const radios = radiosOf(forms()[at]);
        for (let choice = -1; choice < Math.min(radios.length, MOST_CHOICES); choice++) await send(at, way, choice);
      }
    };
    /** What a view asks again when it hears of a change, and when time passes. */
    const hear = async (): Promise<void> => {
      hears = true;
      for (const part of [...ALL_PARTS, 'favourites', 'account'])
        await take(`${part} changed`, () => tellChange([part]));
      await take('a minute later', () => undefined, MINUTE_MS);
      hears = false;
    };
    await establish([]);
    steps.push({ what: `# ${path}${press ? `, ${press}` : ''}`.replace(/^.*$/, withoutChanging), asked: [], drawn });
    if (isListening) {
      await hear();
      await establish([]);
    }
    await explore([]);
    await sendAll([]);
    return steps;
  };

  return {
    fill: async (work) => {
      put(own);
      try {
        return await work(appliance.call);
      } finally {
        answers.clear();
        put(globals);
      }
    },
    pretend: (given, isNarrow = false) => {
      page.isNarrow = isNarrow;
      others = Object.entries(given).map(([name, other]) => [patternOf(name), other]);
    },
    walk,
    close: async () => {
      render(null, root as never);
      await settle();
      put(own);
      await appliance.close();
    },
  };
};
