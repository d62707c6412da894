import { SIDE } from '../../panel/pixoo/commands.ts';
import { endWith, numberIn, readCommand, runCommand } from '../command-line.ts';
import { drawPixels } from '../pixels/terminal.ts';
import { readConsole, saying } from '../serial/console.ts';
import { PixooDevice } from './device.ts';
import { startPixooServer } from './server.ts';

const HELP = `Usage: npm run emulator -- pixoo [options]

Pretends to be a Divoom Pixoo 64: its HTTP server, and its pixels in this terminal.

  --port N         default 8064
  --answer-ms N    how long an answer takes, default 190
  --hangs-after N  pictures without a reset of their count until it hangs, default 300
  --help

Type "help" while it runs for what a hand can do to it.
`;

interface Options {
  readonly port: number;
  readonly answerMs: number;
  readonly hangsAfter: number;
}

const run = async ({ port, answerMs, hangsAfter }: Options): Promise<void> => {
  const draw = (): void => {
    console.log(drawPixels(device.pixels, SIDE));
    if (device.hangs) console.log('It hangs now: type "restart".');
  };
  const device: PixooDevice = new PixooDevice(draw, { hangsAfter });
  const server = await startPixooServer(device, { port, answerMs });
  console.log(`A Pixoo 64 answers at 127.0.0.1:${server.port}: give its board that host.`);
  readConsole({
    off: saying('off, on     cuts its power, and gives it back', 'switched off', () => server.setFault('off')),
    on: saying('', 'switched on', () => {
      device.restart();
      return server.setFault('none');
    }),
    restart: saying('restart     cuts its power for a moment', 'restarted', () => device.restart()),
    silent: saying('silent      takes requests and answers none, until "on"', 'silent', () =>
      server.setFault('silent'),
    ),
    garbage: saying('garbage     answers what is no HTTP, until "on"', 'talking nonsense', () =>
      server.setFault('garbage'),
    ),
  });
  endWith(() => server.close());
};

const FORM = { texts: ['port', 'answer-ms', 'hangs-after'], help: () => HELP };
const command = readCommand(process.argv.slice(2), FORM, (given) => ({
  port: numberIn(given, 'port', { usual: 8064, least: 0, most: 65_535 }),
  answerMs: numberIn(given, 'answer-ms', { usual: 190, least: 0, most: 60_000 }),
  hangsAfter: numberIn(given, 'hangs-after', { usual: 300, least: 1, most: 1_000_000 }),
}));
void runCommand(command, run);
