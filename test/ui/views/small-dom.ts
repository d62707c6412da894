import { withoutChanging } from '../../support/changing.ts';

/** Something that somebody does to an element. */
export interface Doing {
  readonly type: string;
  readonly bubbles?: boolean;
  readonly [member: string]: unknown;
}

type Listener = (this: unknown, event: Doing) => unknown;

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';
/** There is no layout here: all are of one size, and each lies below and beside the one before it. */
const SIZE = { width: 200, height: 100 };

/** The page that there is: one at a time. */
let present: SmallDocument;

/** What listens. */
class Target {
  #listeners: (readonly [type: string, listen: Listener])[] = [];
  addEventListener(type: string, listen: Listener): void {
    this.#listeners = [...this.#listeners, [type, listen]];
  }
  removeEventListener(type: string, listen: Listener): void {
    this.#listeners = this.#listeners.filter(([kind, one]) => kind !== type || one !== listen);
  }
  /** What it listens to. */
  get heard(): string[] {
    return this.#listeners.map(([type]) => type);
  }
  hear(event: Doing): void {
    for (const [type, listen] of this.#listeners) if (type === event.type) listen.call(this, event);
  }
}

/** A node: an element, or a text. */
export class SmallNode extends Target {
  readonly childNodes: SmallNode[] = [];
  parentNode: SmallNode | null = null;
  nodeType = 1;
  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }
  get nextSibling(): SmallNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get parentElement(): SmallElement | null {
    return this.parentNode instanceof SmallElement ? this.parentNode : null;
  }
  get ownerDocument(): SmallDocument {
    return present;
  }
  get isConnected(): boolean {
    return this.parentNode?.isConnected ?? false;
  }
  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join('');
  }
  contains(node: SmallNode | null): boolean {
    return node !== null && (node === this || this.contains(node.parentNode));
  }
  /** It and all around it, from the inside out. */
  way(): SmallNode[] {
    return [this, ...(this.parentNode?.way() ?? [])];
  }
  insertBefore(node: SmallNode, before: SmallNode | null): SmallNode {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : -1;
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node);
    node.parentNode = this;
    return node;
  }
  append(...nodes: SmallNode[]): void {
    for (const node of nodes) this.insertBefore(node, null);
  }
  appendChild(node: SmallNode): SmallNode {
    return this.insertBefore(node, null);
  }
  removeChild(node: SmallNode): SmallNode {
    node.remove();
    return node;
  }
  remove(): void {
    const all = this.parentNode?.childNodes;
    all?.splice(all.indexOf(this), 1);
    this.parentNode = null;
    const { ownerDocument } = this;
    if (this.contains(ownerDocument.activeElement)) ownerDocument.activeElement = ownerDocument.body;
  }
}

class SmallText extends SmallNode {
  data: string;
  override nodeType = 3;
  constructor(data: string) {
    super();
    this.data = data;
  }
  override get textContent(): string {
    return this.data;
  }
}

type Test = (element: SmallElement) => boolean;

/** One part of a selector: a tag, classes, attributes, and `:disabled`. */
const partOf = (part: string): Test => {
  if (part.startsWith('.')) return (element) => element.classList.contains(part.slice(1));
  if (part === ':disabled') return (element) => element.disabled;
  const [, name = '', value] = /^\[([\w-]+)(?:="?([^"]*)"?)?\]$/.exec(part) ?? [];
  if (name === '') return (element) => element.localName === part;
  return (element) => element.kept.has(name) && (value === undefined || element.kept.get(name) === value);
};

const compile = (selectors: string): Test => {
  const tests = selectors.split(/\s*,\s*/).map((selector): Test => {
    const [last = '', ...above] = selector.split(/\s*>\s*|\s+/).reverse();
    const parts = [...last.matchAll(/^[\w-]+|\.[\w-]+|\[[^\]]+\]|:[\w-]+/g)].map(([part]) => partOf(part));
    const outer = above.reverse().join(' ');
    return (element) =>
      parts.every((part) => part(element)) &&
      (outer === '' || (element.parentElement?.closest(outer) ?? null) !== null);
  });
  return (element) => tests.some((one) => one(element));
};

