import { isDecodable } from '../core/encode.ts';
import { once } from '../core/memo.ts';
import type { Route } from './route.ts';

/** What a method and a path lead to; `public` says whether the path has a public operation. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allow: string; readonly public: boolean }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

/** Finds routes by method and path. */
export interface RouteTable {
  /** The route of a method and a path relative to `/api`; a literal segment goes before one that varies. */
  find(method: string, path: string): Match;
}

interface Node {
  readonly literal: Map<string, Node>;
  varying: Node | null;
  /** What ends here, by method. */
  readonly routes: Map<string, Route>;
}

const UNKNOWN: Match = { kind: 'unknown' };
const MALFORMED: Match = { kind: 'malformed' };
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

const createNode = (): Node => ({ literal: new Map(), varying: null, routes: new Map() });
const isVarying = (segment: string): boolean => segment.startsWith('{');

const descend = (node: Node, segment: string): Node => {
  if (isVarying(segment)) return (node.varying ??= createNode());
  const next = node.literal.get(segment) ?? createNode();
  node.literal.set(segment, next);
  return next;
};

const addRoute = (root: Node, one: Route): void => {
  const { routes } = one.path.split('/').reduce(descend, root);
  if (routes.has(one.method)) throw new Error(`${one.method} ${one.path} is declared twice`);
  routes.set(one.method, one);
};

/** Every place with routes that fits, the one with the earliest literal segments first. */
const nodesFor = (node: Node, segments: readonly string[], at = 0, found: Node[] = []): Node[] => {
  const segment = segments[at];
  if (segment === undefined) {
    if (node.routes.size > 0) found.push(node);
    return found;
  }
  const literal = node.literal.get(segment);
  if (literal) nodesFor(literal, segments, at + 1, found);
  if (node.varying && segment !== '') nodesFor(node.varying, segments, at + 1, found);
  return found;
};

const pick = ({ routes }: Node, method: string): Route | undefined =>
  routes.get(method) ?? (method === 'HEAD' ? routes.get('GET') : undefined);

const readParams = (pattern: string, segments: readonly string[]): Record<string, string> => {
  const params: Record<string, string> = {};
  pattern.split('/').forEach((segment, at) => {
    if (isVarying(segment)) params[segment.slice(1, -1)] = decodeURIComponent(segments[at] ?? '');
  });
  return params;
};

const refuseMethod = (candidates: readonly Node[]): Match => {
  const routes = candidates.flatMap((node) => [...node.routes.values()]);
  const methods = new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  return {
    kind: 'wrong-method',
    allow: [...methods, 'OPTIONS'].join(', '),
    public: routes.some(({ access }) => access === 'public'),
  };
};

/**
 * Prepares routes for lookup: one map access for a fixed path, one step a segment for the others. Throws when two
 * collide.
 */
export const createRouteTable = (routes: readonly Route[]): RouteTable => {
  const root = createNode();
  const fixed = new Map<string, Match>();
  for (const one of routes) {
    addRoute(root, one);
    if (one.formerly) addRoute(root, { ...one, path: one.formerly });
    if (!one.path.includes('{'))
      fixed.set(`${one.method} ${one.path}`, { kind: 'route', route: one, params: NO_PARAMS });
  }
  return {
    find: (method, path) => {
      const match = fixed.get(`${method} ${path}`);
      if (match) return match;
      if (path.includes('%') && !isDecodable(path)) return MALFORMED;
      const segments = path.split('/');
      const candidates = nodesFor(root, segments);
      for (const node of candidates) {
        const one = pick(node, method);
        if (one) return { kind: 'route', route: one, params: readParams(one.path, segments) };
      }
      return candidates.length > 0 ? refuseMethod(candidates) : UNKNOWN;
    },
  };
};

/** Looks among `first`; only what is not there makes it prepare all of them. */
export const createLateRouteTable = (first: readonly Route[], all: () => readonly Route[]): RouteTable => {
  const early = createRouteTable(first);
  const whole = once(() => createRouteTable(all()));
  return {
    find: (method, path) => {
      const match = early.find(method, path);
      return match.kind === 'route' ? match : whole().find(method, path);
    },
  };
};
