import { CATEGORIES } from './functions.ts';

/** What the vocabulary says about a function. */
export interface FunctionEntry {
  readonly category: string;
  readonly signature: string;
  readonly summary: string;
}

/** All functions of the language, by upper-case name: the answer of `GET /v1/functions`. */
export const FUNCTIONS: Readonly<Record<string, FunctionEntry>> = Object.fromEntries(
  Object.entries(CATEGORIES).flatMap(([category, definitions]) =>
    Object.entries(definitions).map(([name, { signature, summary }]) => [name, { category, signature, summary }]),
  ),
);
