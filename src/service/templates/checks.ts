import { geometryOf, type Geometry } from '../../core/flaps/geometry.ts';
import { checkTemplate, missingValues, type Vocabulary } from '../../core/template/check.ts';
import { compilePage } from '../../core/template/page.ts';
import type { Renderer } from '../../loop/renderer.ts';
import type { DataSources } from '../../loop/sources.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SourceVariables } from '../../schema/plugins/plugins.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { TemplateCheck, TemplateCheckRequest } from '../../schema/content/templates.ts';
import type { Store } from '../../store/store.ts';
import { sizeOf, type RenderTarget } from './render.ts';

/** What checks work with. */
export interface TemplateCheckServiceOptions {
  readonly store: Store;
  readonly renderer: Renderer;
  readonly sources: DataSources;
  readonly clock: Clock;
  /** The enabled sources and what they offer. */
  readonly vocabularies: () => readonly SourceVariables[];
}

type Problem = TemplateCheck['problems'][number];

const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column;

/** Looks over templates while they are written, and over pages while they are shown. */
export class TemplateCheckService {
  readonly #options: TemplateCheckServiceOptions;

  constructor(options: TemplateCheckServiceOptions) {
    this.#options = options;
  }

  /**
   * What is wrong with a template, by line and column from 1, and what it prints as `???` now; `valid` means without
   * errors. 404 for an unknown board, 400 for two sizes.
   */
  check(body: TemplateCheckRequest, target: RenderTarget): TemplateCheck {
    const template = typeof body.template === 'string' ? body.template.split('\n') : body.template;
    const device_type = body.device_type ?? target.device_type;
    const geometry = sizeOf(this.#options.store.state, { ...body, ...target, device_type });
    const written = checkTemplate(
      { template, line_metadata: body.line_metadata ?? null },
      geometry,
      vocabularyOf(this.#options.vocabularies()),
    );
    const problems = [...written, ...this.#missing(template, geometry, written)].sort(byPlace);
    return { valid: problems.every(({ severity }) => severity !== 'error'), problems };
  }

  /** What stands between the braces of a page that print `???` now, each once; from the data that is there. */
  missingOn(page: Page): string[] {
    if (page.type !== 'template') return [];
    const geometry = geometryOf(page);
    const { renderer, clock } = this.#options;
    return [
      ...new Set(
        missingValues(renderer.readable(page.template ?? []), geometry, renderer.context(geometry, clock.now())).map(
          ({ body }) => body,
        ),
      ),
    ];
  }

  /**
   * Placeholders without a value of which nothing worse is known; none while data are still on their way, for which
   * nothing here waits.
   */
  #missing(template: readonly string[], geometry: Geometry, written: readonly Problem[]): Problem[] {
    const { renderer, sources, clock } = this.#options;
    const readable = renderer.readable(template);
    const { sources: read } = compilePage({ template: readable, line_metadata: null }, geometry);
    if (!sources.ready(read, geometry)) return [];
    return missingValues(readable, geometry, renderer.context(geometry, clock.now()))
      .filter(
        ({ line, column }) =>
          !written.some((known) => known.severity === 'error' && known.line === line && known.column === column),
      )
      .map(({ line, column, body }) => ({
        line,
        column,
        severity: 'warning',
        code: 'no_value',
        message: `"${body}" has no value now: it prints ???`,
      }));
  }
}

const vocabularyOf = (sources: readonly SourceVariables[]): Vocabulary => ({
  variables: Object.fromEntries(sources.map(({ plugin_id, variables }) => [plugin_id, variables])),
  max_lengths: Object.fromEntries(
    sources.flatMap(({ plugin_id, max_lengths }) =>
      Object.entries(max_lengths).map(([name, length]) => [`${plugin_id}.${name}`, length]),
    ),
  ),
  colored: new Set(
    sources.flatMap(({ plugin_id, colored }) => colored.map((name) => `${plugin_id.split(':')[0]}.${name}`)),
  ),
  open: new Set(sources.filter(({ open }) => open).map(({ plugin_id }) => plugin_id)),
});
