import { askFrom, ATTACKER } from './crowd.ts';
import { ask, count, only, type Attack } from './http-attacks.ts';

const AT_ONCE = 40;

/** Sends all of them at once, and counts how they were answered. */
const post = (name: string, path: string, bodies: readonly object[], ...statuses: string[]): Attack => ({
  name,
  isRefused: only(...statuses),
  run: async (port) => ({
    statuses: count(await Promise.all(bodies.map((body) => ask(port, path, JSON.stringify(body), 'application/json')))),
  }),
});

const repeat = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one);

const LONG_LIST = 'SPLIT(REPT(REPT("a",100),200),"")';
/** Formulas, true where nothing bounds them, that ended or held a service before functions were charged for work. */
export const BOMBS: readonly string[] = [
  `LET(a, ${LONG_LIST}, COUNT(GROUP(MAP(a, a), REPT(REPT("b.", 1000), 32))) >= 0)`,
  `LET(a, ${LONG_LIST}, b, REPT(REPT("b.", 1000), 32), COUNT(MAP(a, GROUP(a, b))) >= 0)`,
];

const rows = BOMBS.map((bomb) => `{{= ${bomb} }}`);

const formulas = post(
  `${AT_ONCE} renderings of formulas that make lists of lists, at once`,
  '/api/v1/render',
  repeat(AT_ONCE, { template: rows }),
  '200',
  '503',
);

const hostileFile = {
  id: 'hostile',
  name: 'Hostile',
  version: '1.0.0',
  settings: Object.fromEntries(
    Array.from({ length: 19 }, (_, at) => [`s${at}`, { type: 'string', pattern: '(?:[a-z]|(b|c)*)+?x'.repeat(40) }]),
  ),
  requests: [{ id: 'one', url: 'https://example.com/' }],
  values: Object.fromEntries(BOMBS.map((formula, at) => [`v${at}`, { formula, max_length: 5 }])),
};

const files = post(
  `${AT_ONCE} checks of a source with hostile patterns and formulas, at once`,
  '/api/plugins/own/check',
  repeat(AT_ONCE, { file: JSON.stringify(hostileFile) }),
  '200',
  '503',
);

/** Large pictures of the first board, of which each size is another drawing. */
const pictures = (kind: string, most: number, times: number): Attack => ({
  name: `${times} pictures of kind ${kind}, up to ${most} wide, at once`,
  isRefused: only('200', '429', '503'),
  run: async (port) => {
    const path = `/api/boards/primary/picture.${kind}?width=`;
    const asked = Array.from({ length: times }, (_, at) => askFrom(ATTACKER, port, 'GET', `${path}${most - at}`));
    const outcomes = await Promise.all(
      asked.map((one) =>
        one.then(
          ({ status }) => status,
          () => 503,
        ),
      ),
    );
    return { statuses: count(outcomes) };
  },
});

/** What it can try that is small to send and much to work on. */
export const WORK_ATTACKS: readonly Attack[] = [
  formulas,
  files,
  pictures('png', 2400, 60),
  pictures('apng', 600, AT_ONCE),
];
