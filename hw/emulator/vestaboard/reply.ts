/** What an emulated board answers. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The client's port: requests that share it came over one connection. */
  readonly connection: number;
}

/** Plain text, which is also how boards label their JSON. */
export const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
});

/** JSON under its own name. */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json', ...headers },
});

/** A request as it arrived at a product path. */
export interface RecordedRequest extends Arrived {
  /** Wall time in ms. */
  readonly at: number;
  /** Index of the board. */
  readonly board: number;
  /** The rows of a message, when it carried valid ones. */
  readonly grid: readonly (readonly number[])[] | null;
}
