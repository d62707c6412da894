import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GenericSchema, InferOutput } from 'valibot';
import type { JsonBounds } from '../schema/limits.ts';
import type { Access, Identity } from './access.ts';
import type { Peer } from './peer.ts';

/**
 * In which API document a route stands: `openapi.json` has `v1` and `deprecated`, `internal/openapi.json` has every
 * route.
 */
export type Surface = 'v1' | 'deprecated' | 'internal';

/** The methods that a route can have; HEAD follows from GET, OPTIONS is answered for every path. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The decoded segments that stand for `{name}` in a path. */
export type ParamsOf<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;

/** A request that has passed every check, as its handler sees it. */
export interface RouteRequest<Params = Readonly<Record<string, string>>, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The bytes of the body; empty unless the route asks for a body. */
  readonly rawBody: Buffer;
  /** The body as it comes; of use only to a route with `streamedBody`. */
  readonly stream: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Relative to `/api`, as it was sent. */
  readonly path: string;
  readonly peer: Peer;
  /** Whether the request arrived over HTTPS. */
  readonly secure: boolean;
  readonly cookies: Readonly<Record<string, string>>;
  readonly identity: Identity;
  /** Aborts when the client goes away before its answer is complete. */
  readonly signal: AbortSignal;
}

/** A request of which only the head was read. */
export interface AskedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** What follows the question mark of the address. */
  readonly search: string;
  readonly peer: Peer;
}

interface RouteFacts {
  readonly method: Method;
  readonly surface: Surface;
  readonly access: Access;
  /** Pages of a foreign origin may not call it, with or without a session: it decides who comes in. */
  readonly ownOrigin?: boolean;
  readonly summary: string;
  readonly tag: string;
  /** How many bytes a body may have; 1 MiB unless given, 8 KiB on a public route. */
  readonly bodyLimit?: number;
  /** What its JSON may consist of; the usual unless given. */
  readonly jsonBounds?: JsonBounds;
  /** The handler gets the bytes of the JSON: beside the parsed body, or, without a body schema, alone. */
  readonly rawBody?: boolean;
  /** The handler reads the body itself, as a stream of any size and type. */
  readonly streamedBody?: boolean;
  /**
   * Throws a `Fault` while the operation is switched off, or for who has not the token of what is asked for; asked
   * after the credentials and before anything of the input is read.
   */
  readonly gate?: (asked: AskedRequest) => void;
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly schema?: GenericSchema;
    /** The media type of a body that has no schema. */
    readonly type?: string;
    readonly description: string;
  };
  /** Statuses that the route documents beside its success; those that follow from what it takes need not be said. */
  readonly errors: readonly number[];
  /** The bodies of those of `errors` that say more than a sentence. */
  readonly errorBodies?: Readonly<Record<number, GenericSchema>>;
  /** `successor` is the path, relative to `/api`, that replaces the route. */
  readonly deprecated?: { readonly successor: string };
  /** It may put a frame on a board: the history then says who asked (rules, N1). */
  readonly showsFrames?: boolean;
}

type Output<Schema, Absent> = Schema extends GenericSchema ? InferOutput<Schema> | Absent : undefined;

/** One operation of the API, declared: its place, who may call it, the forms of what comes in, and what it does. */
export interface RouteSpec<
  Path extends string,
  Query extends GenericSchema | undefined,
  Body extends GenericSchema | undefined,
  Optional extends boolean,
> extends RouteFacts {
  /** Relative to `/api`, with `{name}` for a segment that varies. */
  readonly path: Path;
  /** An earlier address with the same segments that vary: it answers the same, and is not documented. */
  readonly formerly?: string;
  readonly query?: Query;
  readonly body?: Body;
  /** An empty body, or null, is `undefined` instead of an error. */
  readonly bodyOptional?: Optional;
  /** Answers a value (JSON with the success status) or a `Reply`; throws a `Fault` to refuse. */
  handle(
    request: RouteRequest<
      ParamsOf<Path>,
      Output<Query, never>,
      Output<Body, Optional extends true ? undefined : never>
    >,
  ): unknown;
}

