import { isPath } from '../../core/template/formula/data.ts';
import { checkPages } from './check-pages.ts';
import { MOST_PATHS, isExpectedPath, pathsIn } from './expects.ts';
import { isAsked, type AskedLookup, type LookupSpec, type RequestSpec, type SourceFile } from '../form/schema.ts';
import { settingsSchemaOf } from '../form/settings.ts';
import { checkSignIn } from '../sign-in/check.ts';
import type { Source, SourceProblem } from '../form/source.ts';

type Path = SourceProblem['path'];

const PLACEHOLDER = /\{\{[^]*?\}\}/g;
const PORT = /:\{\{[^]*?\}\}/g;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Headers that say how a request travels; that is not for a file to say. */
const TRAVEL = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i;
/** Settings that come by themselves, or with a trigger. */
const OWN_SETTINGS = ['place', 'units', 'refresh_seconds', 'base_url', 'enable_triggers', 'trigger_page_id'];
const SETTING_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'];
/** What formulas could not see any more beside a request of that name. */
const TAKEN = new Set(['settings', 'place', 'region', 'tables', 'cookies', 'answer', 'vars']);
const LAST_HOUR = 23;

const when = (isWrong: boolean, path: Path, message: string): SourceProblem[] => (isWrong ? [{ path, message }] : []);

/** The second and later of equal names. */
const repeated = (names: readonly string[]): number[] =>
  names.flatMap((name, at) => (names.indexOf(name) === at ? [] : [at]));

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const checkAddress = (url: string, hasBase: boolean, path: Path): SourceProblem[] => {
  if (url.startsWith('/')) return when(!hasBase, path, 'expected base_url, under which this address lies');
  const written = url.replace(PORT, ':1').replace(PLACEHOLDER, 'x');
  return when(
    !url.startsWith('{{') && !isWebAddress(written),
    path,
    'expected an address that begins with http:// or https://, with / or with a formula',
  );
};

const checkHeaders = (headers: object | undefined, path: Path): SourceProblem[] =>
  Object.keys(headers ?? {}).flatMap((name) =>
    when(!HEADER_NAME.test(name) || TRAVEL.test(name), [...path, name], 'expected a header that may be sent'),
  );

const checkPath = (text: string | undefined, path: Path): SourceProblem[] =>
  when(text !== undefined && !isPath(text), path, 'expected a path such as a.b[0]["c d"]');

const checkExpects = (expects: RequestSpec['expects'] = {}, path: Path): SourceProblem[] => [
  ...when(pathsIn(expects) > MOST_PATHS, path, `expected at most ${MOST_PATHS} paths`),
  ...Object.keys(expects).flatMap((name) =>
    when(!isExpectedPath(name), [...path, name], 'expected a path such as a.b[].c, or $ for the whole answer'),
  ),
];

/** Names with points between them. */
const NAMES = /^[^.[\]|]+(?:\.[^.[\]|]+)*$/;

const checkOnly = ({ only, answer }: RequestSpec | LookupSpec, path: Path): SourceProblem[] => {
  if (!only) return [];
  const paths = [...Object.keys(only.has), ...Object.keys(only.is)];
  return [
    ...when(!['json', 'xml', 'csv'].includes(answer), path, 'expected an answer of kind json, xml or csv'),
    ...when(
      only.list !== '' && !NAMES.test(only.list),
      [...path, 'list'],
      'expected a path of names such as data.stations',
    ),
    ...when(answer === 'xml' && only.list === '', [...path, 'list'], 'expected the path to the elements of a list'),
    ...paths.flatMap((text) => text.split(' | ').flatMap((one) => checkPath(one, path))),
    ...(only.fields ?? []).flatMap((text, at) =>
      when(
        answer === 'csv' || !NAMES.test(text) || (answer === 'xml' && text.includes('.')),
        [...path, 'fields', at],
        'expected names in JSON, with points between them, or in XML',
      ),
    ),
  ];
};

const checkRequest = (form: RequestSpec | AskedLookup, hasBase: boolean, path: Path): SourceProblem[] => [
  ...checkAddress(form.url, hasBase, [...path, 'url']),
  ...checkHeaders(form.headers, [...path, 'headers']),
  ...checkHeaders(form.auth?.header, [...path, 'auth', 'header']),
  ...Object.entries(form.pick ?? {}).flatMap(([name, text]) => checkPath(text, [...path, 'pick', name])),
  ...checkOnly(form, [...path, 'only']),
  ...('expects' in form ? checkExpects(form.expects, [...path, 'expects']) : []),
  ...('paging' in form ? checkPath(form.paging?.items, [...path, 'paging', 'items']) : []),
];

