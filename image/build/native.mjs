// The compiled parts of the service for the card's processor. They lie beside the bundle, under the names that it looks
// for.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cache, pins, project } from './paths.mjs';
import { emptyFolder, keyOf, run } from './run.mjs';

const COMPILED = { epoll: 'epoll.node', 'i2c-bus': 'i2c.node' };
const TOOLS = { CC: 'gcc', CXX: 'g++', AR: 'ar', LINK: 'g++' };

const nodeGyp = () =>
  join(
    dirname(run('sh', ['-c', 'readlink -f "$(command -v npm)"']).trim()),
    '../node_modules/node-gyp/bin/node-gyp.js',
  );

const compile = (name, headers, work) => {
  cpSync(join(project, 'node_modules', name), join(work, 'node_modules', name), {
    recursive: true,
    filter: (path) => !/\/build(\/|$)/.test(path),
  });
  const tools = Object.fromEntries(
    Object.entries(TOOLS).map(([variable, tool]) => [variable, `aarch64-linux-gnu-${tool}`]),
  );
  // Without a fixed name for the folder its path would be part of the result.
  const flags = `-ffile-prefix-map=${work}=.`;
  // What npm was told about this machine's Node would win over the arguments.
  const env = {
    ...process.env,
    ...tools,
    CFLAGS: flags,
    CXXFLAGS: flags,
    npm_config_nodedir: headers,
    npm_config_arch: 'arm64',
  };
  run(process.execPath, [nodeGyp(), 'rebuild', '--arch=arm64', `--nodedir=${headers}`], {
    cwd: join(work, 'node_modules', name),
    env,
  });
  const result = join(work, 'node_modules', name, 'build/Release', COMPILED[name]);
  run('aarch64-linux-gnu-strip', ['--strip-unneeded', result]);
  return result;
};

const versionOf = (name) =>
  JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')).version;

/**
 * The folder of native parts for the card, as `dist/native` has it for this machine. `parts`: the folder of
 * `fetchParts`.
 */
export const makeNativeParts = (parts) => {
  const names = Object.keys(COMPILED);
  for (const name of names)
    if (!existsSync(join(project, 'node_modules', name))) throw new Error(`${name} is not installed: run npm ci first`);
  const target = join(
    cache,
    `native-${keyOf(readFileSync(fileURLToPath(import.meta.url), 'utf8'), pins.npm.node, pins.npm.bcrypt, ...names.map(versionOf), versionOf('serialport'), versionOf('fs-native-extensions'))}`,
  );
  if (existsSync(target)) return target;
  const work = emptyFolder(join(cache, 'native.work'));
  mkdirSync(join(work, 'node_modules'));
  for (const name of ['nan', 'bindings'])
    cpSync(join(project, 'node_modules', name), join(work, 'node_modules', name), { recursive: true });
  const fresh = emptyFolder(join(work, 'native'));
  for (const name of names) cpSync(compile(name, join(parts, 'node'), work), join(fresh, COMPILED[name]));
  run('sh', ['-c', `cp ${parts}/bcrypt/*.node ${fresh}/`]);
  const serial = join(project, 'node_modules/@serialport/bindings-cpp/prebuilds/linux-arm64');
  cpSync(serial, join(fresh, 'serialport/prebuilds/linux-arm64'), {
    recursive: true,
    filter: (path) => !path.includes('musl'),
  });
  const lock = 'fs-native-extensions';
  cpSync(join(project, 'node_modules', lock, 'prebuilds/linux-arm64', `${lock}.node`), join(fresh, `${lock}.node`));
  run('mv', [fresh, target]);
  return target;
};

const TRY = 'for (const path of process.argv.slice(1)) require(path);';

/** Loads each native part with the card's own Node and libraries; throws when one does not fit them. */
export const checkNativeParts = (root) => {
  const folder = join(root, 'usr/lib/flapbox/service/native');
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.node'));
  run('qemu-aarch64', ['-L', root, join(root, 'usr/bin/node'), '-e', TRY, ...files.map((name) => join(folder, name))]);
};
