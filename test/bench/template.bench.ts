import { gridsEqual } from '../../src/core/flaps/grid.ts';
import { layoutText } from '../../src/core/flaps/message.ts';
import { createBudget, type RenderContext, type TemplateSource } from '../../src/core/template/context.ts';
import { compilePage } from '../../src/core/template/page.ts';

/** One figure of a benchmark: `value` should reach `target`, both in `unit`. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  target: number;
}

const FLAGSHIP = { rows: 6, cols: 22 };
const PANEL = { rows: 96, cols: 128 };
const MESSAGE =
  'The quick brown fox jumps over the lazy dog while nine clever foxes watch the river, and 27 geese fly south over {red} hills at 6:45 in the rain!';

const PAGE = {
  template: [
    '{center}{{weather.city|upper}} {{weather.temp}}F',
    'LO {{weather.low|pad:4}}HI {{weather.high|zeropad:3}}',
    '{{stock.name|truncate:8}}{{fill_space}}{{stock.price}}',
    '{right}{{bus.line}} IN {{bus.minutes|pad:3}}MIN',
    '{66} {{sun.rise|lower}} {{sun.set}}',
    '{{home.door|pad:6}}{{filled:-}}{{home.lamp}}',
  ],
};

const panelPage = () => ({
  template: Array.from(
    { length: PANEL.rows },
    (_, row) =>
      `ROW ${row} {{weather.city|pad:12}} {{stock.price}} ${'LOREM IPSUM DOLOR SIT AMET '.repeat(3)}{{fill_space}}{{weather.temp}}`,
  ),
});

const dataAt = (step: number): Record<string, Record<string, unknown>> => ({
  weather: {
    city: step % 2 ? 'Springfield' : 'Shelbyville',
    temp: 60 + (step % 20),
    low: 40 + (step % 9),
    high: 70 + (step % 12),
  },
  stock: { name: 'ACME INCORPORATED', price: 101.37 + step },
  bus: { line: `N${step % 7}`, minutes: step % 30 },
  sun: { rise: '6:45', set: '19:03' },
  home: { door: step % 3 === 0, lamp: 'off' },
});

/** Contexts with differing data, so that nothing can be remembered from one rendering to the next. */
const contexts: readonly RenderContext[] = Array.from({ length: 16 }, (_, step) => {
  const sources = new Map<string, TemplateSource>();
  for (const [key, data] of Object.entries(dataAt(step)))
    sources.set(key, { data, colorRules: {}, markupFields: new Set(), entityLookup: false });
  return { now: 0, zone: 'UTC', source: (key: string) => sources.get(key), budget: createBudget(Infinity) };
});

const contextAt = (step: number): RenderContext => contexts[step & 15] as RenderContext;

/** Runs `work` for about `ms` in five slices after a warm-up and gives the median of its calls per second. */
const perSecond = (work: (step: number) => void, ms = 250): number => {
  const slice = (length: number): number => {
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < length; count += 64) for (let i = 0; i < 64; i++) work(count + i);
    return (count * 1000) / (performance.now() - start);
  };
  slice(ms);
  const rates = [1, 2, 3, 4, 5].map(() => slice(ms / 5)).sort((a, b) => a - b);
  return Math.round(rates[2] ?? 0);
};

const renderPanel = (): ((step: number) => void) => {
  const page = compilePage(panelPage(), PANEL);
  let shown = page.render(contextAt(0));
  return (step) => {
    const grid = page.render(contextAt(step));
    if (!gridsEqual(shown, grid)) shown = grid;
  };
};

/** Figures of the template engine on one core: renderings per second. */
export const run = async (): Promise<Figure[]> => {
  const page = compilePage(PAGE, FLAGSHIP);
  const figure = (name: string, target: number, work: (step: number) => void): Figure => ({
    name,
    value: perSecond(work),
    unit: '/s',
    target,
  });
  return [
    figure('22x6 page, 12 variables with filters, compiled', 200_000, (step) => void page.render(contextAt(step))),
    figure(
      '22x6 page, 12 variables with filters, compiled each time',
      40_000,
      (step) => void compilePage(PAGE, FLAGSHIP).render(contextAt(step)),
    ),
    figure('96x128 panel page, rendered and compared with the last frame', 8_000, renderPanel()),
    figure('message of 143 characters wrapped to 22x6', 100_000, () => void layoutText(MESSAGE, FLAGSHIP)),
  ];
};
