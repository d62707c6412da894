import { firstWith } from './rare-answers.ts';
import { rows, type RareView } from './rare-view.ts';

const NOW = '2026-03-11T09:24:00Z';
const LATER = '2026-03-11T18:30:00Z';

const message = (id: string, change: object) => ({
  id,
  state: 'queued',
  priority: 'normal',
  text: `{red} Dinner ${id}`,
  at: null,
  after_silence: false,
  acknowledge: false,
  ...change,
});
const MESSAGES = [
  message('up', { state: 'shown' }),
  message('ring', { state: 'shown', acknowledge: true, priority: 'critical' }),
  message('next', { priority: 'high' }),
  message('evening', { state: 'planned', at: LATER, text: '' }),
  message('awake', { state: 'planned', after_silence: true }),
];
const WAITING = { waiting: 3, substitutions: { Ä: 'A', é: 'E' }, drifted: true };

/** The boards, their pages and what was on them. */
export const HOME_VIEWS: readonly RareView[] = [
  {
    at: '/',
    answers: {
      'GET /boards/conditions': firstWith('conditions', WAITING),
      'GET /boards/*/messages': { messages: MESSAGES },
      'POST /boards/*/restore': { sent: false, reason: 'It is asleep' },
      'GET /status': { safe_start: { suspected: 'weather', switched_off: ['plugins', 'mqtt'], since: NOW } },
      'DELETE /messages/*': { status: 404, detail: 'It is gone.' },
    },
  },
  {
    at: '/',
    answers: {
      'GET /boards/conditions': firstWith('conditions', { ...WAITING, because: 'silence', until: LATER }),
      'GET /settings/board': firstWith('boards', { host: '10.0.0.7' }),
      'GET /settings/output': { target: 'ui' },
      'GET /status': { safe_start: { suspected: null, switched_off: ['plugins'], since: NOW } },
    },
  },
  {
    at: '/',
    answers: {
      'GET /boards/conditions': firstWith('conditions', { drifted: true }),
      'GET /settings/board': firstWith('boards', { host: '10.0.0.7' }),
      'GET /settings/output': { target: 'ui' },
    },
  },
  { at: '/', isNarrow: true, answers: { 'GET /boards/conditions': firstWith('conditions', { error: 'Away.' }) } },
  {
    at: 'history',
    answers: {
      'GET /boards/*/history*': {
        entries: [
          { id: 'h1', at: NOW, by: 'account', name: 'ada', why: 'message', moved: true, characters: rows(6, 22, 1) },
          { id: 'h2', at: NOW, by: 'rule', name: null, why: 'odd', moved: false, characters: rows(6, 22, 63) },
          { id: 'h3', at: NOW, by: 'mqtt', name: null, why: 'favourite', moved: true, characters: rows(3, 15, 2) },
        ],
      },
    },
  },
  { at: 'history', answers: { 'GET /boards/*/history*': { entries: [] } } },
  { at: 'page-editor', isNarrow: true, answers: {} },
  { at: '/pages/new', press: 'Begin', answers: {} },
  { at: '/pages/new/edit', answers: {} },
  { at: '/pages/gone', answers: {} },
];
