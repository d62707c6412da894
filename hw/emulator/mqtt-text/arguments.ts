import { sentenceOf } from '../../../src/core/sentence.ts';
import { parseArgs } from 'node:util';

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

/** What came out of a command line: options, the help text, or a complaint. */
export type TextCommand =
  | { readonly options: TextEmulatorOptions }
  | { readonly help: string }
  | { readonly complaint: string };

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

const text = { type: 'string' } as const;

/** Reads the command line; complaints are one line. */
export const parseTextCommand = (argv: readonly string[]): TextCommand => {
  try {
    const options = {
      url: text,
      username: text,
      password: text,
      'command-topic': text,
      'state-topic': text,
      size: text,
      'flap-ms': text,
      help: { type: 'boolean' },
    } as const;
    const { values } = parseArgs({ args: [...argv], options });
    if (values.help) return { help: HELP };
    const [, rows = 0, cols = 0] = (/^(\d{1,3})x(\d{1,3})$/.exec(values.size ?? '1x12') ?? []).map(Number);
    const flapMs = Number(values['flap-ms'] ?? 60);
    const url = values.url ?? 'mqtt://localhost:1883';
    if (rows * cols < 1 || rows * cols > 1024)
      return { complaint: '--size is rows x columns, with up to 1024 places, like 1x12.' };
    if (!Number.isInteger(flapMs) || flapMs < 0 || values['flap-ms'] === '')
      return { complaint: '--flap-ms is a whole number from 0.' };
    if (!/^mqtts?:\/\//.test(url)) return { complaint: '--url begins with mqtt:// or mqtts://.' };
    const { username, password } = values;
    return {
      options: {
        url,
        username,
        password,
        commandTopic: values['command-topic'] ?? 'splitflap/set',
        stateTopic: values['state-topic'] ?? 'splitflap/state',
        rows,
        cols,
        flapMs,
      },
    };
  } catch (error) {
    return { complaint: sentenceOf(error) };
  }
};
