import { FLAGSHIP, NOTE, type Geometry } from '../../core/flaps/geometry.ts';
import { gridToRows } from '../../core/flaps/grid.ts';
import { layoutLines } from '../../core/flaps/message.ts';
import { createBudget } from '../../core/template/context.ts';
import { compilePage } from '../../core/template/page.ts';
import type { JsonObject } from '../../schema/common.ts';
import { demoTemplate } from '../../service/pages/demo-pages.ts';
import { toColorRules } from './color-rules.ts';
import { defaultLines } from '../contract/lines.ts';
import type { Manifest } from '../contract/manifest.ts';
import { boundResult } from '../contract/payload.ts';
import type { DataPlugin, PluginMoment } from '../contract/plugin.ts';
import { missingSettings, withDefaults, type SettingSchema } from '../contract/settings-schema.ts';
import { markupFields } from '../contract/variables.ts';

/** The ready-made page of a plugin on both usual boards, as rows of flap codes. */
export interface PagePictures {
  readonly flagship: number[][];
  readonly note: number[][];
}

const BOARDS = {
  flagship: { device_type: 'flagship', ...FLAGSHIP },
  note: { device_type: 'note', ...NOTE },
} as const satisfies Record<keyof PagePictures, Geometry>;

const drawBoth = (draw: (kind: keyof PagePictures) => number[][]): PagePictures => ({
  flagship: draw('flagship'),
  note: draw('note'),
});

/** Rows of text as flap codes; tiles are written `{63}`. */
export const picturesOf = (rows: Readonly<Record<keyof PagePictures, readonly string[]>>): PagePictures =>
  drawBoth((kind) => {
    const context = { now: 0, zone: 'UTC', budget: createBudget(), source: () => undefined };
    return gridToRows(compilePage({ template: rows[kind] }, BOARDS[kind]).render(context));
  });

/** Data of a plugin, with the lines that it made of them itself. */
export interface Drawable {
  readonly data: JsonObject;
  readonly formatted_lines?: readonly string[] | null | undefined;
}

/** What the ready-made page of a key shows of data: the template of its manifest, or its own lines. */
export const drawData = (plugin: DataPlugin, key: string, drawn: Drawable, moment: PluginMoment): PagePictures => {
  const { manifest, entityLookup = false } = plugin;
  const { data, formatted_lines } = drawn;
  const source = {
    data,
    colorRules: toColorRules(plugin, moment.config),
    markupFields: markupFields(manifest),
    entityLookup,
  };
  return drawBoth((kind) => {
    const board = BOARDS[kind];
    const template = demoTemplate({ key, demo: manifest.demo }, board);
    if (!template) {
      const lines = formatted_lines ?? plugin.format?.({ ...moment, data, board }) ?? defaultLines(data);
      return gridToRows(layoutLines(lines, board));
    }
    const { now, zone } = moment;
    const context = { now, zone, budget: createBudget(), source: (id: string) => (id === key ? source : undefined) };
    return gridToRows(
      compilePage({ template: template.lines, line_metadata: template.line_metadata }, board).render(context),
    );
  });
};

/** What the variables of a manifest are for example. */
const examplesOf = ({ variables: { simple } }: Manifest): JsonObject =>
  Array.isArray(simple)
    ? {}
    : Object.fromEntries(
        Object.entries(simple).flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])),
      );

/**
 * The page of a plugin that nobody has set up: the rows that its manifest gives for it, what it computes without
 * settings, or the examples of its variables.
 */
export const drawSampleOf = (
  plugin: DataPlugin,
  schema: SettingSchema,
  at: Omit<PluginMoment, 'config'>,
): PagePictures => {
  const { sample, id } = plugin.manifest;
  if (sample) return picturesOf(sample);
  const config = withDefaults(schema, {});
  const moment = { ...at, config };
  const isReady = missingSettings(schema, config).length === 0;
  const computed = isReady && plugin.live ? boundResult(plugin.live(moment)) : null;
  const data = computed?.available ? computed.payload.data : examplesOf(plugin.manifest);
  return drawData(plugin, id, { data }, moment);
};
