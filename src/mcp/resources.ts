import { Fault } from '../fault.ts';
import { PICTURE, pictureFileUri, pictureUri } from './picture-uris.ts';
import type { Protocol, Server } from './protocol.ts';
import { writeReference } from './reference.ts';
import { RPC } from './rpc.ts';
import type { McpServices } from './services.ts';
import { ASKER } from './tool.ts';
import { PICTURE_SIZE } from './tools/arguments.ts';
import { describeBoard } from './wording.ts';

const REFERENCE = 'flapbox://reference/templates';
const CATALOGUE = 'flapbox://catalogue';
const PICTURE_FILE = `${PICTURE}.png`;

const content = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] });

/** Runs what a service may refuse; its refusal becomes an error of the protocol. */
export const translateFaults = async <T>({ McpError }: Protocol, run: () => T | Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new McpError(error.status === 404 ? RPC.noResource : RPC.invalidParams, error.detail);
  }
};

/** Ids of boards that begin with what was typed, for completion. */
export const completeBoard = (services: McpServices) => (typed: string) => {
  const values = ['primary', ...services.boards.list().boards.map(({ id }) => id)].filter((id) => id.startsWith(typed));
  return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
};

const addPictureFiles = (server: Server, library: Protocol, services: McpServices): void => {
  const { boards, pictures } = services;
  server.template(
    {
      name: 'board-picture-file',
      title: 'A board as a picture file',
      description: 'The flaps of a board as they look, as a PNG.',
      uri: PICTURE_FILE,
      mimeType: 'image/png',
      list: () =>
        boards.list().boards.map(({ id, name }) => ({
          name: `picture file of ${name}`,
          title: `${name} as a picture`,
          uri: pictureFileUri(id),
          mimeType: 'image/png',
        })),
      complete: { board: completeBoard(services) },
    },
    (uri, { board }) =>
      translateFaults(library, async () => {
        const { type, bytes } = await pictures.ofBoard(String(board), 'png', PICTURE_SIZE);
        return { contents: [{ uri, mimeType: type, blob: (await bytes(ASKER)).toString('base64') }] };
      }),
  );
};

/** Adds the language of templates, the catalogue, and the picture of each board. */
export const addResources = (server: Server, library: Protocol, services: McpServices): void => {
  server.resource(
    {
      name: 'template-language',
      title: 'The language of templates',
      description: 'How to write templates: markers, variables, filters, functions, samples.',
      uri: REFERENCE,
      mimeType: 'text/markdown',
    },
    (uri) => content(uri, 'text/markdown', writeReference(services.render)),
  );
  server.resource(
    {
      name: 'catalogue',
      title: 'Variables, functions, symbols and colours',
      description: 'Everything that a template of this appliance may name, with present values, as JSON.',
      uri: CATALOGUE,
      mimeType: 'application/json',
    },
    (uri) =>
      content(
        uri,
        'application/json',
        JSON.stringify({ ...services.render.catalog(), ...services.render.functions() }),
      ),
  );
  server.template(
    {
      name: 'board-picture',
      title: 'What is on a board',
      description: 'The flaps of a board as text, and why they show that.',
      uri: PICTURE,
      mimeType: 'text/plain',
      list: () =>
        services.boards.list().boards.map(({ id, name }) => ({
          name: `picture of ${name}`,
          title: `What is on ${name}`,
          uri: pictureUri(id),
          mimeType: 'text/plain',
        })),
      complete: { board: completeBoard(services) },
    },
    (uri, { board }) =>
      translateFaults(library, () => content(uri, 'text/plain', describeBoard(services.boards.detail(String(board))))),
  );
  addPictureFiles(server, library, services);
};