/** An operation whose types have been checked and are forgotten. */
export type Route = RouteSpec<string, GenericSchema | undefined, GenericSchema | undefined, boolean>;

/** A success of 200 with a body. */
export const ok = <const Schema extends GenericSchema>(schema: Schema, description: string) =>
  ({ status: 200, schema, description }) as const;

/** A success of 201, which has made something, with a body. */
export const created = <const Schema extends GenericSchema>(schema: Schema, description: string) =>
  ({ status: 201, schema, description }) as const;

/** A list under its name, and how many are in it. */
export const counted = <const Name extends string>(name: Name, list: readonly unknown[]) => ({
  [name]: list,
  total: list.length,
});

/** Declares an operation; the handler's request is typed by the path and the schemas. */
export const route = <
  const Path extends string,
  Query extends GenericSchema | undefined = undefined,
  Body extends GenericSchema | undefined = undefined,
  Optional extends boolean = false,
>(
  spec: RouteSpec<Path, Query, Body, Optional>,
): Route => spec; // the dispatcher hands over exactly what the path and the schemas promise

type Member = Exclude<keyof RouteFacts, 'method'>;

/** What an operation says for itself: what its family does not say, or what it has otherwise. No errors unless said. */
type OwnFacts<Said extends Member> = Omit<RouteFacts, 'method' | Said> & Partial<Pick<RouteFacts, Said>>;

/** Statuses that follow from a declaration: a page of a foreign origin, and a query or body that has not the form. */
const impliedErrors = ({ ownOrigin, query, body }: Partial<Route>): number[] => [
  ...(ownOrigin ? [403] : []),
  ...(query || body ? [422] : []),
];

/** Declares operations that have `common`, each by its method and path as in `GET /boards`, and what it says itself. */
export const routesIn =
  <const Common extends Partial<Pick<RouteFacts, Member>>>(common: Common) =>
  <
    const At extends `${Method} /${string}`,
    Query extends GenericSchema | undefined = undefined,
    Body extends GenericSchema | undefined = undefined,
    Optional extends boolean = false,
  >(
    at: At,
    own: OwnFacts<(keyof Common & Member) | 'errors'> &
      Omit<RouteSpec<At, Query, Body, Optional>, keyof RouteFacts | 'path'>,
  ): Route => {
    const [method, path] = at.split(' ');
    const { errors = [], ...said }: Partial<Route> = { ...common, ...own };
    return { ...said, errors: [...errors, ...impliedErrors(said)], method, path } as Route;
  };

/** A part of the settings: one address at which it is read and written, and one form in which both answer. */
interface PartSpec<Body extends GenericSchema> {
  /** What reading it, and what writing it does. */
  readonly summaries: readonly [get: string, put: string];
  readonly tag?: string;
  readonly success: RouteFacts['success'];
  /** What writing it answers; the same unless given. */
  readonly written?: RouteFacts['success'];
  readonly body: Body;
  /** Statuses that writing it documents beside its success. */
  readonly errors?: readonly number[];
  get(): unknown;
  set(body: InferOutput<Body>): unknown;
}

/** Declares the two operations of a part of the settings, for the session. */
export const partRoutes = <Body extends GenericSchema>(
  path: `/${string}`,
  { summaries, tag = 'settings', success, written = success, body, errors = [], get, set }: PartSpec<Body>,
): Route[] => {
  const route = routesIn({ surface: 'internal', access: 'session', tag });
  return [
    route(`GET ${path}`, { summary: summaries[0], success, handle: () => get() }),
    route(`PUT ${path}`, {
      summary: summaries[1],
      success: written,
      body,
      errors,
      handle: ({ body: sent }) => set(sent as InferOutput<Body>),
    }),
  ];
};
