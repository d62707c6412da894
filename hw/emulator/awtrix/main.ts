import { systemClock } from '../../../src/platform/clock.ts';
import { WIDTH } from '../../panel/awtrix/link.ts';
import { endWith, numberIn, readCommand, runCommand, type Given } from '../command-line.ts';
import { drawPixels } from '../pixels/terminal.ts';
import { readConsole, saying } from '../serial/console.ts';
import { connectAwtrix } from './broker-client.ts';
import { AwtrixDevice } from './device.ts';
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

const run = async (port: number, texts: Given['texts']): Promise<void> => {
  const draw = (): void => console.log(`${drawPixels(device.pixels, WIDTH)} ${device.app}`);
  // It draws itself as soon as it is made.
  const device: AwtrixDevice = new AwtrixDevice(systemClock, () => setImmediate(draw));
  const server = await startAwtrixServer(device, { port, login: texts['login'] ?? null });
  console.log(`An AWTRIX 3 clock answers at 127.0.0.1:${server.port}: give its board that host.`);
  const { url, prefix = 'awtrix', username, password } = texts;
  const client = url ? connectAwtrix(device, { url, prefix, username, password }, systemClock) : null;
  readConsole({
    off: saying('off, on     cuts its power, and gives it back', 'switched off', async () => {
      await server.setFault('off');
      if (!client) return;
      client.options.reconnectPeriod = 0;
      client.stream.destroy();
    }),
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

const FORM = { texts: ['port', 'login', 'url', 'prefix', 'username', 'password'], help: () => HELP };
const command = readCommand(process.argv.slice(2), FORM, (given) => ({
  port: numberIn(given, 'port', { usual: 8032, least: 0, most: 65_535 }),
  texts: given.texts,
}));
void runCommand(command, ({ port, texts }) => run(port, texts));
