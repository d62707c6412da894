import { geometryOf, type Geometry } from '../core/geometry.ts';
import { checkTemplate, type Vocabulary } from '../core/template/check.ts';
import { Fault } from '../fault.ts';
import type { SourceVariables } from '../schema/library.ts';
import type { TemplateCheck, TemplateCheckRequest } from '../schema/template.ts';
import type { Store } from '../store/store.ts';
import { boardOf } from './library.ts';
import type { RenderTarget } from './render.ts';

/** Looks over templates while they are written. */
export class TemplateCheckService {
  readonly #store: Store;
  /** The enabled sources and what they offer. */
  readonly #sources: () => readonly SourceVariables[];

  constructor(store: Store, sources: () => readonly SourceVariables[]) {
    this.#store = store;
    this.#sources = sources;
  }

  /** What is wrong with a template, by line and column from 1; `valid` means without errors. 404 for an unknown board, 400 for two sizes. */
  check(body: TemplateCheckRequest, target: RenderTarget): TemplateCheck {
    const template = typeof body.template === 'string' ? body.template.split('\n') : body.template;
    const problems = checkTemplate({ template, line_metadata: body.line_metadata ?? null }, this.#sizeOf(body, target), vocabularyOf(this.#sources()));
    return { valid: problems.every(({ severity }) => severity !== 'error'), problems };
  }

  #sizeOf({ device_type, ...more }: TemplateCheckRequest, target: RenderTarget): Geometry {
    const given = device_type ?? target.device_type;
    if (target.board !== undefined && given !== undefined) throw new Fault(400, 'board and device_type: send one of them, not both.');
    return target.board === undefined ? geometryOf({ ...more, device_type: given ?? 'flagship' }) : geometryOf(boardOf(this.#store.state, target.board));
  }
}

const vocabularyOf = (sources: readonly SourceVariables[]): Vocabulary => ({
  variables: Object.fromEntries(sources.map(({ plugin_id, variables }) => [plugin_id, variables])),
  max_lengths: Object.fromEntries(sources.flatMap(({ plugin_id, max_lengths }) => Object.entries(max_lengths).map(([name, length]) => [`${plugin_id}.${name}`, length]))),
  colored: new Set(sources.flatMap(({ plugin_id, colored }) => colored.map((name) => `${plugin_id.split(':')[0]}.${name}`))),
  open: new Set(sources.filter(({ open }) => open).map(({ plugin_id }) => plugin_id)),
});
