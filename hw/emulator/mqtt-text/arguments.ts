import { numberIn, readCommand, sizeIn, type Command } from '../command-line.ts';

/** What the command line asks for. */
export interface TextEmulatorOptions {
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly commandTopic: string;
  readonly stateTopic: string;
  readonly rows: number;
  readonly cols: number;
  readonly flapMs: number;
}

/** How the emulator is called. */
const HELP = `Usage: node emulators/mqtt-text.cjs [options]

Pretends to be a display that takes its text from an MQTT topic.

  --url URL            broker, default mqtt://localhost:1883
  --username NAME
  --password WORD
  --command-topic T    default splitflap/set
  --state-topic T      default splitflap/state
  --size RxC           rows x columns, default 1x12
  --flap-ms N          how long a flap takes, default 60; 0 turns at once
  --help

Type "help" while it runs for what a hand can do to it.
`;

const TEXTS = ['url', 'username', 'password', 'command-topic', 'state-topic', 'size', 'flap-ms'];

/** Reads the command line; complaints are one line. */
export const parseTextCommand = (argv: readonly string[]): Command<TextEmulatorOptions> =>
  readCommand(argv, { texts: TEXTS, help: () => HELP }, (given) => {
    const { texts } = given;
    const size = sizeIn(texts['size'] ?? '1x12', 1024, 'places', '1x12');
    const url = texts['url'] ?? 'mqtt://localhost:1883';
    if (!/^mqtts?:\/\//.test(url)) throw new Error('--url begins with mqtt:// or mqtts://.');
    return {
      url,
      username: texts['username'],
      password: texts['password'],
      commandTopic: texts['command-topic'] ?? 'splitflap/set',
      stateTopic: texts['state-topic'] ?? 'splitflap/state',
      ...size,
      flapMs: numberIn(given, 'flap-ms', { usual: 60, least: 0, most: 60_000 }),
    };
  });
