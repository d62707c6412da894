import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import { rareViewsOf } from './rare-views.ts';
import { assertRecorded } from '../../support/recording.ts';
import { NOW, lineOf, startViewWalk } from './view-walk.ts';
import { fillUsualAndRare, fillViews, partOf, type Call, type Part, type View } from '../../support/views.ts';

process.env['TZ'] = 'Europe/Berlin';

/** The log, which says what the machine lacks. */
const UNORDERED = 'settings-logs';
const WHOLE = '.cache/views';

/**
 * A suite that opens the views of a part without a browser, with little and with much in them, uses whatever can be
 * used there, fills and sends each form, and compares with what was recorded: what is asked of the service as it is,
 * and what is drawn by its number of changed lines and a sum of them. What was drawn when all was as recorded is kept
 * in `.cache/views`, and beside it what is drawn otherwise.
 */
export const useViewsOf = (part: Part): ReturnType<typeof suite> => {
  const file = `ui/views/${part}.txt`;
  const test = suite(`views without a browser: ${part}`);
  test('draw and ask what was recorded', async () => {
    const walk = await startViewWalk();
    const steps: Awaited<ReturnType<typeof walk.walk>> = [];
    /** With little in it, that it hears of nothing is not asked again. */
    let isFull = false;
    const visit = async (views: readonly Pick<View, 'path' | 'press'>[], hears = isFull): Promise<void> => {
      for (const { path, press } of views) {
        if (differs(steps.map(lineOf))) return;
        steps.push(...(await walk.walk(path, press, hears)));
      }
    };
    const through = async (fill: (call: Call) => Promise<View[]>): Promise<View[]> => {
      const views = await walk.fill((call) =>
        fill(async (method, path, body) => (await call<Record<string, never>>(method, path, body)).body),
      );
      await visit(views.filter((view) => partOf(view) === part && view.name !== UNORDERED));
      return views;
    };
    const kept = process.env['RECORD'] ? null : readFileSync(`test/${file}`, 'utf8').split('\n');
    /** What differs already is told at once. */
    const differs = (lines: readonly string[]): boolean => kept !== null && lines.some((line, at) => line !== kept[at]);
    try {
      await through((call) => fillViews('empty', call));
      isFull = true;
      const views = await through((call) => fillUsualAndRare(call, Date.parse(NOW)));
      for (const { at, press, answers, isNarrow, hears = false } of rareViewsOf(part)) {
        const path = at.startsWith('/') ? at : views.find(({ name }) => name === at)?.path;
        if (path === undefined) throw new Error(`There is no view "${at}".`);
        walk.pretend(answers, isNarrow);
        await visit([{ path, ...(press && { press }) }], hears);
      }
    } finally {
      await walk.close();
    }
    mkdirSync(WHOLE, { recursive: true });
    const lines = steps.map(lineOf);
    const whole = steps.flatMap((step) => [lineOf(step), ...step.drawn.map((line) => `    ${line}`)]);
    const [known, other] = [`${WHOLE}/${part}.txt`, `${WHOLE}/${part}.other.txt`];
    writeFileSync(differs(lines) ? other : known, whole.join('\n'));
    assertRecorded(file, lines, `compare ${known} with ${other}`);
  });
  return test;
};
