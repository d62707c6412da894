import * as v from 'valibot';
import { describeGeometry } from '../core/flaps/geometry.ts';
import { argumentForm, readArguments, type ArgumentSchema } from './form.ts';
import type { Protocol, Server } from './protocol.ts';
import { writeReference } from './reference.ts';
import { completeBoard, translateFaults } from './resources.ts';
import { RPC } from './rpc.ts';
import type { McpServices } from './services.ts';
import { BoardArgument } from './tools/arguments.ts';
import { bullets, describeBoard, nameBoard, namePage } from './wording.ts';

interface PromptSpec<Input extends ArgumentSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly notes?: Readonly<Record<string, string>>;
  write(args: v.InferOutput<Input>): string | Promise<string>;
}

type Prompt = PromptSpec<ArgumentSchema>;

// `addPrompts` hands over what the schema promises.
const prompt = <Input extends ArgumentSchema>(spec: PromptSpec<Input>): Prompt => spec;

const pagePrompt = ({ boards, render }: McpServices): Prompt =>
  prompt({
    name: 'write_page',
    title: 'Write a page for a board',
    description: 'A page about a subject, laid out for the size of a board.',
    input: v.object({ topic: v.string(), board: BoardArgument }),
    notes: { topic: 'What the page should show.' },
    write: ({ topic, board }) => {
      const target = boards.detail(board);
      return [
        `Write a page for the split-flap board "${target.name}" (id ${target.id}) about: ${topic}`,
        `The board is a ${describeGeometry(target)}: give a template of exactly ${target.rows} lines, ` +
          `none of which draws more than ${target.cols} flaps. A colour tile or symbol takes one flap. Only capital ` +
          'letters, digits and common punctuation can be shown.',
        'Look at the live variables with list_variables, and enable a plugin if one is missing. Draw the ' +
          'template with render_preview until every line fits and no ??? or #-error is left; think of the longest ' +
          'values too. Then save it with create_page in the size of the board, show me the picture, and ask before ' +
          'you pin it.',
        writeReference(render),
      ].join('\n\n');
    },
  });

const schedulePrompt = ({ boards, pages, schedules }: McpServices): Prompt =>
  prompt({
    name: 'design_schedule',
    title: 'Design a schedule',
    description: 'Time rules for a board from what its owner wishes.',
    input: v.object({ wishes: v.string(), board: BoardArgument }),
    notes: { wishes: 'What should be shown when.' },
    write: ({ wishes, board }) => {
      const target = boards.detail(board);
      return [
        `Design the schedule of the board "${target.name}" (id ${target.id}) so that: ${wishes}`,
        nameBoard(target),
        `Its rules now, as JSON:\n${JSON.stringify(schedules.list(target.id).schedules)}`,
        `The pages (only those of ${target.rows} rows and ${target.cols} columns ` +
          `fit):\n${bullets(pages.list().pages.map(namePage), 'There is no page.')}`,
        'Propose the rules as a table first: days, start, end, page. A one-off rule takes precedence ' +
          'over an annual one, and an annual one over a weekly one; among equals the newest counts. After I agree, ' +
          'make them with create_schedule, see to it that schedule_enabled is true and a default page covers the ' +
          'gaps, and check the week with get_timeline.',
      ].join('\n\n');
    },
  });

const explainPrompt = ({ boards, timeline }: McpServices): Prompt =>
  prompt({
    name: 'explain_board',
    title: 'Explain what a board will show',
    description: 'Why a board shows what it shows, and what comes in the next 24 hours.',
    input: v.object({ board: BoardArgument }),
    write: async ({ board }) => {
      const target = boards.detail(board);
      const { ranges } = await timeline.get(target.id, undefined, undefined);
      return [
        `Explain in plain words what the board "${target.name}" shows now, why, and what it will show in ` +
          'the next 24 hours.',
        describeBoard(target),
        `The next 24 hours, as JSON:\n${JSON.stringify(ranges)}`,
        'The first that applies wins: paused, quiet (nothing is written in either), critical message, silence window, ' +
          'urgent message, timed message, trigger of a plugin, message without an end, followed frame, pin, schedule ' +
          'rule, default page. Use get_page, list_schedules and get_status for what is missing, and say so when ' +
          'something looks wrong.',
      ].join('\n\n');
    },
  });

const completeNothing = () => ({ completion: { values: [] } });

/** Adds the prompts: starting points that an owner picks, filled with what is true of the appliance. */
export const addPrompts = (server: Server, library: Protocol, services: McpServices): void => {
  for (const { name, title, description, input, notes, write } of [
    pagePrompt(services),
    schedulePrompt(services),
    explainPrompt(services),
  ]) {
    const complete = Object.fromEntries(
      Object.keys(input.entries).map((argument) => [
        argument,
        argument === 'board' ? completeBoard(services) : completeNothing,
      ]),
    );
    server.prompt({ name, title, description, schema: argumentForm(input, notes), complete }, async (given) => {
      // Clients send what a person left empty as an empty text.
      const filled = Object.entries(given ?? {}).filter(([, value]) => value !== '');
      const args = readArguments(input, Object.fromEntries(filled));
      if (!args.ok) throw new library.McpError(RPC.invalidParams, args.problem);
      const text = await translateFaults(library, () => write(args.value));
      return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
  }
};
