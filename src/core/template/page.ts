import type { Area } from '../flaps/geometry.ts';
import type { Grid } from '../flaps/grid.ts';
import { GridCanvas, TextCanvas } from '../flaps/layout.ts';
import type { LineMetadata } from '../../schema/content/pages.ts';
import { createAllowance } from './allowance.ts';
import type { RenderContext } from './context.ts';
import { createWorkspace, drawPage } from './drawing.ts';
import { compileLine, formulasOf, variablesOf, type Line } from './line.ts';

/** The members of a page that say what it draws. */
export interface PageTemplate {
  readonly template: readonly string[];
  readonly line_metadata?: readonly LineMetadata[] | null | undefined;
}

const sourcesOf = (lines: readonly Line[]): ReadonlySet<string> =>
  new Set([
    ...lines.flatMap(variablesOf).flatMap(({ source }) => source ?? []),
    ...lines.flatMap(formulasOf).flatMap(({ sources }) => [...sources]),
  ]);

/**
 * All frames share one workspace, since rendering is synchronous; text is rendered rarely and gets a new one each time.
 */
const workspace = createWorkspace(false);

/** A template page compiled for one size; compiled once, it renders again and again. */
export class CompiledPage {
  readonly #lines: readonly Line[];
  readonly #size: Area;
  #sources: ReadonlySet<string> | undefined;

  constructor(lines: readonly Line[], size: Area) {
    this.#lines = lines;
    this.#size = size;
  }

  /** Keys of the sources of its variables and formulas. */
  get sources(): ReadonlySet<string> {
    this.#sources ??= sourcesOf(this.#lines);
    return this.#sources;
  }

  /** The page as a `rows × cols` frame. A spent budget shows as `???`, it is never thrown. */
  render(context: RenderContext): Grid {
    const canvas = new GridCanvas(this.#size);
    drawPage(this.#lines, canvas, workspace, context);
    return canvas.grid;
  }

  /** The same as text: one string per row, each exactly `cols` cells wide, markers kept. */
  renderLines(context: RenderContext): string[] {
    const canvas = new TextCanvas(this.#size);
    drawPage(this.#lines, canvas, createWorkspace(true), context);
    return canvas.lines;
  }

  /** Whether it reads data and has nothing of it to show: each value is missing or empty. */
  saysNothing(context: RenderContext): boolean {
    const values = [
      ...this.#lines.flatMap(variablesOf).filter(({ source }) => source !== undefined),
      ...this.#lines.flatMap(formulasOf).filter(({ sources }) => sources.size > 0),
    ];
    return values.length > 0 && values.every((value) => NO_VALUE.test(printed(value, context)));
  }
}

/** What a value prints that is missing, too old, empty or an error. */
const NO_VALUE = /^\s*(?:\?\?\?|-|#(?:REF|VALUE|DIV\/0|NAME\?|NUM|SYNTAX:\d+))?\s*$/;

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
  return new CompiledPage(lines, size);
};