const compiled = new Map<string, Test>();
const testOf = (selectors: string): Test => {
  const test = compiled.get(selectors) ?? compile(selectors);
  compiled.set(selectors, test);
  return test;
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What an element's style sets. */
class Styles {
  [name: string]: unknown;
  setProperty(name: string, value: unknown): void {
    this[name] = value;
  }
}

/** An element. */
export class SmallElement extends SmallNode {
  readonly localName: string;
  readonly namespaceURI: string;
  readonly kept = new Map<string, string>();
  #style: Styles | null = null;
  #pen: unknown = null;
  files: readonly unknown[] = [];
  scrollTop = 0;
  scrollLeft = 0;
  selectionStart = 0;
  selectionEnd = 0;
  innerHTML = '';
  #value: string | null = null;
  #checked = false;
  constructor(name: string, namespace: string) {
    super();
    this.localName = name;
    this.namespaceURI = namespace;
  }
  get style(): Styles {
    return (this.#style ??= new Styles());
  }
  /** What is set in its style. */
  get styled(): [string, unknown][] {
    return this.#style ? Object.entries(this.#style) : [];
  }
  get tagName(): string {
    return this.localName.toUpperCase();
  }
  get attributes(): { name: string; value: string }[] {
    return [...this.kept].map(([name, value]) => ({ name, value }));
  }
  getAttribute(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.kept.has(name);
  }
  setAttribute(name: string, value: unknown): void {
    this.kept.set(name, value === true ? '' : String(value));
  }
  removeAttribute(name: string): void {
    this.kept.delete(name);
  }
  toggleAttribute(name: string, wanted: boolean): void {
    if (wanted) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }
  get dataset(): Record<string, string | undefined> {
    return new Proxy(
      {},
      {
        get: (_, name: string) => this.kept.get(`data-${kebab(name)}`),
        set: (_, name: string, value) => (this.setAttribute(`data-${kebab(name)}`, value), true),
        deleteProperty: (_, name: string) => (this.removeAttribute(`data-${kebab(name)}`), true),
      },
    );
  }
  get classList() {
    const all = new Set((this.getAttribute('class') ?? '').split(/\s+/).filter(Boolean));
    const put = () => this.setAttribute('class', [...all].join(' '));
    return {
      contains: (name: string) => all.has(name),
      add: (name: string) => (all.add(name), put()),
      remove: (name: string) => (all.delete(name), put()),
      toggle: (name: string, on: boolean) => (on ? all.add(name) : all.delete(name), put()),
    };
  }
  get children(): SmallElement[] {
    return this.childNodes.filter((node) => node instanceof SmallElement);
  }
  /** All below it that pass a test, in order. */
  below(test: Test, found: SmallElement[] = []): SmallElement[] {
    for (const child of this.childNodes)
      if (child instanceof SmallElement) {
        if (test(child)) found.push(child);
        child.below(test, found);
      }
    return found;
  }
  matches(selectors: string): boolean {
    return testOf(selectors)(this);
  }
  closest(selectors: string): SmallElement | null {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null);
  }
  querySelectorAll(selectors: string): SmallElement[] {
    return this.below(testOf(selectors));
  }
  querySelector(selectors: string): SmallElement | null {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
  get value(): string {
    if (this.localName === 'option') return this.#value ?? this.textContent;
    if (this.localName === 'select') return this.#value ?? this.querySelector('option')?.value ?? '';
    return this.#value ?? '';
  }
  set value(value: unknown) {
    this.#value = String(value);
  }
  get checked(): boolean {
    return this.#checked;
  }
  set checked(on: unknown) {
    this.#checked = Boolean(on);
  }
  set defaultChecked(on: unknown) {
    this.checked = on;
  }
  get valueAsNumber(): number {
    return this.value === '' ? Number.NaN : Number(this.value);
  }
  get type(): string {
    return this.getAttribute('type') ?? (this.localName === 'button' ? 'submit' : 'text');
  }
  set type(type: string) {
    this.setAttribute('type', type);
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(on: unknown) {
    this.toggleAttribute('disabled', Boolean(on));
  }
  get open(): boolean {
    return this.hasAttribute('open');
  }
  set open(on: unknown) {
    this.toggleAttribute('open', Boolean(on));
  }
  get id(): string {
    return this.getAttribute('id') ?? '';
  }
  set id(id: string) {
    this.setAttribute('id', id);
  }
  get href(): string {
    return new URL(this.getAttribute('href') ?? '', location.href).href;
  }
  set href(address: string) {
    this.setAttribute('href', address);
  }
  override get isConnected(): boolean {
    return this.localName === 'html' || super.isConnected;
  }
  override get textContent(): string {
    return super.textContent;
  }
  override set textContent(text: string) {
    this.replaceChildren(...(text === '' ? [] : [new SmallText(text)]));
  }
  replaceChildren(...nodes: SmallNode[]): void {
    while (this.firstChild) this.firstChild.remove();
    this.append(...nodes);
  }
  after(node: SmallNode): void {
    this.parentNode?.insertBefore(node, this.nextSibling);
  }
  getBoundingClientRect() {
    const at = this.parentNode?.childNodes.indexOf(this) ?? 0;
    const [left, top] = [at * SIZE.width, at * SIZE.height];
    return { left, top, x: left, y: top, right: left + SIZE.width, bottom: top + SIZE.height, ...SIZE };
  }
  get clientWidth(): number {
    return SIZE.width;
  }
  get offsetWidth(): number {
    return SIZE.width;
  }
  offsetLeft = 0;
  offsetTop = 0;
  /** A pen that draws nothing, and keeps a sum of what it was told in the page. */
  getContext(): unknown {
    let sum = 5381;
    const note = (what: string): void => {
      for (let at = 0; at < what.length; at++) sum = (sum * 33 + what.charCodeAt(at)) >>> 0;
      this.kept.set('data-drawn', sum.toString(36));
    };
    return (this.#pen ??= new Proxy<Record<string, unknown>>(
      {},
      {
        get: (kept, name) =>
          kept[String(name)] ?? ((...given: unknown[]) => (note(`${String(name)} ${given.join()}`), { width: 10 })),
        set: (kept, name, value) => ((kept[String(name)] = value), note(`${String(name)}=${String(value)}`), true),
      },
    ));
  }
  focus(): void {
    if (this.isConnected && !this.disabled) this.ownerDocument.activeElement = this;
  }
  blur(): void {
    if (this.ownerDocument.activeElement === this) this.ownerDocument.activeElement = this.ownerDocument.body;
  }
  select(): void {
    this.ownerDocument.note('selects all of', this);
  }
  setSelectionRange(from: number, to: number): void {
    [this.selectionStart, this.selectionEnd] = [from, to];
    this.ownerDocument.note(`puts the caret to ${from}–${to} of`, this);
  }
  setCustomValidity(problem: string): void {
    this.toggleAttribute('data-validity', problem !== '');
  }
  scrollIntoView(): void {
    this.ownerDocument.note('scrolls to', this);
  }
  setPointerCapture(): void {
    this.ownerDocument.note('captures the pointer', this);
  }
  showModal(): void {
    this.open = true;
  }
  show(): void {
    this.open = true;
  }
  close(): void {
    this.open = false;
  }
  reset(): void {
    this.ownerDocument.note('empties', this);
  }
  reportValidity(): boolean {
    return true;
  }
  /** Has something done to it: whoever listens here, and above it, hears of it. Whether nobody prevented the rest. */
  do(doing: Doing): boolean {
    const event = {
      button: 0,
      buttons: 1,
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      clientX: this.getBoundingClientRect().left + 60,
      clientY: this.getBoundingClientRect().top + 40,
      timeStamp: performance.now(),
      cancelable: true,
      relatedTarget: null,
      defaultPrevented: false,
      target: this as Target,
      currentTarget: this as Target,
      preventDefault: () => void (event.defaultPrevented = true),
      stopPropagation: () => void (stopped = true),
      ...doing,
    };
    let stopped = false;
    for (const node of doing.bubbles === false ? [this] : [...this.way(), present]) {
      event.currentTarget = node;
      if (!stopped) node.hear(event);
    }
    return !event.defaultPrevented;
  }
  /** Presses it: a button that sends does so. */
  click(): void {
    if (this.disabled) return;
    if (!this.isConnected) return this.ownerDocument.note('presses', this);
    const goesOn = this.do({ type: 'click' });
    if (goesOn && this.localName === 'button' && this.type === 'submit') this.closest('form')?.do({ type: 'submit' });
  }
}

/** What a page holds. */
export class SmallDocument extends Target {
  readonly documentElement = new SmallElement('html', HTML);
  readonly body = new SmallElement('body', HTML);
  readonly head = new SmallElement('head', HTML);
  activeElement: SmallElement = this.body;
  title = '';
  cookie = '';
  hidden = false;
  visibilityState = 'visible';
  fullscreenElement = null;
  /** Whether it is seen on a phone. */
  isNarrow = false;
  /** What happened that is not to be seen in the page. */
  notes: string[] = [];
  note(what: string, where?: SmallElement): void {
    this.notes.push(where ? `${what} ${nameOf(where)}` : what);
  }
  createElement(name: string): SmallElement {
    return new SmallElement(name, HTML);
  }
  createElementNS(namespace: string, name: string): SmallElement {
    return new SmallElement(name, namespace);
  }
  createTextNode(text: string): SmallText {
    return new SmallText(text);
  }
  getElementById(id: string): SmallElement | null {
    return this.documentElement.below((element) => element.kept.get('id') === id)[0] ?? null;
  }
  querySelector(selectors: string): SmallElement | null {
    return this.documentElement.querySelector(selectors);
  }
  querySelectorAll(selectors: string): SmallElement[] {
    return this.documentElement.querySelectorAll(selectors);
  }
  hasFocus(): boolean {
    return true;
  }
  execCommand(): boolean {
    return false;
  }
  createRange() {
    return { selectNodeContents: () => undefined };
  }
}

/** What an element is called: by its label, its text, or its name in the page. */
export const nameOf = (element: SmallElement): string => {
  const label =
    element.id === ''
      ? null
      : present.documentElement.below(
          ({ localName, kept }) => localName === 'label' && kept.get('for') === element.id,
        )[0];
  const said =
    element.getAttribute('aria-label') ??
    label?.textContent ??
    element.closest('label')?.textContent ??
    element.textContent;
  const option = element.type === 'radio' || element.type === 'checkbox' ? ` ${element.value}`.trimEnd() : '';
  return `${element.localName} "${said.trim().slice(0, 50)}"${option}`;
};

/** A few letters that stand for a text. */
export const hashOf = (text: string): string => {
  let hash = 5381;
  for (const letter of text) hash = (hash * 33 + letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
};
const LONGEST_VALUE = 44;
const clip = (given: string): string => {
  const text = withoutChanging(given);
  return text.length > LONGEST_VALUE ? `${text.slice(0, 20)}~${hashOf(text)}` : text;
};

const REFERENCES = ['for', 'aria-describedby', 'aria-labelledby', 'aria-controls', 'list'];

const attributesOf = (element: SmallElement, ids: ReadonlySet<string>): string => {
  let told = '';
  for (const [name, value] of element.kept) {
    if (name === 'class') told += `.${value}`;
    else if (REFERENCES.includes(name))
      told += ` ${name}${value.split(' ').every((id) => ids.has(id)) ? '' : '=nothing'}`;
    else if (name !== 'id' || !/^P\d/.test(value)) told += ` ${name}=${clip(value)}`;
  }
  for (const [name, value] of element.styled) if (value !== '') told += ` ${name}:${String(value)}`;
  if (element.localName !== 'option' && element.value !== '') told += ` value=${clip(element.value)}`;
  if (element.checked) told += ' checked';
  if (present.activeElement === element) told += ' FOCUS';
  for (const type of element.heard) told += ` @${type}`;
  return told;
};

/** An element and what is in it, as lines: tags, classes, attributes, values, what listens, and texts. */
export const outlineOf = (root: SmallElement): string[] => {
  const ids = new Set(present.documentElement.below(({ kept }) => kept.has('id')).map(({ id }) => id));
  const lines: string[] = [];
  const tell = (node: SmallNode, depth: string): void => {
    if (!(node instanceof SmallElement)) {
      if (node.textContent !== '') lines.push(`${depth}"${withoutChanging(node.textContent)}"`);
      return;
    }
    lines.push(`${depth}${node.localName}${attributesOf(node, ids)}${clip(node.innerHTML)}`);
    for (const child of node.childNodes) tell(child, `${depth} `);
  };
  tell(root, '');
  return lines;
};

/** The lines that are gone from an outline, and those that are new. */
export const differences = (before: readonly string[], after: readonly string[]): string[] => {
  const without = (lines: readonly string[], others: readonly string[]): string[] => {
    const left = new Map<string, number>();
    for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
    return lines.filter((line) => {
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return count <= 0;
    });
  };
  return [...without(before, after).map((line) => `-${line}`), ...without(after, before).map((line) => `+${line}`)];
};

const isNamed = (name: string) => ({
  [Symbol.hasInstance]: (one: unknown) => one instanceof SmallElement && one.localName === name,
});

/** A storage that forgets all at `clear`. */
const createStorage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

/** Timers that run when they are told to. */
export class SmallTimers {
  now = 0;
  #next = 1;
  #waiting = new Map<number, { at: number; run: () => void; every: number }>();
  readonly set = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown => {
    this.#waiting.set(this.#next, { at: this.now + (ms || 0), run: () => run(...given), every: 0 });
    return this.#id();
  };
  readonly repeat = (run: () => void, ms = 0): unknown => {
    this.#waiting.set(this.#next, { at: this.now + ms, run, every: Math.max(ms, 1) });
    return this.#id();
  };
  /** The service, which runs beside the views, wants timers of Node. */
  #id(): unknown {
    const id = this.#next++;
    const timer = { valueOf: () => id, [Symbol.toPrimitive]: () => id, unref: () => timer, ref: () => timer };
    return timer;
  }
  readonly clear = (id: unknown): void => void this.#waiting.delete(Number(id));
  /** Runs the next that is due until an instant; whether there was one. */
  step(until: number): boolean {
    const due = [...this.#waiting]
      .filter(([, { at }]) => at <= until)
      .sort(([, one], [, other]) => one.at - other.at)[0];
    if (!due) return false;
    const [id, timer] = due;
    this.now = Math.max(this.now, timer.at);
    if (timer.every === 0) this.#waiting.delete(id);
    else this.#waiting.set(id, { ...timer, at: this.now + timer.every });
    timer.run();
    return true;
  }
  forget(): void {
    this.#waiting.clear();
    this.now = 0;
  }
}

/** Whatever watches a size or a place is told once: it is in sight, and of the size that all are of. */
class Watch {
  readonly #tell: (entries: readonly object[]) => void;
  constructor(tell: (entries: readonly object[]) => void) {
    this.#tell = tell;
  }
  observe(target: SmallElement): void {
    setTimeout(() => target.isConnected && this.#tell([{ target, isIntersecting: true, contentRect: SIZE }]));
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}

/** A window with no size, no layout and no drawing, in which views of the interface run without a browser. */
export const createWindow = (now: number, timers: SmallTimers) => {
  const page = new SmallDocument();
  present = page;
  page.documentElement.append(page.head, page.body);
  const heard = new Target();
  const place = {
    address: new URL('http://flapbox.local/'),
    origin: 'http://flapbox.local',
    reload: () => page.note('loads the page anew'),
    assign: (address: string) => page.note(`goes to ${address}`),
    replace: (address: string) => page.note(`goes to ${address}`),
  };
  for (const name of ['pathname', 'search', 'hash', 'hostname', 'host', 'protocol', 'href', 'port'] as const)
    Object.defineProperty(place, name, { get: () => place.address[name] });
  const left: { readonly state: unknown; readonly address: URL }[] = [];
  const history = {
    state: null as unknown,
    replaceState: (state: unknown, _: unknown, address = place.address.href) => {
      history.state = state;
      place.address = new URL(address, place.address);
    },
    pushState: (state: unknown, _: unknown, address?: string) => {
      left.push({ state: history.state, address: place.address });
      history.replaceState(state, _, address);
    },
    back: () => {
      const before = left.pop();
      if (!before) return page.note('leaves the page');
      history.replaceState(before.state, '', before.address.href);
      heard.hear({ type: 'popstate' });
    },
  };
  const RealDate = Date;
  class SmallDate extends RealDate {
    constructor(...given: []) {
      if (given.length === 0) super(now + timers.now);
      else super(...given);
    }
    static override now(): number {
      return now + timers.now;
    }
  }
  const globals: Record<string, unknown> = {
    document: page,
    location: place,
    history,
    navigator: {
      onLine: true,
      language: 'en-GB',
      clipboard: { writeText: (text: string) => Promise.resolve(page.note(`copies ${clip(text)}`)) },
    },
    Date: SmallDate,
    performance: { now: () => timers.now, timeOrigin: now, mark: () => undefined, markResourceTiming: () => undefined },
    setTimeout: timers.set,
    clearTimeout: timers.clear,
    setInterval: timers.repeat,
    clearInterval: timers.clear,
    requestAnimationFrame: (run: (at: number) => void) => timers.set(() => run(timers.now), 16),
    cancelAnimationFrame: timers.clear,
    addEventListener: heard.addEventListener.bind(heard),
    removeEventListener: heard.removeEventListener.bind(heard),
    dispatchEvent: (event: Doing) => heard.hear(event),
    matchMedia: (query: string) => ({
      matches: page.isNarrow && query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
    sessionStorage: createStorage(),
    localStorage: createStorage(),
    scrollTo: () => page.note('scrolls to the beginning'),
    scrollBy: () => page.note('scrolls'),
    scrollY: 0,
    innerHeight: 800,
    innerWidth: 1200,
    devicePixelRatio: 1,
    getSelection: () => null,
    getComputedStyle: () => ({ getPropertyValue: () => '' }),
    print: () => page.note('prints'),
    confirm: (text: string) => (page.note(`asks ${text}`), true),
    IntersectionObserver: Watch,
    ResizeObserver: Watch,
    MutationObserver: class extends Watch {
      override observe(): void {
        return;
      }
    },
    Path2D: class {
      readonly path: string;
      constructor(path = '') {
        this.path = path;
      }
      toString(): string {
        return this.path;
      }
    },
    Element: SmallElement,
    Node: SmallNode,
    HTMLElement: { [Symbol.hasInstance]: (one: unknown) => one instanceof SmallElement && one.namespaceURI === HTML },
    SVGElement: { [Symbol.hasInstance]: (one: unknown) => one instanceof SmallElement && one.namespaceURI === SVG },
    HTMLInputElement: isNamed('input'),
    HTMLTextAreaElement: isNamed('textarea'),
    HTMLSelectElement: isNamed('select'),
    FormData: class {
      readonly form: SmallElement;
      constructor(form: SmallElement) {
        this.form = form;
      }
      get(name: string): string | null {
        return this.form.querySelector(`[name="${name}"]`)?.value ?? null;
      }
      /** A box that is not checked is not sent. */
      has(name: string): boolean {
        const one = this.form.querySelector(`[name="${name}"]`);
        return one !== null && (one.type !== 'checkbox' || one.checked);
      }
    },
  };
  globals['window'] = globalThis;
  return { page, globals, place };
};
