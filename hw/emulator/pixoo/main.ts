import { endWith, runCommand } from '../command-line.ts';
import { parsePixelCommand } from '../pixels/arguments.ts';
import { drawPixels } from '../pixels/terminal.ts';
import { readConsole } from '../serial/console.ts';
import { PixooDevice, SIDE } from './device.ts';
import { startPixooServer } from './server.ts';

const HELP = `Usage: npm run emulator -- pixoo [options]

Pretends to be a Divoom Pixoo 64: its HTTP server, and its pixels in this terminal.

  --port N         default 8064
  --answer-ms N    how long an answer takes, default 190
  --hangs-after N  pictures without a reset of their count until it hangs, default 300
  --help

Type "help" while it runs for what a hand can do to it.
`;

const OPTIONS = {
  port: { usual: 8064, least: 0, most: 65_535 },
  'answer-ms': { usual: 190, least: 0, most: 60_000 },
  'hangs-after': { usual: 300, least: 1, most: 1_000_000 },
};

const run = async (options: Readonly<Record<string, number>>): Promise<void> => {
  const draw = (): void => {
    console.log(drawPixels(device.pixels, SIDE));
    if (device.hangs) console.log('It hangs now: type "restart".');
  };
  const device: PixooDevice = new PixooDevice(draw, { hangsAfter: options['hangs-after'] ?? 300 });
  const server = await startPixooServer(device, { port: options['port'] ?? 0, answerMs: options['answer-ms'] ?? 0 });
  console.log(`A Pixoo 64 answers at 127.0.0.1:${server.port}: give its board that host.`);
  const become = (fault: Parameters<typeof server.setFault>[0], said: string) => () =>
    server.setFault(fault).then(() => said);
  readConsole({
    off: { usage: 'off, on     cuts its power, and gives it back', run: become('off', 'switched off') },
    on: {
      usage: '',
      run: async () => {
        device.restart();
        await server.setFault('none');
        return 'switched on';
      },
    },
    restart: { usage: 'restart     cuts its power for a moment', run: () => (device.restart(), 'restarted') },
    silent: { usage: 'silent      takes requests and answers none, until "on"', run: become('silent', 'silent') },
    garbage: { usage: 'garbage     answers what is no HTTP, until "on"', run: become('garbage', 'talking nonsense') },
  });
  endWith(() => server.close());
};

void runCommand(parsePixelCommand(process.argv.slice(2), HELP, OPTIONS), ({ numbers }) => run(numbers));
