// Native parts: they cannot be bundled, so they are copied beside the bundle and loaded at the first use.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

/** Packages that have to be compiled and may therefore be missing, with the file that compiling makes. */
const COMPILED = { epoll: 'epoll.node', 'i2c-bus': 'i2c.node' };
/** What is compiled for the other C library of Linux than this machine's. */
const OTHER_LIBRARY = process.report?.getReport().header.glibcVersionRuntime ? '.musl.node' : '.glibc.node';

const OPTIONAL = /^(onoff|i2c-bus|epoll)$/;

const folderOf = (name, paths) => {
  try {
    return dirname(require.resolve(`${name}/package.json`, paths && { paths }));
  } catch {
    return null;
  }
};

/** What stands in for the packages that search for their native part: each takes it from the folder of native parts. */
const loaders = (folder) => ({
  bindings: `module.exports = (name) => require(require("node:path").join(${folder}, name));`,
  'node-gyp-build': `
    const load = require("flapbox:node-gyp-build");
    module.exports = () => load(require("node:path").join(${folder}, "serialport"));`,
  'fs-native-extensions': `module.exports = require(require("node:path").join(${folder}, "fs-native-extensions.node"));`,
  bcrypt: `
    const { join } = require("node:path");
    const fits = (name) => name.startsWith("bcrypt." + process.platform + "-" + process.arch) && name.endsWith(".node");
    const load = ([name, ...others]) => {
      try {
        return require(join(${folder}, name));
      } catch (error) {
        if (others.length === 0) throw error;
        return load(others);
      }
    };
    const found = require("node:fs").readdirSync(${folder}).filter(fits);
    if (found.length === 0) throw new Error("bcrypt has no native part for " + process.platform + "-" + process.arch);
    module.exports = load(found);`,
});

/**
 * An esbuild plugin: loads native parts from the folder that the expression `folder` names, at run time and on first
 * use.
 */
export const nativeParts = (folder) => {
  const sources = loaders(folder);
  const loader = (path) => ({ path, namespace: 'native' });
  return {
    name: 'native-parts',
    setup(build) {
      build.onResolve({ filter: /^bindings$/ }, () => loader('bindings'));
      build.onResolve({ filter: /^node-gyp-build$/ }, () => loader('node-gyp-build'));
      build.onResolve({ filter: /^flapbox:node-gyp-build$/ }, () => ({
        path: require.resolve('node-gyp-build/node-gyp-build.js'),
      }));
      build.onResolve({ filter: /^\.\/binding$/ }, ({ importer }) =>
        importer.includes('@node-rs') ? loader('bcrypt') : undefined,
      );
      build.onResolve({ filter: /^fs-native-extensions\/binding$/ }, () => loader('fs-native-extensions'));
      build.onResolve({ filter: OPTIONAL }, ({ path }) =>
        folderOf(path) ? undefined : { path, namespace: 'missing' },
      );
      build.onLoad({ filter: /.*/, namespace: 'native' }, ({ path }) => ({ contents: sources[path] }));
      build.onLoad({ filter: /.*/, namespace: 'missing' }, ({ path }) => ({
        contents:
          `throw new Error("${path} is not part of this build: it has to be compiled, and was not when the ` +
          'packages were installed");',
      }));
    },
  };
};

const copyIfThere = (from, to) =>
  cp(from, to, { dereference: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });

const copyBcrypt = async (target) => {
  const scope = dirname(folderOf('@node-rs/bcrypt'));
  const platforms = (await readdir(scope)).filter((name) => name.startsWith('bcrypt-'));
  for (const platform of platforms) {
    const files = (await readdir(join(scope, platform))).filter((name) => name.endsWith('.node'));
    for (const file of files) await cp(join(scope, platform, file), join(target, basename(file)));
  }
};

const copySerialport = async (target) => {
  const bindings = folderOf('@serialport/bindings-cpp', [dirname(require.resolve('serialport/package.json'))]);
  const platforms = (await readdir(join(bindings, 'prebuilds'))).filter((name) => name.startsWith(process.platform));
  for (const platform of platforms.filter((name) => name.endsWith(`-${process.arch}`) || name.includes('+')))
    await cp(join(bindings, 'prebuilds', platform), join(target, 'serialport/prebuilds', platform), {
      recursive: true,
      filter: (path) => !path.endsWith(OTHER_LIBRARY),
    });
};

const copyFileLock = (target) => {
  const file = 'fs-native-extensions.node';
  const prebuilt = join(folderOf('fs-native-extensions'), 'prebuilds', `${process.platform}-${process.arch}`);
  return copyIfThere(join(prebuilt, file), join(target, file));
};

/** Takes out of a part that was compiled here what only debuggers read; without the tool for it, it stays as it is. */
const strip = (file) => promisify(execFile)('strip', ['--strip-unneeded', file]).catch(() => undefined);

/** Copies the native parts of this machine into `target`; what was not compiled is left out. */
export const copyNativeParts = async (target) => {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const compiled = Object.entries(COMPILED).map(async ([name, file]) => {
    const folder = folderOf(name);
    if (!folder) return;
    await copyIfThere(join(folder, 'build/Release', file), join(target, file));
    await strip(join(target, file));
  });
  await Promise.all([copyBcrypt(target), copySerialport(target), copyFileLock(target), ...compiled]);
};
