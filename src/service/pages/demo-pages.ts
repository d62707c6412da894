import * as v from 'valibot';
import { fits, geometryOf } from '../../core/flaps/geometry.ts';
import { Mutex } from '../../core/mutex.ts';
import { Fault } from '../../fault.ts';
import type { Dimensions, JsonObject } from '../../schema/common.ts';
import type { DemoPageAnswer, DemoPageQuery, DemoPageStatus } from '../../schema/plugins/plugins.ts';
import { LineMetadataSchema, type Page } from '../../schema/content/pages.ts';
import type { Store } from '../../store/store.ts';
import { boardOf } from '../lookup.ts';
import type { PageService } from './pages.ts';

/** A data plugin or instance, as far as its demo page needs it. */
export interface DemoSource {
  /** The key in lower case: `id` or `id:label`. */
  readonly key: string;
  readonly name: string;
  readonly configured: boolean;
  /** The demo of its manifest, flat or by device type. */
  readonly demo: JsonObject | undefined;
}

const DemoSchema = v.object({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  template: v.pipe(v.array(v.string()), v.minLength(1)),
  line_metadata: v.optional(v.array(LineMetadataSchema)),
});

/**
 * Pages that show what a plugin can do: the template of its manifest, or, for other sizes and without one, its own
 * lines.
 */
export class DemoPageService {
  readonly #store: Store;
  readonly #pages: PageService;
  /** Throws a Fault 404 for an unknown key, 400 for a transition. */
  readonly #sourceOf: (key: string) => DemoSource;
  /** One is made at a time: a second request at that moment finds the page of the first. */
  readonly #turns = new Mutex();

  constructor(store: Store, pages: PageService, sourceOf: (key: string) => DemoSource) {
    this.#store = store;
    this.#pages = pages;
    this.#sourceOf = sourceOf;
  }

  /** Whether the demo page of a plugin exists in a size: 404 unknown plugin or board, 400 for two sizes. */
  status(id: string, query: DemoPageQuery): DemoPageStatus {
    const source = this.#sourceOf(id);
    const size = this.#sizeOf(query);
    const page = this.#find(source.key, size);
    return {
      plugin_id: source.key,
      exists: page !== undefined,
      page_id: page?.id ?? null,
      has_demo_template: demoTemplate(source, size) !== null,
    };
  }

  /**
   * Makes the demo page, one per plugin and size, or gives it its first content again. 400 also while required settings
   * are missing.
   */
  make(id: string, query: DemoPageQuery): Promise<DemoPageAnswer> {
    return this.#turns.run(() => this.#make(id, query));
  }

  async #make(id: string, query: DemoPageQuery): Promise<DemoPageAnswer> {
    const source = this.#sourceOf(id);
    if (!source.configured)
      throw new Fault(400, `The plugin "${source.key}" is not configured: fill in its required settings first.`);
    const size = this.#sizeOf(query);
    const template = demoTemplate(source, size);
    const former = this.#find(source.key, size);
    const content = {
      name: template?.name ?? source.name,
      template: template?.lines ?? null,
      line_metadata: template?.line_metadata ?? null,
      display_type: template ? null : source.key,
    };
    if (former?.type === (template ? 'template' : 'single'))
      return { recreated: true, page: (await this.#pages.update(former.id, content)).page };
    const page = await this.#pages.create({
      ...content,
      ...size,
      type: template ? 'template' : 'single',
      duration_seconds: 300,
      demo_plugin_id: source.key,
    });
    return { recreated: false, page };
  }

  #find(key: string, size: Dimensions): Page | undefined {
    return this.#store.state.pages.find(
      (page) => page.demo_plugin_id === key && fits(geometryOf(page), geometryOf(size)),
    );
  }

  #sizeOf({ device_type, board_id }: DemoPageQuery): Dimensions {
    if (device_type !== undefined && board_id)
      throw new Fault(400, 'board_id and device_type: send one of them, not both.');
    if (device_type !== undefined) return { device_type };
    const { notes_wide, notes_tall, grid_rows, grid_cols, ...board } = boardOf(
      this.#store.state,
      board_id || 'primary',
    );
    return { device_type: board.device_type, notes_wide, notes_tall, grid_rows, grid_cols };
  }
}

interface DemoTemplate {
  readonly name: string | undefined;
  readonly lines: string[];
  readonly line_metadata: v.InferOutput<typeof LineMetadataSchema>[] | null;
}

/** The demo of a manifest for a size; null when it has none, or one without form. */
export const demoTemplate = (
  { key, demo }: Pick<DemoSource, 'key' | 'demo'>,
  size: Dimensions,
): DemoTemplate | null => {
  const { rows, cols } = geometryOf(size);
  const device = (['flagship', 'note'] as const).find((one) => fits(geometryOf({ device_type: one }), { rows, cols }));
  if (!demo || device === undefined) return null;
  const flat = (demo['device_type'] ?? 'flagship') === device ? demo : undefined;
  const parsed = v.safeParse(DemoSchema, 'template' in demo ? flat : demo[device]);
  if (!parsed.success) return null;
  const { name, template, line_metadata } = parsed.output;
  return { name, lines: template.map((line) => renamed(line, key)), line_metadata: line_metadata ?? null };
};

/** Templates name the plugin itself; those of an instance name the instance. */
const renamed = (line: string, key: string): string => {
  const [id = '', label] = key.split(':');
  return label === undefined
    ? line
    : line.replace(/\{\{.*?\}\}/g, (span) => span.replace(new RegExp(`\\b${id}(?=\\.)`, 'g'), key));
};
