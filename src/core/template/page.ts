import type { Area } from '../flaps/geometry.ts';
import type { Grid } from '../flaps/grid.ts';
import { GridCanvas, TextCanvas } from '../flaps/layout.ts';
import type { LineMetadata } from '../../schema/content/pages.ts';
import { createAllowance } from './allowance.ts';
import type { RenderContext } from './context.ts';
import { createWorkspace, drawPage } from './drawing.ts';
import { compileLine, formulasOf, variablesOf, type Line } from './line.ts';

/**
 * What a page reads: the keys of the sources of its variables and formulas, whether it has formulas at all, whether one
 * of them reads the clock.
 */
export interface References {
  readonly sources: ReadonlySet<string>;
  readonly formulas: boolean;
  readonly usesTime: boolean;
}

/** A template page compiled for one size; compiled once, it renders again and again. */
export interface CompiledPage {
  readonly references: References;
  /** The page as a `rows × cols` frame. A spent budget shows as `???`, it is never thrown. */
  render(context: RenderContext): Grid;
  /** The same as text: one string per row, each exactly `cols` cells wide, markers kept. */
  renderLines(context: RenderContext): string[];
  /** Whether it reads data and has nothing of it to show: each value is missing or empty. */
  saysNothing(context: RenderContext): boolean;
}

/** The members of a page that say what it draws. */
export interface PageTemplate {
  readonly template: readonly string[];
  readonly line_metadata?: readonly LineMetadata[] | null | undefined;
}

const referencesOf = (lines: readonly Line[]): References => {
  const formulas = lines.flatMap(formulasOf);
  const sources = new Set<string>();
  for (const { source } of lines.flatMap(variablesOf)) if (source !== undefined) sources.add(source);
  for (const formula of formulas) for (const source of formula.sources) sources.add(source);
  return { sources, formulas: formulas.length > 0, usesTime: formulas.some((formula) => formula.usesTime) };
};

/**
 * All frames share one workspace, since rendering is synchronous; text is rendered rarely and gets a new one each time.
 */
const workspace = createWorkspace(false);

class TemplatePage implements CompiledPage {
  readonly #lines: readonly Line[];
  readonly #size: Area;
  #known: References | undefined;

  constructor(lines: readonly Line[], size: Area) {
    this.#lines = lines;
    this.#size = size;
  }

  get references(): References {
    this.#known ??= referencesOf(this.#lines);
    return this.#known;
  }

  render(context: RenderContext): Grid {
    const canvas = new GridCanvas(this.#size);
    drawPage(this.#lines, canvas, workspace, context);
    return canvas.grid;
  }

  renderLines(context: RenderContext): string[] {
    const canvas = new TextCanvas(this.#size);
    drawPage(this.#lines, canvas, createWorkspace(true), context);
    return canvas.lines;
  }

  saysNothing(context: RenderContext): boolean {
    const values = [
      ...this.#lines.flatMap(variablesOf).filter(({ source }) => source !== undefined),
      ...this.#lines.flatMap(formulasOf).filter(({ sources }) => sources.size > 0),
    ];
    return values.length > 0 && values.every((value) => NO_VALUE.test(printed(value, context)));
  }
}

/** What a value prints that is missing, too old, empty or an error. */
const NO_VALUE = /^\s*(?:\?\?\?|-|#.*)?\s*$/;

const printed = (value: { print(context: RenderContext): string }, context: RenderContext): string => {
  try {
    return value.print(context);
  } catch {
    // What asks for too much work says at least that.
    return 'too much';
  }
};

/** Compiles a template page; lines beyond the last row are not read, missing ones are blank. */
export const compilePage = ({ template, line_metadata }: PageTemplate, size: Area): CompiledPage => {
  const allowance = createAllowance();
  const lines = template.slice(0, size.rows).map((line, row) => compileLine(line, line_metadata?.[row], allowance));
  return new TemplatePage(lines, size);
};
