import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
  readonly scripts: { readonly start: string };
};

/** The flags of the engine with which `npm start` starts the service. */
export const START_FLAGS: readonly string[] = / node (--.*) dist\//.exec(scripts.start)?.[1]?.split(' ') ?? [];

/** The environment of the C library that it sets: what start-up and load have freed goes back to the system. */
export const START_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  [...scripts.start.matchAll(/ (MALLOC_\w+)=(\d+)/g)].map(([, name = '', value = '']) => [name, value]),
);