const checkRequests = ({ requests, lookups, base_url }: Source): SourceProblem[] => {
  const ids = requests.map(({ id }) => id);
  return [
    ...repeated(ids).map((at) => ({ path: ['requests', at, 'id'], message: `there is already a request ${ids[at]}` })),
    ...ids.flatMap((id, at) => when(TAKEN.has(id), ['requests', at, 'id'], `"${id}" means something else in formulas`)),
    ...requests.flatMap((form, at) => checkRequest(form, base_url !== undefined, ['requests', at])),
    ...Object.entries(lookups).flatMap(([name, form]) =>
      isAsked(form) ? checkRequest(form, base_url !== undefined, ['lookups', name]) : [],
    ),
  ];
};

/** Patterns in the settings of a file, each of which takes some ms to check. */
const MOST_PATTERNS = 20;

const patternsIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.entries(value).reduce((sum, [name, member]) => sum + (name === 'pattern' ? 1 : 0) + patternsIn(member), 0);

const checkSettings = (source: Source): SourceProblem[] => {
  const { settings, required, lookups } = source;
  const { properties } = settingsSchemaOf(source) as { properties: object };
  const unknown = (name: string): boolean => !Object.hasOwn(properties, name);
  return [
    ...when(patternsIn(settings) > MOST_PATTERNS, ['settings'], `expected at most ${MOST_PATTERNS} patterns`),
    ...Object.entries(settings).flatMap(([name, { type }]) => [
      ...when(OWN_SETTINGS.includes(name), ['settings', name], 'this setting comes by itself'),
      ...when(
        type !== undefined && !SETTING_TYPES.includes(type as string),
        ['settings', name, 'type'],
        `expected one of ${SETTING_TYPES.join(', ')}`,
      ),
    ]),
    ...required.flatMap((name, at) => when(unknown(name), ['required', at], `there is no setting ${name}`)),
    ...Object.keys(lookups).flatMap((name) => when(unknown(name), ['lookups', name], `there is no setting ${name}`)),
  ];
};

const checkValues = ({ values, lists, colors }: Source): SourceProblem[] => {
  const known = new Set([
    ...Object.keys(values),
    ...Object.keys(lists).map((name) => `${name}_count`),
    ...Object.entries(lists).flatMap(([list, { values: fields }]) =>
      Object.keys(fields).map((field) => `${list}.*.${field}`),
    ),
  ]);
  return [
    ...Object.entries(values).flatMap(([name, { path }]) => [
      ...checkPath(path, ['values', name, 'path']),
      ...when(Object.hasOwn(lists, name), ['values', name], `there is already a list ${name}`),
    ]),
    ...Object.entries(lists).flatMap(([list, { values: fields }]) =>
      Object.entries(fields).flatMap(([name, { path }]) => checkPath(path, ['lists', list, 'values', name, 'path'])),
    ),
    ...Object.keys(colors).flatMap((name) => when(!known.has(name), ['colors', name], `there is no value ${name}`)),
  ];
};

const isTimeOfDay = (text: string): boolean => Number(text.slice(0, 2)) <= LAST_HOUR && Number(text.slice(3)) < 60;

const checkRest = ({ attribution, account, base_url, triggers, refresh }: Source): SourceProblem[] => {
  const ids = triggers.map(({ id }) => id);
  const address = 'expected an address that begins with http:// or https://';
  return [
    ...when(!isWebAddress(attribution.url), ['attribution', 'url'], address),
    ...when(account !== 'none' && !isWebAddress(account.url), ['account', 'url'], address),
    ...when(base_url !== undefined && !isWebAddress(base_url), ['base_url'], address),
    ...repeated(ids).map((at) => ({ path: ['triggers', at, 'id'], message: `there is already a trigger ${ids[at]}` })),
    ...when(refresh.least > refresh.usual, ['refresh', 'least'], `expected at most ${refresh.usual}, the usual one`),
    ...when(
      refresh.quiet !== undefined && !refresh.quiet.split('-').every(isTimeOfDay),
      ['refresh', 'quiet'],
      'expected hours of the day, such as 23:00-06:00',
    ),
  ];
};

const checkRepeats = ({ pages }: SourceFile, { lists }: Source): SourceProblem[] =>
  (['flagship', 'note'] as const).flatMap((kind) =>
    (pages[kind] ?? []).flatMap((row, at) =>
      typeof row === 'string'
        ? []
        : when(!Object.hasOwn(lists, row.repeat), ['pages', kind, at, 'repeat'], `there is no list ${row.repeat}`),
    ),
  );

/** What is wrong with a source whose form is right, but for its formulas; variables of other sources may be shown. */
export const checkSource = (file: SourceFile, source: Source): SourceProblem[] => [
  ...checkRequests(source),
  ...checkSettings(source),
  ...checkSignIn(source, (url, path) => checkAddress(url, source.base_url !== undefined, path)),
  ...checkValues(source),
  ...checkRest(source),
  ...checkRepeats(file, source),
  ...checkPages(source).filter(({ severity, code }) => severity === 'error' && code !== 'unknown_source'),
];
