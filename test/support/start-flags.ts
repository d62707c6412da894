import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
  readonly scripts: { readonly start: string };
};

/** The flags of the engine with which `npm start` starts the service. */
export const START_FLAGS: readonly string[] = / node (--.*) dist\//.exec(scripts.start)?.[1]?.split(' ') ?? [];
