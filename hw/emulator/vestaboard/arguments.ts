import { readdirSync } from 'node:fs';
import { sentenceOf } from '../../../src/core/sentence.ts';
import { parseArgs } from 'node:util';
import type { EmulatorOptions } from './emulator.ts';

/** What the command line asks for: options, the help text, or a complaint. */
export type Command =
  | { readonly options: EmulatorOptions }
  | { readonly help: string }
  | { readonly complaint: string };

const TYPES = ['flagship', 'note', 'note_array', 'cloud'] as const;

/** The programs that stand in for other hardware lie beside this one. */
const others = (): string[] =>
  readdirSync(__dirname)
    .flatMap((name) => /^(?!vestaboard)(.+)\.cjs$/.exec(name)?.[1] ?? [])
    .sort();

/** How the emulator is called. */
const help = (): string => `Usage: npm run emulator -- [options]

Pretends to be a Vestaboard, so that flapbox can be tried without one.

  --type TYPE    flagship (default), note, note_array or cloud
  --port PORT    default 7000; 0 takes any free port
  --host HOST    default 127.0.0.1
  --key KEY      Local API key, or the cloud's Read/Write key
  --token TOKEN  enablement token, or the cloud's token
  --tiles WxH    Notes of an array, wide x tall, 1 to 8 each
  --help

GET / with a browser shows the board. GET /emulator/state, GET and PUT /emulator/switches,
GET and DELETE /emulator/requests and POST /emulator/refuse {"ms": n} control it.

Other hardware has programs of its own, node emulators/NAME.cjs --help:
  ${others().join(', ')}
`;

/** Reads the command line; complaints are one line. */
export const parseCommand = (argv: readonly string[]): Command => {
  const read = readOptions(argv);
  if ('complaint' in read) return read;
  const { values } = read;
  if (values.help) return { help: help() };
  const type = TYPES.find((one) => one === (values.type ?? 'flagship'));
  const port = Number(values.port ?? 7000);
  const tiles = values.tiles === undefined ? undefined : parseTiles(values.tiles);
  if (!type) return { complaint: `--type is one of ${TYPES.join(', ')}.` };
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || values.port === '')
    return { complaint: '--port is 0 to 65535.' };
  if (tiles === null) return { complaint: '--tiles is wide x tall, 1 to 8 each, like 2x3.' };
  if (type === 'note_array' && !tiles) return { complaint: '--type note_array needs --tiles.' };
  return { options: { type, port, host: values.host, key: values.key, token: values.token, tiles } };
};

const readOptions = (argv: readonly string[]) => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: { type: text, port: text, host: text, key: text, token: text, tiles: text, help: { type: 'boolean' } },
    });
  } catch (error) {
    return { complaint: sentenceOf(error) };
  }
};

const parseTiles = (text: string): { wide: number; tall: number } | null => {
  const match = /^([1-8])x([1-8])$/i.exec(text);
  return match && { wide: Number(match[1]), tall: Number(match[2]) };
};
