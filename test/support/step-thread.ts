import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { builtOnce } from './built-once.ts';
import { load } from './load.ts';

/** The programs of a clock of steps with emulated motors. */
export interface StepPrograms {
  readonly thread: string;
  readonly line: string;
}

const NAMES = { thread: 'clock.cjs', line: 'line.cjs' };
const SOURCES = { thread: 'hw/steppers/thread/main.ts', line: 'hw/emulator/steppers/simulated-line.ts' };

const buildInto = async (folder: string): Promise<void> => {
  const { buildOptions } = await load<{ buildOptions(): BuildOptions }>('esbuild.config.mjs');
  const parts = (['thread', 'line'] as const).map((part) => ({ source: SOURCES[part], name: NAMES[part] }));
  await Promise.all(
    parts.map(({ source, name }) =>
      build({
        ...buildOptions(),
        entryPoints: [source],
        outfile: join(folder, name),
        minify: true,
        logLevel: 'error',
      }),
    ),
  );
};

/** Builds the thread of the clock of steps and the emulated line as they are built for the service. */
export const buildStepThread = async (folder: string): Promise<StepPrograms> => {
  await builtOnce('steps', folder, buildInto);
  return { thread: join(folder, NAMES.thread), line: join(folder, NAMES.line) };
};
