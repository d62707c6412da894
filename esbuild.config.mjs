// Builds dist/: the service bundle, its native parts, the user interface, and the emulators.
// Usage: node esbuild.config.mjs [--if-stale] [--watch]
import { build } from 'esbuild';
import { pathToFileURL } from 'node:url';

/** The options that the service bundle, the emulators and the tests share. */
export const buildOptions = () => ({
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  charset: 'utf8',
  loader: { '.node': 'copy' },
  external: ['onoff', 'i2c-bus', 'serialport', '@node-rs/bcrypt'],
});

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build({ ...buildOptions(), entryPoints: ['src/main.ts'], outfile: 'dist/flapbox.cjs', minify: true });
}
