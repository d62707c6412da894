import { RARE_ANSWERS } from './rare-answers.ts';
import { rows, type RareView } from './rare-view.ts';
import type { Others } from './view-walk.ts';

const NOW = '2026-03-11T09:24:00Z';
const LATER = '2026-03-11T18:30:00Z';
const HOME = { destination: 'http://10.0.0.9', home: true, secrets: ['token'], certificate: 'ab:cd' };
const AWAY = { destination: 'https://example.org', home: false, secrets: [] };
/** What is refused until its owner confirms it. */
const asking = (...destinations: readonly object[]) => ({ status: 409, detail: 'It asks first.', destinations });
const TRIAL = { flagship: rows(6, 22, 1), note: rows(3, 15, 2), error: null };

const signIn = (change: object, waiting: object | null = null): Others => ({
  'GET /plugins/*/sign-in': {
    service: 'Example',
    state: waiting ? 'waiting' : 'out',
    since: null,
    until: null,
    problem: null,
    steps: ['Register {{return_to}}.', 'Copy the key.'],
    url: 'https://example.org/apps',
    ways: ['redirect', 'paste', 'device'],
    return_to: { redirect: 'http://flapbox.local/back', paste: 'https://example.org/back' },
    hosts: ['example.org', '*'],
    waiting: waiting && { url: 'https://example.org/agree', user_code: null, expires_at: LATER, ...waiting },
    ...change,
  },
  'GET /plugins/google_calendar': { configured: true },
  'POST /plugins/*/sign-in': { waiting: { url: 'https://example.org/agree' } },
  'DELETE /plugins/*/sign-in': { revoked: 'problem' in change },
});

const of = (type: string, more: object = {}) => ({ type, ...more });
/** A setting of every kind. */
const SCHEMA = {
  type: 'object',
  required: ['name', 'entries'],
  properties: {
    name: of('string', { 'ui:placeholder': 'Name' }),
    fixed: of('string', { title: 'Fixed' }),
    plain: of('string'),
    zone: of('string', { 'ui:widget': 'timezone', default: 'Europe/Berlin' }),
    begin: of('string', { 'ui:widget': 'datetime' }),
    odd_begin: of('string', { 'ui:widget': 'datetime' }),
    page: of('string', { 'ui:widget': 'page-picker' }),
    text: of('string', { 'ui:widget': 'textarea' }),
    station: of('string', { 'ui:widget': 'lookup' }),
    team: of('string', { 'ui:widget': 'lookup' }),
    place: of('object', { 'ui:widget': 'place', properties: { name: of('string'), latitude: of('number') } }),
    entries: of('array', { maxItems: 3, items: of('string') }),
    headers: of('object', { additionalProperties: of('string') }),
    anything: {},
    latitude: of('number'),
  },
};
const CONFIG = {
  begin: '2026-03-11T10:00',
  odd_begin: 'tomorrow',
  page: 'gone',
  entries: ['one', 'two'],
  headers: { accept: 'json', host: '' },
  anything: { deep: [1] },
};

/** A source of one's own that nobody has tried. */
const SOURCE = {
  attribution: { text: 'Example', url: 'https://example.org', terms: 'free' },
  account: { url: 'https://example.org/key', text: 'Sign up.' },
  untested: true,
  own: true,
  hosts: ['example.org', '*'],
  lookups: { station: true, team: false },
};

/** Plugins, the gallery and sources of one's own. */
export const PLUGIN_VIEWS: readonly RareView[] = [
  { at: 'plugin-sign-in', answers: signIn({}) },
  { at: 'plugin-sign-in', answers: signIn({ problem: 'It did not answer.' }, { way: 'device', user_code: 'AB-CD' }) },
  { at: 'plugin-sign-in', answers: signIn({}, { way: 'paste' }) },
  { at: 'plugin-sign-in', answers: signIn({}, { way: 'redirect' }) },
  { at: 'plugin-sign-in', answers: signIn({ state: 'in', since: NOW, problem: null }) },
  { at: 'plugin-sign-in', answers: signIn({ state: 'in', since: NOW, until: LATER }) },
  { at: 'plugin-sign-in', answers: signIn({ state: 'again', problem: 'Refused.' }) },
  {
    at: '/plugins/stocks',
    answers: {
      'GET /plugins/stocks': (told) => ({
        ...told,
        settings_schema: SCHEMA,
        config: CONFIG,
        configured: true,
        enabled: false,
        env_overridden_keys: ['fixed', 'plain'],
        env_vars: [{ name: 'STOCKS_PLAIN' }, { name: 'STOCKS_KEY', key: 'fixed' }],
        source: SOURCE,
        destinations: [
          { ...HOME, secrets: ['name'], confirmed: false },
          { ...AWAY, confirmed: true },
        ],
      }),
      'POST /plugins/*/lookups/*': {
        choices: [
          { value: 'ulm', label: 'Ulm', also: { name: 'Ulm Hbf' } },
          { value: 7, label: 'Seven' },
        ],
      },
      'POST /plugins/*/try': { ...TRIAL },
      'PUT /plugins/*/config': { status: 422, detail: 'name: is required; entries[0]: is odd' },
      'GET /settings/location/places*': {
        places: [
          { name: 'Ulm', region: 'Baden', country: 'DE', latitude: 48.4, longitude: 9.99, timezone: 'Europe/Berlin' },
        ],
      },
    },
  },
  {
    at: '/plugins/stocks',
    answers: {
      'POST /plugins/*/try': asking(HOME, AWAY),
      'POST /plugins/*/lookups/*': { choices: [] },
      'PUT /plugins/*/config': asking(AWAY),
      'POST /plugins/*/enable': asking(HOME),
    },
  },
  {
    at: '/plugins?view=own&source=mine',
    answers: {
      'GET /plugins/mine': { id: 'mine', config: {} },
      'GET /plugins/mine/file': { id: 'mine', file: '{}', local: false },
      'POST /plugins/own/check': { id: 'mine', name: 'Mine', hosts: ['example.org'], problems: [] },
      'POST /plugins/own/try': { ...TRIAL },
    },
  },
  {
    at: '/plugins?view=own&source=mine',
    answers: {
      'GET /plugins/mine': { id: 'mine', config: {} },
      'GET /plugins/mine/file': { id: 'mine', file: '{}', local: false },
      'POST /plugins/own/check': {
        id: null,
        name: null,
        hosts: [],
        problems: [{ line: 1, column: 2, path: 'id', message: 'is required' }],
      },
      'POST /plugins/own/try': asking(HOME),
    },
  },
  {
    at: '/plugins?view=own',
    answers: {
      ...RARE_ANSWERS,
      'POST /plugins/own/check': { id: 'mine', name: 'Mine', hosts: ['example.org', '*'], problems: [] },
      'POST /plugins/own/try': asking(HOME),
    },
  },
  {
    at: '/plugins?view=own',
    answers: { ...RARE_ANSWERS, 'POST /plugins/own/try': { ...TRIAL, error: 'It answers nothing.' } },
  },
  {
    at: '/plugins?show=transition',
    isNarrow: true,
    answers: {
      'GET /plugins/hosts': {
        hosts: [
          { host: 'example.org', source: null, requests: 7, budget: 100, not_before: null },
          { host: '10.0.0.9', source: 'own', requests: 1, budget: null, not_before: LATER },
        ],
        total: 2,
      },
      'GET /settings/beta': { transition_plugins: false },
    },
  },
];
