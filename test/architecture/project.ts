import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { load } from '../support/load.ts';

/** The project's folder: tests run in it. */
export const ROOT = process.cwd();

interface BuildScript {
  buildOptions(options?: { nativeFolder?: string }): BuildOptions;
  programs(): Promise<[string, string][]>;
  buildService(folder: string): Promise<void>;
}

interface InterfaceScript {
  buildInterface(root: string, target: string): Promise<void>;
}

interface NativeScript {
  copyNativeParts(target: string): Promise<void>;
}

/** The build script itself, so that what is tested is what is built. */
export const buildScript = (): Promise<BuildScript> => load('esbuild.config.mjs');

/** The part of the build that makes the user interface. */
export const interfaceScript = (): Promise<InterfaceScript> => load('ui/build/interface.mjs');

/** The part of the build that makes the page of screens. */
export const screenPageScript = (): Promise<{ buildScreenPage(root: string): Promise<string> }> =>
  load('ui/build/screen.mjs');

/** The part of the build that copies native parts. */
export const nativeScript = (): Promise<NativeScript> => load('src/build/native.mjs');

/** What esbuild knows about the programs: every module with what it imports. Types are not in it. */
export const describePrograms = async (): Promise<Metafile> => {
  const { buildOptions, programs } = await buildScript();
  const entryPoints = (await programs()).map(([, source]) => source);
  const { metafile } = await build({
    ...buildOptions(),
    entryPoints,
    outdir: join(ROOT, '.cache/none'),
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return metafile;
};

/** A source file: its path from the project's folder, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What builds leave inside a folder of sources. */
const LEFT = new Set(['.cache', 'out']);

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((one) => {
    if (!one.isDirectory()) return [one.name];
    return LEFT.has(one.name) ? [] : filesBelow(join(folder, one.name)).map((name) => join(one.name, name));
  });

/** Every file below a folder whose name ends in one of `endings`, but for what a build has left there. */
export const sourcesBelow = (folder: string, ...endings: string[]): SourceFile[] =>
  filesBelow(folder)
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') }));
