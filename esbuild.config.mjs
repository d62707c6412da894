// Builds dist/: the service, its native parts, the user interface and the API viewers; and emulators/ beside it.
// Usage: node esbuild.config.mjs [--if-stale | --watch]
import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileAhead } from './src/build/compiled.mjs';
import { buildSeparateLibraries, separateLibraries } from './src/build/separate-libraries.mjs';
import { copyDocs } from './src/build/docs.mjs';
import { copyGazetteer } from './src/build/gazetteer.mjs';
import { copyNativeParts, nativeParts } from './src/build/native.mjs';
import { buildSandboxParts } from './src/build/sandbox.mjs';
import { buildInPieces, weighRooms } from './src/build/pieces.mjs';
import { registerSchemas } from './src/build/schemas.mjs';
import { slimDown } from './src/build/slim.mjs';
import { buildSources } from './src/build/sources.mjs';
import { buildInterface } from './ui/build/interface.mjs';
import { watch } from './src/build/watch.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const { version, homepage = '' } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The options that the service, the emulators and the tests share.
 * `nativeFolder` is a JavaScript expression for the folder of the native parts; by default it lies beside the running
 * bundle.
 */
export const buildOptions = ({ nativeFolder = 'require("node:path").join(__dirname, "native")' } = {}) => ({
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // One character outside Latin-1 would make the engine hold the whole text with two bytes a character.
  charset: 'ascii',
  legalComments: 'none',
  define: { FLAPBOX_VERSION: JSON.stringify(version), FLAPBOX_HOMEPAGE: JSON.stringify(homepage) },
  plugins: [nativeParts(nativeFolder), slimDown(), registerSchemas()],
});

/** The drivers for panels, as `hw/registry.ts` lists them. */
const panelDrivers = async () => {
  const outfile = join(root, `.cache/drivers-${process.pid}-${Date.now()}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: ['hw/registry.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  });
  try {
    return createRequire(import.meta.url)(outfile).PANEL_DRIVERS;
  } finally {
    await rm(outfile);
  }
};

/** The service itself, which is built in pieces. */
export const SERVICE = {
  file: 'program.cjs',
  source: 'src/main.ts',
  // What reaches the pins, what a broker or a button loads besides, and what the first request does.
  together: [['hw/gpio/hardware.ts'], ['src/app/services.ts'], ['src/app/routes.ts', 'src/http/own-routes.ts']],
};

const serviceOptions = () => {
  const options = buildOptions();
  return { ...options, plugins: [separateLibraries(), ...options.plugins] };
};

/** Builds the service into `folder`: `program.cjs`, and below `lib/` what it loads at its first use. */
export const buildService = (folder) => buildInPieces(serviceOptions(), { root, dist: folder, ...SERVICE });

/** The bytes of each room in what the service loads at every start, the heaviest first. */
export const weighService = () => weighRooms(serviceOptions(), { root, ...SERVICE });

/** Every program, as output file, seen from dist/, → source file: the service, its workers, and the emulators. */
export const programs = async () => [
  ['flapbox.cjs', 'src/launch.ts'],
  [SERVICE.file, SERVICE.source],
  ['sandbox/worker.cjs', 'src/sandbox/worker/main.ts'],
  ['steppers/clock.cjs', 'hw/steppers/thread/main.ts'],
  ['steppers/release.cjs', 'hw/steppers/release/main.ts'],
  ['../emulators/vestaboard.cjs', 'hw/emulator/vestaboard/main.ts'],
  // Drivers may share one.
  ...new Map(
    (await panelDrivers()).flatMap(({ emulator }) =>
      emulator ? [[`../emulators/${emulator.name}.cjs`, emulator.entry]] : [],
    ),
  ),
];

/** Builds everything that dist/ and emulators/ hold. `isCompiled`: the code of the service is compiled ahead, which takes a second. */
export const buildAll = async ({ isCompiled = true } = {}) => {
  await mkdir(dist, { recursive: true });
  // The interface is replaced in one step, so that it can be served meanwhile.
  for (const name of (await readdir(dist)).filter((one) => one !== 'ui'))
    await rm(join(dist, name), { recursive: true, force: true });
  const begun = new Date();
  const companions = (await programs()).filter(([file]) => file !== SERVICE.file);
  const bundles = companions.map(([file, source]) => {
    const toDist = `${relative(dirname(join(dist, file)), dist) || '.'}/`;
    const options = buildOptions({ nativeFolder: `require("node:path").join(__dirname, "${toDist}native")` });
    return build({
      ...options,
      plugins: [separateLibraries(toDist), ...options.plugins],
      entryPoints: [source],
      outfile: join(dist, file),
      minify: true,
      logLevel: 'warning',
    });
  });
  const separate = buildOptions({ nativeFolder: 'require("node:path").join(__dirname, "../native")' });
  await Promise.all([
    buildService(dist),
    ...bundles,
    buildSeparateLibraries(separate, root, dist),
    copyNativeParts(join(dist, 'native')),
    buildSandboxParts(root, join(dist, 'sandbox')),
    buildInterface(root, join(dist, 'ui')),
    copyDocs(join(dist, 'docs')),
    copyGazetteer(join(dist, 'gazetteer.br')),
    buildSources(join(root, 'src/sources/catalogue'), join(dist, 'sources')),
  ]);
  if (isCompiled)
    await compileAhead(root, dist).catch((error) =>
      console.warn(`the service could not be compiled ahead, its starts take longer: ${error.message}`),
    );
  await writeFile(stamp, begun.toISOString());
};

const newest = async (path) => {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))));
  return Math.max(found.mtimeMs, ...inside);
};

/** Builds only when a source is newer than the last build. */
export const buildIfStale = async () => {
  const built = existsSync(stamp) ? Date.parse(readFileSync(stamp, 'utf8')) : 0;
  const sources = ['src', 'hw', 'ui', 'esbuild.config.mjs', 'package.json', 'package-lock.json'].map((name) =>
    join(root, name),
  );
  const changed = Math.max(...(await Promise.all(sources.filter(existsSync).map(newest))));
  if (changed <= built) return;
  await rm(stamp, { force: true });
  await buildAll();
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--watch')) await watch(root, () => buildAll({ isCompiled: false }));
  else if (process.argv.includes('--if-stale')) await buildIfStale();
  else await buildAll();
}
