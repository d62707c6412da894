import type { TriggerData } from '../core/arbiter/decision.ts';
import { geometryOf } from '../core/geometry.ts';
import type { Geometry, Places } from '../core/geometry.ts';
import type { Grid } from '../core/grid.ts';
import { createBudget } from '../core/template/context.ts';
import type { RenderContext, TemplateSource } from '../core/template/context.ts';
import { compilePage } from '../core/template/page.ts';
import type { CompiledPage } from '../core/template/page.ts';
import { layoutComposite, layoutSingle } from '../core/plugin-page.ts';
import type { Page } from '../schema/pages.ts';
import type { DataSources } from './sources.ts';

/** A page as flaps, or why it cannot be drawn. */
export type Rendering = { readonly grid: Grid } | { readonly error: string };

/** A source without data of its own, for the data of a trigger. */
const EMPTY_SOURCE: TemplateSource = { data: {}, colorRules: {}, markupFields: new Set(), entityLookup: false };

/** Draws pages. A page's template is compiled once per revision, and once per panel with unmapped cells. */
export class Renderer {
  readonly #sources: DataSources;
  readonly #zone: () => string;
  readonly #compiled = new WeakMap<Page, CompiledPage>();
  readonly #compiledOn = new WeakMap<Places, WeakMap<Page, CompiledPage>>();

  constructor(sources: DataSources, zone: () => string) {
    this.#sources = sources;
    this.#zone = zone;
  }

  /** The plugins, by key, whose data a page shows. */
  sourcesOf(page: Page): ReadonlySet<string> {
    if (page.type === 'template') return this.#compile(page).references.sources;
    if (page.type === 'single') return new Set(page.display_type ? [page.display_type] : []);
    return new Set((page.rows ?? []).map((row) => row.source));
  }

  /**
   * Draws a page at an instant (ms) for its own size, on the cells that have a flap (all, unless `places` names them),
   * with `triggerData` of a trigger, after its data has come; resolves at once when it is there.
   */
  async render(page: Page, at: number, places?: Places, triggerData: TriggerData | null = null): Promise<Rendering> {
    const keys = this.sourcesOf(page);
    const geometry = geometryOf(page);
    if (!this.#sources.ready(keys, geometry)) await this.#sources.need(keys, geometry);
    return this.draw(page, at, places, triggerData);
  }

  /** Draws a page with the data that is there now. */
  draw(page: Page, at: number, places?: Places, triggerData: TriggerData | null = null): Rendering {
    const geometry = geometryOf(page);
    if (page.type === 'template')
      return { grid: this.#compile(page, places).render(this.context(geometry, at, triggerData)) };
    if (page.type === 'single') return this.#drawSingle(page, geometry, at, places);
    const linesOf = (source: string) => {
      const found = this.#sources.lines(source, geometry, at);
      return 'lines' in found ? found.lines : undefined;
    };
    return { grid: layoutComposite(page.rows ?? [], linesOf, { ...geometry, places }) };
  }

  /** What a template is rendered with: the data of the sources for one size at one instant. */
  context(geometry: Geometry, at: number, triggerData: TriggerData | null = null): RenderContext {
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
    return { now: at, zone: this.#zone(), source, budget: createBudget() };
  }

  #drawSingle(page: Page, geometry: Geometry, at: number, places?: Places): Rendering {
    if (!page.display_type) return { error: `The page "${page.name}" does not say which plugin it shows.` };
    const found = this.#sources.lines(page.display_type, geometry, at);
    return 'lines' in found ? { grid: layoutSingle(found.lines, { ...geometry, places }) } : found;
  }

  #compile(page: Page, places?: Places): CompiledPage {
    const known = places ? this.#compiledFor(places) : this.#compiled;
    let compiled = known.get(page);
    if (!compiled) {
      compiled = compilePage(
        { template: page.template ?? [], line_metadata: page.line_metadata },
        { ...geometryOf(page), places },
      );
      known.set(page, compiled);
    }
    return compiled;
  }

  #compiledFor(places: Places): WeakMap<Page, CompiledPage> {
    let known = this.#compiledOn.get(places);
    if (!known) this.#compiledOn.set(places, (known = new WeakMap()));
    return known;
  }
}
