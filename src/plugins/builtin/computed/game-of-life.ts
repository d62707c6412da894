import { putNewest } from '../../../platform/newest.ts';
import { MINUTE_MS } from '../../../core/time/durations.ts';
import type { Area } from '../../../core/flaps/geometry.ts';
import { createRandom, seedOf } from '../../../core/random.ts';
import { choiceSetting, flagVariable, numberVariable, integerSetting } from '../../contract/declare.ts';
import { COLORS, colorSetting, Drawing, type Color } from './drawing.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import type { PluginMoment } from '../../contract/plugin.ts';

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  glider: [' # ', '  #', '###'],
  r_pentomino: [' ##', '## ', ' # '],
  lwss: [' ####', '#   #', '    #', '#  # '],
};
/** Columns between two gliders of the pattern `gliders`. */
const BETWEEN_GLIDERS = 7;

/** Ages of the cells of a board, row by row: 0 is dead, 1 newly born. */
type Cells = Uint8Array;

/** What a game is played by. */
export interface Rules {
  readonly pattern: string;
  readonly density: number;
  readonly wraps: boolean;
  /** Generations without change after which it begins anew. */
  readonly patience: number;
}

const place = (cells: Cells, { rows, cols }: Area, pattern: readonly string[], top: number, left: number): void => {
  for (const [row, text] of pattern.entries())
    for (const [col, mark] of [...text].entries())
      if (mark === '#' && top + row < rows && left + col < cols) cells[(top + row) * cols + left + col] = 1;
};

/** The first generation of a game. */
export const firstCells = (size: Area, { pattern, density }: Rules, seed: string): Cells => {
  const cells = new Uint8Array(size.rows * size.cols);
  const drawn = createRandom(seedOf(seed));
  if (pattern === 'gliders') {
    const first = Math.floor(drawn() * BETWEEN_GLIDERS);
    for (let left = first; left < size.cols; left += BETWEEN_GLIDERS)
      place(cells, size, PATTERNS['glider'] ?? [], Math.floor(drawn() * Math.max(1, size.rows - 2)), left);
  } else if (PATTERNS[pattern]) {
    const shape = PATTERNS[pattern];
    const free = (all: number, taken: number): number => Math.floor(drawn() * Math.max(1, all - taken + 1));
    place(cells, size, shape, free(size.rows, shape.length), free(size.cols, shape[0]?.length ?? 0));
  } else for (let at = 0; at < cells.length; at++) cells[at] = drawn() < density ? 1 : 0;
  return cells;
};

const neighbours = (cells: Cells, { rows, cols }: Area, row: number, col: number, wraps: boolean): number => {
  let count = 0;
  for (let down = -1; down <= 1; down++)
    for (let right = -1; right <= 1; right++) {
      if (down === 0 && right === 0) continue;
      const [y, x] = [row + down, col + right];
      if (!wraps && (y < 0 || y >= rows || x < 0 || x >= cols)) continue;
      if (cells[((y + rows) % rows) * cols + ((x + cols) % cols)]) count++;
    }
  return count;
};

/** The generation after another: three neighbours give birth, two or three keep alive. Ages grow up to 255. */
export const nextCells = (cells: Cells, size: Area, wraps: boolean): Cells => {
  const next = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    const age = cells[at] ?? 0;
    const count = neighbours(cells, size, Math.floor(at / size.cols), at % size.cols, wraps);
    if (count === 3 || (count === 2 && age > 0)) next[at] = Math.min(255, age + 1);
  }
  return next;
};

const isSame = (one: Cells | undefined, other: Cells): boolean =>
  one !== undefined && one.every((age, at) => age > 0 === (other[at] ?? 0) > 0);

/** A game from its first generation on; it begins anew when it has died out or only repeats itself. */
class Game {
  readonly #size: Area;
  readonly #rules: Rules;
  readonly #seed: string;
  #restarts = 0;
  #before: Cells | undefined;
  #still = 0;
  cells: Cells;
  generation = 0;
  /** Generations that were computed in all. */
  steps = 0;

