import { geometryOf, type Area, type Geometry } from '../../core/flaps/geometry.ts';
import { FUNCTIONS } from '../../core/template/formula/reference.ts';
import { compilePage, type CompiledPage } from '../../core/template/page.ts';
import { renderString } from '../../core/template/text.ts';
import { COLORS, FILTERS, FORMATTING, SYMBOLS, SYNTAX_EXAMPLES } from '../../core/template/vocabulary.ts';
import { Fault } from '../../fault.ts';
import type { Renderer } from '../../loop/renderer.ts';
import type { DataSources } from '../../loop/sources.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Catalog, RenderAnswer, RenderRequest } from '../../schema/content/templates.ts';
import type { Dimensions } from '../../schema/common.ts';
import type { State } from '../../schema/state.ts';
import type { Store } from '../../store/store.ts';
import { boardOf } from '../lookup.ts';

/** The catalogue's part that plugins bring. */
export type PluginVocabulary = Pick<Catalog, 'variables' | 'max_lengths' | 'variable_metadata' | 'variable_groups'>;

/** What rendering depends on. */
export interface RenderServiceOptions {
  readonly store: Store;
  readonly renderer: Renderer;
  readonly sources: DataSources;
  readonly clock: Clock;
  readonly vocabulary: () => PluginVocabulary;
}

/** The size to lay a template out for. */
export interface RenderTarget {
  readonly board?: string | undefined;
  readonly device_type?: 'flagship' | 'note' | 'note_array' | undefined;
}

/** The size of a board, or of a display, a flagship unless said; 400 for both together, 404 for an unknown board. */
export const sizeOf = (
  state: State,
  { board, device_type, ...measures }: Partial<Dimensions> & Pick<RenderTarget, 'board'>,
): Geometry => {
  if (board !== undefined && device_type !== undefined)
    throw new Fault(400, 'board and device_type: send one of them, not both.');
  return geometryOf(
    board === undefined ? { ...measures, device_type: device_type ?? 'flagship' } : boardOf(state, board),
  );
};

type LineMetadataList = (RenderRequest['line_metadata'] & {}) | null;

/** A page that was compiled, and of what. */
interface Compiled {
  readonly text: string;
  readonly area: Area;
  readonly page: CompiledPage;
}

/** What templates may say, and what they look like. Nothing here touches a board. */
export class RenderService {
  readonly #options: RenderServiceOptions;
  /** Who looks at a template that lives asks for it again and again. */
  #latest: Compiled | null = null;

  constructor(options: RenderServiceOptions) {
    this.#options = options;
  }

  /** Everything that a template may say. */
  catalog(): Catalog {
    return {
      ...this.#options.vocabulary(),
      colors: { ...COLORS },
      symbols: [...SYMBOLS],
      filters: [...FILTERS],
      formatting: { ...FORMATTING },
      syntax_examples: { ...SYNTAX_EXAMPLES },
      plugin_system_enabled: true,
    };
  }

  /** The functions of formulas by name. */
  functions(): { functions: typeof FUNCTIONS } {
    return { functions: FUNCTIONS };
  }

  /**
   * Lays a template out: a text goes through the substitutions only, a list becomes a whole page of the target's size.
   * 400 for two targets.
   */
  async render(body: RenderRequest, target: RenderTarget): Promise<RenderAnswer> {
    const geometry = sizeOf(this.#options.store.state, target);
    const blank = (typeof body.template === 'string' ? [body.template] : body.template).every(
      (line) => line.trim() === '',
    );
    const lines = blank
      ? Array.from({ length: geometry.rows }, () => '')
      : typeof body.template === 'string'
        ? await this.#renderText(this.#options.renderer.readable([body.template]).join(), geometry)
        : await this.#renderPage(this.#options.renderer.readable(body.template), body.line_metadata ?? null, geometry);
    return { rendered: lines.join('\n'), lines, line_count: lines.length };
  }

  async #renderText(template: string, geometry: Geometry): Promise<string[]> {
    const { sources } = compilePage({ template: [template], line_metadata: null }, geometry);
    const context = await this.#context(sources, geometry);
    return renderString(template, context).split('\n');
  }

  async #renderPage(
    template: readonly string[],
    line_metadata: LineMetadataList,
    geometry: Geometry,
  ): Promise<string[]> {
    const page = this.#compile(template, line_metadata, geometry);
    return page.renderLines(await this.#context(page.sources, geometry));
  }

  #compile(template: readonly string[], line_metadata: LineMetadataList, area: Area): CompiledPage {
    const text = JSON.stringify([template, line_metadata]);
    if (this.#latest?.text !== text || !isSame(this.#latest.area, area))
      this.#latest = { text, area, page: compilePage({ template, line_metadata }, area) };
    return this.#latest.page;
  }

  async #context(keys: ReadonlySet<string>, geometry: Geometry): Promise<ReturnType<Renderer['context']>> {
    if (!this.#options.sources.ready(keys, geometry)) await this.#options.sources.need(keys, geometry);
    return this.#options.renderer.context(geometry, this.#options.clock.now());
  }
}

const isSame = (a: Area, b: Area): boolean =>
  a.rows === b.rows && a.cols === b.cols && a.places === b.places && a.spellsDegree === b.spellsDegree;
