import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

/** The programs of a clock of steps with emulated motors. */
export interface StepPrograms {
  readonly thread: string;
  readonly line: string;
}

/** Builds the thread of the clock of steps and the emulated line as they are built for the service. */
export const buildStepThread = async (folder: string): Promise<StepPrograms> => {
  const config = pathToFileURL(join(process.cwd(), 'esbuild.config.mjs')).href;
  const { buildOptions } = (await import(config)) as { buildOptions(): BuildOptions };
  const program = async (source: string, name: string): Promise<string> => {
    const outfile = join(folder, name);
    await build({ ...buildOptions(), entryPoints: [source], outfile, minify: true, logLevel: 'error' });
    return outfile;
  };
  const [thread, line] = await Promise.all([
    program('hw/steppers/thread/main.ts', 'clock.cjs'),
    program('hw/emulator/steppers/simulated-line.ts', 'line.cjs'),
  ]);
  return { thread, line };
};
