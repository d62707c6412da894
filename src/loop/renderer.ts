import type { TriggerData } from '../core/arbiter/decision.ts';
import { geometryOf, type Area, type Geometry } from '../core/flaps/geometry.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { createBudget, type Budget, type RenderContext, type TemplateSource } from '../core/template/context.ts';
import { withoutFormulas } from '../core/template/formulas-off.ts';
import { compilePage, type CompiledPage } from '../core/template/page.ts';
import { layoutLines } from '../core/flaps/message.ts';
import { layoutComposite } from '../core/flaps/plugin-page.ts';
import type { Page } from '../schema/content/pages.ts';
import { CompiledPages, lettersOf } from './compiled-pages.ts';
import { NO_GUARD, type FormulaGuard } from './formula-guard.ts';
import type { Absence } from './notice.ts';
import type { DataSources } from './sources.ts';

/** What stands in for data that are missing. */
const notices = () => require('./notice.ts') as typeof import('./notice.ts');

/** A page as flaps, or why it cannot be drawn. */
export type Rendering = { readonly grid: Grid } | { readonly error: string };

/** A source without data of its own, for the data of a trigger. */
const EMPTY_SOURCE: TemplateSource = { data: {}, colorRules: {}, markupFields: new Set(), entityLookup: false };

/** Draws pages. A page's template is compiled once per revision and kind of display. */
export class Renderer {
  readonly #sources: DataSources;
  readonly #zone: () => string;
  readonly #guard: FormulaGuard;
  readonly #compiled = new CompiledPages();

  constructor(sources: DataSources, zone: () => string, guard: FormulaGuard = NO_GUARD) {
    this.#sources = sources;
    this.#zone = zone;
    this.#guard = guard;
  }

  /** Compiles every page anew: formulas that were off may be on now. */
  forget(): void {
    this.#compiled.clear();
  }

  /** The lines of a template as they may be read now: without formulas where those are off. */
  readable(template: readonly string[]): readonly string[] {
    return this.#guard.isOff(template) ? template.map(withoutFormulas) : template;
  }

  /** The plugins, by key, whose data a page shows. */
  sourcesOf(page: Page, geometry = geometryOf(page)): ReadonlySet<string> {
    if (page.type === 'template') return this.#compile(page, geometry).sources;
    if (page.type === 'single') return new Set(page.display_type ? [page.display_type] : []);
    return new Set((page.rows ?? []).map((row) => row.source));
  }

  /**
   * Draws a page at an instant (ms) for its own size, on the flaps of a display of that size (of its own form, unless
   * `on` is given), with `triggerData` of a trigger, after its data has come; resolves at once when it is there.
   */
  async render(page: Page, at: number, on?: Area, triggerData: TriggerData | null = null): Promise<Rendering> {
    await this.gather(page);
    return this.draw(page, at, on, triggerData);
  }

  /** Waits for the data that a page shows. */
  async gather(page: Page): Promise<void> {
    const geometry = geometryOf(page);
    const keys = this.sourcesOf(page, geometry);
    if (!this.#sources.ready(keys, geometry)) await this.#sources.need(keys, geometry);
  }

  /** Draws a page with the data that is there now. */
  draw(page: Page, at: number, on?: Area, triggerData: TriggerData | null = null): Rendering {
    const geometry = geometryOf(page);
    const absence = triggerData ? undefined : this.#absenceOn(page, geometry, at);
    if (absence) return { grid: notices().drawNotice(absence, flapsOf(geometry, on), at, this.#zone()) };
    if (page.type === 'template') {
      const compiled = this.#compile(page, geometry, on);
      return { grid: this.#watch(page, () => compiled.render(this.context(geometry, at, { triggerData }))) };
    }
    if (page.type === 'single') return this.#drawSingle(page, geometry, at, on);
    const linesOf = (source: string) => {
      const found = this.#sources.lines(source, geometry, at);
      return 'lines' in found ? found.lines : undefined;
    };
    return { grid: layoutComposite(page.rows ?? [], linesOf, flapsOf(geometry, on)) };
  }

  /**
   * Whether a page reads data and has nothing to say; false while its data are on their way (rules, L7). Throws
   * BudgetSpent when that is more work than `budget` allows.
   */
  isEmpty(page: Page, at: number, budget: Budget): boolean {
    const geometry = geometryOf(page);
    if (page.type === 'template') this.#compile(page, geometry, undefined, budget);
    const keys = this.sourcesOf(page, geometry);
    if (keys.size === 0 || !this.#sources.ready(keys, geometry)) return false;
    if (page.type === 'template') {
      const compiled = this.#compile(page, geometry);
      return this.#watch(page, () => compiled.saysNothing(this.context(geometry, at, { budget })));
    }
    return [...keys].every((key) => {
      const found = this.#sources.lines(key, geometry, at);
      return !('lines' in found) || found.lines.every((line) => line.trim() === '');
    });
  }

  /** What a template is rendered with: the data of the sources for one size at one instant. */
  context(
    geometry: Geometry,
    at: number,
    { triggerData = null, budget = createBudget() }: { triggerData?: TriggerData | null; budget?: Budget } = {},
  ): RenderContext {
    const found = new Map<string, TemplateSource | undefined>();
    const source = (key: string) => {
      if (!found.has(key)) {
        const own = this.#sources.source(key, geometry, at);
        found.set(
          key,
          triggerData?.key === key ? { ...(own ?? EMPTY_SOURCE), data: { ...own?.data, ...triggerData.data } } : own,
        );
      }
      return found.get(key);
    };
    return { now: at, zone: this.#zone(), source, budget };
  }

  /** A page that came with a source tells what is missing, where words around it would stand alone. */
  #absenceOn(page: Page, geometry: Geometry, at: number): Absence | undefined {
    const key = page.demo_plugin_id;
    return key && this.sourcesOf(page, geometry).has(key) ? this.#sources.absence?.(key, geometry, at) : undefined;
  }

  #drawSingle(page: Page, geometry: Geometry, at: number, on?: Area): Rendering {
    if (!page.display_type) return { error: `The page "${page.name}" does not say which plugin it shows.` };
    const found = this.#sources.lines(page.display_type, geometry, at);
    return 'lines' in found ? { grid: layoutLines(found.lines, flapsOf(geometry, on)) } : found;
  }

  #compile(page: Page, own: Geometry, on?: Area, budget?: Budget): CompiledPage {
    const geometry = flapsOf(own, on);
    const compile = () => {
      budget?.spend(lettersOf(page));
      const template = this.readable(page.template ?? []);
      return this.#watch(page, () => compilePage({ template, line_metadata: page.line_metadata }, geometry));
    };
    return this.#compiled.get(page, geometry, compile);
  }

  #watch<T>(page: Page, act: () => T): T {
    return this.#guard.evaluate(page.template ?? [], page.id === '' ? 'a message' : `the page "${page.name}"`, act);
  }
}

/** The size of a page on the flaps of a display. */
const flapsOf = (page: Geometry, on: Area = page): Geometry => ({
  ...page,
  places: on.places,
  spellsDegree: on.spellsDegree,
});
