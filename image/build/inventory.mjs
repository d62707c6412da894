// The list of everything that the card holds, as a CycloneDX document.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pins, project, sourceDate, version } from './paths.mjs';

const debian = (name, number) => ({
  type: 'library',
  name,
  version: number,
  purl: `pkg:deb/debian/${name}@${encodeURIComponent(number)}?arch=arm64&distro=${pins.release}`,
});
const npm = (name, number) => ({
  type: 'library',
  name,
  version: number,
  purl: `pkg:npm/${name.replace('@', '%40')}@${number}`,
});

const installed = (status) =>
  status.split('\n\n').flatMap((entry) => {
    const name = /^Package: (.+)$/m.exec(entry)?.[1];
    const number = /^Version: (.+)$/m.exec(entry)?.[1];
    return name && number && /^Status: install ok installed$/m.test(entry) ? [debian(name, number)] : [];
  });

const unpacked = (parts) =>
  readFileSync(join(parts, 'packages.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => debian(...line.split('\t')));

const bundled = () => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev)
    .map(([path, entry]) => npm(path.split('node_modules/').at(-1), entry.version));
};

const pinned = () =>
  Object.values(pins.npm).map((spec) =>
    npm(spec.slice(0, spec.lastIndexOf('@')), spec.slice(spec.lastIndexOf('@') + 1)),
  );

/** Writes the list: Debian packages, what was unpacked beside them, and what the service was bundled from. */
export const writeInventory = (status, parts, target) => {
  const all = [...installed(status), ...unpacked(parts), ...pinned(), ...bundled()].sort((a, b) =>
    a.purl < b.purl ? -1 : 1,
  );
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date(Number(sourceDate()) * 1000).toISOString(),
      component: { type: 'firmware', name: 'flapbox', version },
    },
    components: all.filter(({ purl }, index) => all[index - 1]?.purl !== purl),
  };
  writeFileSync(target, `${JSON.stringify(document, null, 1)}\n`);
  return document.components.length;
};
