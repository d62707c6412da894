import type { Host } from './host.ts';

type Pair = [string, string];

const PARTS = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'hash'] as const;

/** `URL` and `URLSearchParams`. */
export const createAddresses = (host: Host) => {
  class URLSearchParams {
    #pairs: Pair[];
    /** Told of every change. */
    #onChange: (query: string) => void = () => undefined;

    constructor(init: string | Iterable<readonly [string, string]> | Record<string, string> | undefined = '') {
      if (typeof init === 'string') this.#pairs = JSON.parse(host.readQuery(JSON.stringify(init))) as Pair[];
      else
        this.#pairs = (Symbol.iterator in init ? [...init] : Object.entries(init)).map(([name, value]) => [
          String(name),
          String(value),
        ]);
    }

    /** Follows an address: its query is this list from now on. */
    static of(query: string, onChange: (query: string) => void): URLSearchParams {
      const params = new URLSearchParams(query);
      params.#onChange = onChange;
      return params;
    }

    get size(): number {
      return this.#pairs.length;
    }

    append(name: string, value: string): void {
      this.#change([...this.#pairs, [String(name), String(value)]]);
    }

    delete(name: string): void {
      this.#change(this.#pairs.filter(([one]) => one !== String(name)));
    }

    get(name: string): string | null {
      return this.#pairs.find(([one]) => one === String(name))?.[1] ?? null;
    }

    getAll(name: string): string[] {
      return this.#pairs.flatMap(([one, value]) => (one === String(name) ? [value] : []));
    }

    has(name: string): boolean {
      return this.get(name) !== null;
    }

    set(name: string, value: string): void {
      const first = this.#pairs.findIndex(([one]) => one === String(name));
      if (first < 0) return this.append(name, value);
      this.#change(
        this.#pairs.flatMap(([one, old], index) =>
          index === first ? [[one, String(value)] as Pair] : one === String(name) ? [] : [[one, old] as Pair],
        ),
      );
    }

    sort(): void {
      this.#change([...this.#pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }

    forEach(run: (value: string, name: string, params: URLSearchParams) => void): void {
      for (const [name, value] of this.#pairs) run(value, name, this);
    }

    keys(): IterableIterator<string> {
      return this.#pairs.map(([name]) => name)[Symbol.iterator]();
    }

    values(): IterableIterator<string> {
      return this.#pairs.map(([, value]) => value)[Symbol.iterator]();
    }

    entries(): IterableIterator<Pair> {
      return this.#pairs.map(([name, value]): Pair => [name, value])[Symbol.iterator]();
    }

    [Symbol.iterator](): IterableIterator<Pair> {
      return this.entries();
    }

    toString(): string {
      return JSON.parse(host.writeQuery(JSON.stringify(this.#pairs))) as string;
    }

    #change(pairs: Pair[]): void {
      this.#pairs = pairs;
      this.#onChange(this.toString());
    }
  }

  class URL {
    #parts: Record<string, string>;
    #params: URLSearchParams;

    constructor(href: string | URL, base?: string | URL) {
      this.#parts = this.#read({ href: String(href), ...(base === undefined ? {} : { base: String(base) }) });
      this.#params = this.#follow();
    }

    static canParse(href: string, base?: string): boolean {
      try {
        return Boolean(new URL(href, base));
      } catch {
        return false;
      }
    }

    get href(): string {
      return this.#parts['href'] ?? '';
    }

    set href(href: string) {
      this.#parts = this.#read({ href: String(href) });
      this.#params = this.#follow();
    }

    get origin(): string {
      return this.#parts['origin'] ?? '';
    }

    get search(): string {
      return this.#parts['search'] ?? '';
    }

    set search(query: string) {
      this.#change('search', query);
      this.#params = this.#follow();
    }

    get searchParams(): URLSearchParams {
      return this.#params;
    }

    toString(): string {
      return this.href;
    }

    toJSON(): string {
      return this.href;
    }

    #read(request: Record<string, string>): Record<string, string> {
      return JSON.parse(host.url(JSON.stringify(request))) as Record<string, string>;
    }

    #change(part: string, value: string): void {
      this.#parts = this.#read({ href: this.href, part, value: String(value) });
    }

    #follow(): URLSearchParams {
      return URLSearchParams.of(this.search, (query) => this.#change('search', query));
    }

    static {
      for (const part of PARTS) {
        Object.defineProperty(URL.prototype, part, {
          get(this: URL) {
            return this.#parts[part] ?? '';
          },
          set(this: URL, value: string) {
            this.#change(part, value);
          },
        });
      }
    }
  }

  return { URL, URLSearchParams };
};
