import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT, sourcesBelow } from './project.ts';

const test = suite('documents');

const LONGEST_PAGE = 150;

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const others = ['hw/README.md', 'image/README.md', 'src/plugins/README.md'];

const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const withoutCode = (text: string): string => text.replace(/^ *```[^]*?^ *```$/gm, '');

/** The name by which a heading is reached. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...withoutCode(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Made by a program, to be searched rather than read. */
const GENERATED = ['docs/catalogue.md'];

test(`README and every page of docs have at most ${LONGEST_PAGE} lines`, () => {
  assert.equal(
    pages
      .filter((page) => (page.startsWith('docs/') || page === 'README.md') && !GENERATED.includes(page))
      .filter((page) => textOf(page).split('\n').length - 1 > LONGEST_PAGE),
    [],
  );
});

test('every link between pages leads to a file, and to a heading of it', () => {
  const broken = [...pages, ...others].flatMap((page) =>
    [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? page : join(dirname(page), path);
        return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      })
      .map(([link]) => `${page}: ${link}`),
  );
  assert.equal(broken, []);
});

test('every page has a title, and the changelog what comes next', () => {
  assert.equal(
    pages.filter((page) => !/^# \S/m.test(textOf(page))),
    [],
  );
  assert.match(textOf('CHANGELOG.md'), /^## \[Unreleased\]$/m);
});

test('README leads to every page', () => {
  const linked = [...textOf('README.md').matchAll(/\]\(([^)#\s]+)/g)].map(([, path]) => path);
  assert.equal(
    pages.filter((page) => !['README.md', 'SECURITY.md', ...linked].includes(page)),
    [],
  );
});

test('every path of the tree that a page names exists', () => {
  const lost = [...pages, ...others].flatMap((page) =>
    [...withoutCode(textOf(page)).matchAll(/`((?:src|hw|ui|test|image|docs)\/[\w./-]*\w)\/?`/g)]
      .map(([, path = '']) => path)
      // What a build leaves, or its maker adds, is not in the tree; nor is the driver that a page tells how to write.
      .filter((path) => !/^image\/(?:out|\.cache|keys)|KIND|tcp-lines/.test(path) && !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.equal(lost, []);
});

test('every command that a page names is one of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const unknown = [...pages, ...others].flatMap((page) =>
    [...textOf(page).matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `${page}: ${command}`),
  );
  assert.equal(unknown, []);
});

/** What the makers of other things call theirs. */
const NAMES_OF_OTHERS = ['Use custom'];

test('what pages for owners call a button, a field or a view is called so in the interface', () => {
  const texts = [...sourcesBelow('ui', '.ts'), ...sourcesBelow('hw', '.ts'), ...sourcesBelow('src/mqtt', '.ts')]
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase();
  const isThere = (name: string) =>
    [`'${name}'`, `\`${name}\``, `\`${name} \${`, `'${name},`, `\`${name},`].some((text) =>
      texts.includes(text.toLowerCase()),
    );
  const namesIn = (page: string) =>
    [
      ...withoutCode(textOf(page))
        .replace(/`[^`\n]*`/g, '')
        .matchAll(/(?<!\w)_(\w[^_]{1,60})_(?!\w)/g),
    ].flatMap(([, names = '']) => names.replace(/\s+/g, ' ').split(', '));
  assert.equal(
    pages
      .filter((page) => page.startsWith('docs/owner/') || page === 'README.md')
      .flatMap((page) =>
        namesIn(page)
          .filter((name) => !isThere(name) && !NAMES_OF_OTHERS.includes(name))
          .map((name) => `${page}: ${name}`),
      ),
    [],
  );
});

test('every variable of the process that a page names is read, and every one that is read is described', () => {
  const read = new Set(textOf('src/platform/environment.ts').match(/SERVICE_[A-Z_]+[A-Z]/g));
  const named = new Set(textOf('docs/owner/running.md').match(/SERVICE_[A-Z_]+[A-Z]/g));
  assert.equal(
    pages.flatMap((page) =>
      (textOf(page).match(/SERVICE_[A-Z_]+[A-Z](?![A-Z_*])/g) ?? []).filter((name) => !read.has(name)),
    ),
    [],
  );
  const login = new Set(textOf('docs/owner/login.md').match(/SERVICE_[A-Z_]+[A-Z]/g));
  assert.equal(
    [...read].filter((name) => !named.has(name) && !login.has(name)),
    [],
  );
});

test.run();
