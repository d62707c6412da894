import * as v from 'valibot';
import {
  CatalogSchema,
  FunctionsSchema,
  RenderAnswerSchema,
  RenderQuerySchema,
  RenderRequestSchema,
  type Catalog,
} from '../../schema/content/templates.ts';
import type { RenderTarget } from '../../service/templates/render.ts';
import type { McpServices } from '../services.ts';
import { FETCHES, READS, tool, type Tool } from '../tool.ts';
import { bullets } from '../wording.ts';
import { PICTURE_SIZE, PictureArgument } from './arguments.ts';

interface About {
  readonly description?: string;
  readonly preview?: string;
}

const describeVariables = ({ variables, variable_metadata = {} }: Catalog): string[] =>
  Object.entries(variables).flatMap(([plugin, names]) => {
    const about = variable_metadata[plugin] as Readonly<Record<string, About>> | undefined;
    return names.map((name) => {
      const { description, preview } = about?.[name] ?? {};
      const now = preview ? ` (now ${JSON.stringify(preview)})` : '';
      return `{{${plugin}.${name}}}${description ? `: ${description}` : ''}${now}`;
    });
  });

const targetOf = (board: string | undefined, device_type: RenderTarget['device_type']): RenderTarget => ({
  device_type,
  board: board ?? (device_type === undefined ? 'primary' : undefined),
});

/** What templates may say, and what they look like. */
export const templateTools = ({ render, pictures }: McpServices): Tool[] => [
  tool({
    name: 'list_variables',
    title: 'List the variables',
    description:
      'Every variable that the enabled plugins bring, with its present value, and the colours, symbols ' +
      'and filters that templates know.',
    hints: READS,
    input: v.object({}),
    output: CatalogSchema,
    run: () => render.catalog(),
    format: (catalog) =>
      [
        bullets(describeVariables(catalog), 'No plugin that brings variables is enabled.'),
        `Colours: ${Object.keys(catalog.colors).join(', ')}`,
        `Symbols: ${catalog.symbols.join(', ')}`,
        `Filters: ${catalog.filters.join(', ')}`,
      ].join('\n'),
  }),
  tool({
    name: 'list_functions',
    title: 'List the functions',
    description: 'Every function of formulas, as {{=IF(weather.temperature > 25, "HOT", "MILD")}}.',
    hints: READS,
    input: v.object({}),
    output: FunctionsSchema,
    run: () => render.functions(),
    format: ({ functions }) =>
      bullets(
        Object.values(functions).map(({ signature, summary }) => `${signature}: ${summary}`),
        'There is no function.',
      ),
  }),
  tool({
    name: 'render_preview',
    title: 'Preview a template',
    description:
      'Lays a template out with present values and moves no flap. A list of lines is a whole page; one text goes ' +
      'through the substitutions only. ??? is a variable without a value, #NAME and the like a mistake in a formula.',
    hints: FETCHES,
    input: v.object({ ...RenderRequestSchema.entries, ...RenderQuerySchema.entries, picture: PictureArgument }),
    notes: {
      template: 'One text, or one for each row.',
      line_metadata: 'See create_page.',
      board: 'The board whose size is taken; the main one unless device_type is given.',
      device_type: 'The size to take instead: flagship, note or note_array.',
    },
    output: RenderAnswerSchema,
    run: ({ board, device_type, ...request }) => render.render(request, targetOf(board, device_type)),
    picture: async ({ board, device_type, picture, ...request }) =>
      picture ? pictures.ofTemplate(request, targetOf(board, device_type), 'png', PICTURE_SIZE) : null,
    format: ({ rendered }) => rendered,
  }),
];
