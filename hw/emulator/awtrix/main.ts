import { systemClock } from '../../../src/platform/clock.ts';
import { endWith, runCommand } from '../command-line.ts';
import { parsePixelCommand } from '../pixels/arguments.ts';
import { drawPixels } from '../pixels/terminal.ts';
import { readConsole, saying } from '../serial/console.ts';
import { connectAwtrix } from './broker-client.ts';
import { AwtrixDevice } from './device.ts';
import { WIDTH } from './drawing.ts';
import { startAwtrixServer } from './server.ts';

const HELP = `Usage: npm run emulator -- awtrix [options]

Pretends to be a clock with the AWTRIX 3 firmware: its HTTP server, its pixels in this terminal, and with --url its MQTT topics.

  --port N          of the HTTP server, default 8032
  --login NAME:WORD what the HTTP server asks for, default nothing
  --url URL         MQTT broker, default none
  --prefix T        of its topics, default awtrix
  --username NAME   at the broker
  --password WORD   at the broker
  --help

Type "help" while it runs for what a hand can do to it.
`;

const run = async (port: number, texts: Readonly<Record<string, string>>): Promise<void> => {
  const draw = (): void => console.log(`${drawPixels(device.pixels, WIDTH)} ${device.app}`);
  // It draws itself as soon as it is made.
  const device: AwtrixDevice = new AwtrixDevice(systemClock, () => setImmediate(draw));
  const server = await startAwtrixServer(device, { port, login: texts['login'] ?? null });
  console.log(`An AWTRIX 3 clock answers at 127.0.0.1:${server.port}: give its board that host.`);
  const { url, prefix = 'awtrix', username, password } = texts;
  const client = url ? connectAwtrix(device, { url, prefix, username, password }, systemClock) : null;
  readConsole({
    off: saying('off, on     cuts its power, and gives it back', 'off', () => server.setFault('off')),
    on: saying('', 'switched on', async () => {
      device.restart();
      await server.setFault('none');
      client?.reconnect();
    }),
    next: saying('next        presses its right button', 'the next app', () => device.next()),
    middle: saying('middle      presses its middle button', 'pressed', () => device.dismiss()),
    silent: saying('silent      takes requests and answers none, until "on"', 'silent', () =>
      server.setFault('silent'),
    ),
  });
  endWith(() => server.close());
};

const command = parsePixelCommand(process.argv.slice(2), HELP, { port: { usual: 8032, least: 0, most: 65_535 } }, [
  'login',
  'url',
  'prefix',
  'username',
  'password',
]);
void runCommand(command, ({ numbers, texts }) => run(numbers['port'] ?? 0, texts));
