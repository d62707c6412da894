import type { Access } from './access.ts';
import type { Surface } from './route.ts';

/** How an operation that both surfaces have is offered on one of them: where, to whom, and with which errors. */
export interface Offer {
  readonly surface: Surface;
  readonly access: Access;
  /** What its paths begin with. */
  readonly prefix: '/v1' | '';
  /** The parameter of a path that stands for one thing, whose full name is `name`. */
  readonly parameter: (name: string) => string;
  /** Statuses of reading everything, beside those of the operation. */
  readonly listErrors: readonly number[];
  /** Statuses of an operation on one thing that has no body. */
  readonly oneErrors: readonly number[];
}

/** Operations with a promise of compatibility (rules, H6). */
export const VERSIONED: Offer = {
  surface: 'v1',
  access: 'credential',
  prefix: '/v1',
  parameter: (name) => `{${name}}`,
  listErrors: [503],
  oneErrors: [404, 422],
};

/** Operations as the web UI uses them. */
export const FLAT: Offer = {
  surface: 'internal',
  access: 'session',
  prefix: '',
  parameter: () => '{id}',
  listErrors: [],
  oneErrors: [404],
};

/** The one parameter of a path. */
export const onlyParameter = (params: Readonly<Record<string, string>>): string => Object.values(params)[0] ?? '';
