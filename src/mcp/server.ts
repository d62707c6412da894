import type { Log } from '../platform/log.ts';
import { argumentForm, type Form } from './form.ts';
import type { Protocol, Server } from './protocol.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { McpServices } from './services.ts';
import { call, type Tool } from './tool.ts';
import { boardTools } from './tools/boards.ts';
import { collectionTools } from './tools/collections.ts';
import { favouriteTools } from './tools/favourites.ts';
import { messageTools } from './tools/messages.ts';
import { pageTools } from './tools/pages.ts';
import { pluginTools } from './tools/plugins.ts';
import { scheduleTools } from './tools/schedules.ts';
import { stayTools } from './tools/stays.ts';
import { systemTools } from './tools/system.ts';
import { templateTools } from './tools/templates.ts';

/** What a server is made of. */
export interface McpServerOptions {
  readonly services: McpServices;
  readonly log: Pick<Log, 'error'>;
  readonly version: string;
}

const INSTRUCTIONS = [
  'flapbox drives split-flap displays ("boards"): grids of flaps that show capital letters, digits, some ' +
    'punctuation and colour tiles.',
  'A board shows a page (a template with live variables), chosen by a pin, by its schedule, or as its ' +
    'default page; a message is a one-off on top of that.',
  'Begin with list_boards: it tells the size of each board. A page fits only boards of exactly its size; ' +
    '"primary" names the main board wherever a board is asked for.',
  'Before writing a template, read the resource flapbox://reference/templates or call list_variables and ' +
    'list_functions, and check the result with render_preview, which moves no flap.',
  'Flaps wear and are loud: send a message once, not again and again. "sent" is true only when flaps ' +
    'really moved; otherwise the reason says why, and it should be told as it is.',
].join('\n');

const toolsOf = (services: McpServices): Tool[] =>
  [
    systemTools,
    boardTools,
    stayTools,
    messageTools,
    favouriteTools,
    pageTools,
    scheduleTools,
    collectionTools,
    pluginTools,
    templateTools,
  ].flatMap((make) => make(services));

/** A server with every tool, resource and prompt. */
export const createMcpServer = (library: Protocol, { services, log, version }: McpServerOptions): Server => {
  const options = {
    capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {} },
    instructions: INSTRUCTIONS,
  };
  // The library answers `initialize` with every member of its options that can be listed; its own tool is none for
  // clients.
  const adapter = { toJsonSchema: (form: Form) => Promise.resolve(form.json() as never) };
  const server = new library.McpServer<Form>(
    { name: 'flapbox', title: 'flapbox', version },
    Object.defineProperty(options, 'adapter', { value: adapter }) as typeof options & { adapter: typeof adapter },
  );
  for (const one of toolsOf(services)) {
    const { name, title, description, hints } = one;
    const schema = argumentForm(one.input, one.notes);
    server.tool({ name, title, description, annotations: hints, schema }, (args) => call(one, args, log) as never);
  }
  addResources(server, library, services);
  addPrompts(server, library, services);
  return server;
};