  constructor(size: Area, rules: Rules, seed: string) {
    this.#size = size;
    this.#rules = rules;
    this.#seed = seed;
    this.cells = firstCells(size, rules, `${seed}/0`);
  }

  get isStable(): boolean {
    return this.#still > 0;
  }

  advance(): void {
    this.steps++;
    const next = nextCells(this.cells, this.#size, this.#rules.wraps);
    this.#still = isSame(this.cells, next) || isSame(this.#before, next) ? this.#still + 1 : 0;
    if (this.#still >= this.#rules.patience || next.every((age) => age === 0)) return this.#restart();
    this.#before = this.cells;
    this.cells = next;
    this.generation++;
  }

  #restart(): void {
    this.#restarts++;
    this.#before = undefined;
    this.#still = 0;
    this.generation = 0;
    this.cells = firstCells(this.#size, this.#rules, `${this.#seed}/${this.#restarts}`);
  }
}

// The latest games: the next minute then costs one generation. Without them all are computed again, and are the same.
const games = new Map<string, Game>();
const MOST_GAMES = 4;

/** The game of a size at a minute: it depends on nothing but these and the settings. */
const gameAt = (size: Area, { config, now }: Pick<PluginMoment, 'config' | 'now'>): Game => {
  const minute = Math.floor(now / MINUTE_MS);
  const length = Number(config['max_generations']);
  const key = `${size.rows}x${size.cols} ${Math.floor(minute / length)} ${JSON.stringify(rulesOf(config))}`;
  const wanted = minute % length;
  const known = games.get(key);
  const game = known && known.steps <= wanted ? known : new Game(size, rulesOf(config), key);
  while (game.steps < wanted) game.advance();
  putNewest(games, key, game, MOST_GAMES);
  return game;
};

const rulesOf = (config: PluginMoment['config']): Rules => ({
  pattern: String(config['seed_pattern']),
  density: Number(config['initial_density']),
  wraps: config['wrap_edges'] !== false,
  patience: Number(config['reseed_after_stable']),
});

/** The size that the variables tell of. */
const USUAL: Area = { rows: 6, cols: 22 };

const colorOf = (age: number, chosen: unknown): Color => {
  if (chosen !== 'rainbow') return chosen as Color;
  return age === 1 ? 'white' : (COLORS[Math.min(age - 2, COLORS.length - 2)] ?? 'violet');
};

/** The game of life. */
export const gameOfLife = clockPlugin({
  id: 'game_of_life',
  name: 'Game of life',
  description: "Conway's game of life, one generation a minute",
  icon: 'grid',
  category: 'art',
  zoned: false,
  documentation:
    'Every board of one size shows the same game, also after a restart. The variables tell of the game of a flagship.',
  settings: {
    cell_color: colorSetting('Cells', 'green', ['rainbow']),
    seed_pattern: choiceSetting('Beginning', ['random', ...Object.keys(PATTERNS), 'gliders']),
    initial_density: { type: 'number', title: 'Share of living cells', default: 0.3, minimum: 0.1, maximum: 0.6 },
    wrap_edges: { type: 'boolean', title: 'Edges meet', default: true },
    reseed_after_stable: integerSetting('Begin anew after so many generations without change', [1, 20], 3),
    max_generations: integerSetting('Longest game in minutes', [10, 500], 200),
  },
  variables: {
    groups: { game: { label: 'Game' } },
    simple: {
      generation: numberVariable('Generations since the beginning', 3, 'game', 12),
      population: numberVariable('Living cells', 3, 'game', 27),
      is_stable: flagVariable('Whether nothing changes any more', 'game', false),
    },
  },
  values: (moment) => {
    const { cells, generation, isStable } = gameAt(USUAL, moment);
    const population = cells.reduce((sum, age) => sum + (age > 0 ? 1 : 0), 0);
    return { generation, population, is_stable: isStable };
  },
  format: ({ board, ...moment }) => {
    const { cells } = gameAt(board, moment);
    const drawing = new Drawing(board);
    drawing.fill((row, col) => {
      const age = cells[row * board.cols + col] ?? 0;
      return age === 0 ? null : colorOf(age, moment.config['cell_color']);
    });
    return drawing.lines;
  },
});
