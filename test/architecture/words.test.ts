import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT, sourcesBelow, type SourceFile } from './project.ts';

const test = suite('words');

/** A word that is not of the field, and what to write in its place; docs/glossary.md has the words of the domain. */
interface Banned {
  readonly pattern: RegExp;
  readonly instead: string;
}

const ban = (pattern: RegExp, instead: string): Banned => ({ pattern, instead });

/**
 * In names, comments, texts and test titles. Upper and lower case as written: `Shot` is a type, a screen shot is not.
 */
const WORDS: readonly Banned[] = [
  ban(/\bDeeds?\b|\bDeedBar\b/, 'LastChange, UndoBar'),
  ban(/\bShots?\b/, 'FrameRequest'),
  ban(/\bWish(?:es)?\b/, 'MessageRequest, or what is asked for'),
  ban(/\bon wish\b/, 'if asked for, on request, optionally'),
  ban(/\bVitalOrgans\b|\b(?:find)?[Aa]ilments?\b/, 'liveness, stall'),
  ban(/\bGround\b/, 'Storage, or what the type holds'),
  ban(/\bDoors?\b|\bdoors\b|\bat(?:The)?Door\b|\bat the door\b/, 'routes, access, sign-ins'),
  ban(/\b[Ff]urnish\w*/, 'set up, create, fill'),
  ban(/\bliveIn\b/, 'run, start'),
  ban(/\bTurnstile\b/, 'Mutex'),
  ban(/\bNewsStand\b/, 'Events, Listeners'),
  ban(/\b[Ss]urroundings\b/, 'Dependencies, Options, Ports: what it needs'),
  ban(/\b[Tt]erse\b/, 'short, or the name of the format'),
  ban(/\bword of truth\b/, 'the one place that says it'),
  ban(/\bVestibule\b|\bParlour\b|\bHearth\b|\bSteward\b|\bWarden\b/, 'the name of what it does'),
  ban(/\b(?:mayhap|whilst|hither|thither|verily|betwixt|amongst|nought|lest)\b/, 'the plain word of today'),
];

/** As the name of a file: such a name says nothing of what is inside. */
const FILE_NAMES: readonly Banned[] = [
  ban(/^(?:utils?|helpers?|managers?|misc|stuff|things?)\./, 'the noun of what the file holds'),
  ban(/\b(?:utils?|helpers?|managers?)(?:\.test)?\.\w+$/, 'the noun of what the file holds'),
  ban(/^standing\./, 'baseline, state'),
  ban(
    /^(?:terse|touched|apart|surroundings|deed|wish|shot|ground|doors|turnstile)\./,
    'the noun of what the file holds',
  ),
  ban(/^index\.tsx?$/, 'import from the file itself: there are no barrels'),
];

const FOLDERS = ['src', 'ui', 'hw', 'image', 'test'];
const SELF = 'test/architecture/words.test.ts';

const isOurs = (path: string): boolean => path !== SELF && !/(?:^|\/)(?:out|keys|\.cache|fixtures)\//.test(path);

const pages = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
]
  .filter((name) => name.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const sources = FOLDERS.flatMap((folder) =>
  sourcesBelow(folder, '.ts', '.tsx', '.mjs', '.css', '.c', '.sh', '.md', '.service', '.txt'),
).filter(({ path }) => isOurs(path));

/** Every line that has a banned word, with what to write instead. */
const findWords = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        WORDS.filter(({ pattern }) => pattern.test(line)).map(
          ({ pattern, instead }) => `${path}:${index + 1}: "${pattern.exec(line)?.[0]}": write ${instead}`,
        ),
      ),
  );

test('names, comments and texts are in plain words', () => assert.equal(findWords([...sources, ...pages]), []));

test('files are called after what they hold', () => {
  const named = [...sources, ...pages].flatMap(({ path }) =>
    FILE_NAMES.filter(({ pattern }) => pattern.test(basename(path))).map(
      ({ instead }) => `${path}: call it ${instead}`,
    ),
  );
  assert.equal(named, []);
});

test('what is banned is found', () => {
  const found = findWords([
    { path: 'x.ts', text: 'const a = 1;\n/** What X needs from its surroundings. */\nclass Turnstile {}' },
  ]);
  assert.equal(
    found.map((line) => line.split(': write')[0]),
    ['x.ts:2: "surroundings"', 'x.ts:3: "Turnstile"'],
  );
});

/** What the formatter leaves alone; lines of code it wraps itself. */
const LONGEST_COMMENT = 120;

test('comments are wrapped like code', () => {
  const long = sources
    .filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          line.length > LONGEST_COMMENT && /^\s*(?:\/\/|\/?\*)/.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    );
  assert.equal(long, []);
});

/** The words of the glossary, each with its meaning. */
const glossary = [...readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, word = '', meaning = '']) => ({ word: word.trim(), meaning: meaning.trim() }))
  .filter(({ word }) => word !== 'word' && !word.startsWith('-'));

test('the glossary has forty words and more, in their order, each once and each with a meaning', () => {
  const words = glossary.map(({ word }) => word);
  assert.ok(words.length >= 40);
  assert.equal(
    words,
    [...new Set(words)].sort((a, b) => a.localeCompare(b, 'en')),
  );
  assert.equal(
    glossary.filter(({ meaning }) => meaning.length < 15).map(({ word }) => word),
    [],
  );
});

test('every word of the glossary is used in the code', () => {
  const code = sources
    .filter(({ path }) => /^(?:src|hw|ui|image)\//.test(path))
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase();
  assert.equal(
    glossary.flatMap(({ word }) => word.split(/[ -]/)).filter((part) => !code.includes(part)),
    [],
  );
});

test.run();
