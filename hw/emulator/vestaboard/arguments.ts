import { readdirSync } from 'node:fs';
import { numberIn, readCommand, type Command } from '../command-line.ts';
import type { EmulatorOptions } from './emulator.ts';

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
export const parseCommand = (argv: readonly string[]): Command<EmulatorOptions> =>
  readCommand(argv, { texts: ['type', 'port', 'host', 'key', 'token', 'tiles'], help }, (given) => {
    const { texts } = given;
    const { host, key, token } = texts;
    const type = TYPES.find((one) => one === (texts['type'] ?? 'flagship'));
    const port = numberIn(given, 'port', { usual: 7000, least: 0, most: 65_535 });
    const tiles = texts['tiles'] === undefined ? undefined : parseTiles(texts['tiles']);
    if (!type) throw new Error(`--type is one of ${TYPES.join(', ')}.`);
    if (tiles === null) throw new Error('--tiles is wide x tall, 1 to 8 each, like 2x3.');
    if (type === 'note_array' && !tiles) throw new Error('--type note_array needs --tiles.');
    return { type, port, host, key, token, tiles };
  });

const parseTiles = (text: string): { wide: number; tall: number } | null => {
  const match = /^([1-8])x([1-8])$/i.exec(text);
  return match && { wide: Number(match[1]), tall: Number(match[2]) };
};
