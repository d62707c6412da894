import { systemClock } from '../../../src/platform/clock.ts';
import { TEXT_FLAPS } from '../../panel/mqtt-text/text-flaps.ts';
import { drawLines, indexOf, readConsole, saying } from '../serial/console.ts';
import { endWith, runCommand } from '../command-line.ts';
import { parseTextCommand, type TextEmulatorOptions } from './arguments.ts';
import { TextDisplay } from './display.ts';

const run = ({ url, username, password, commandTopic, stateTopic, rows, cols, flapMs }: TextEmulatorOptions): void => {
  const { connect } = require('mqtt') as typeof import('mqtt');
  const availabilityTopic = `${commandTopic.split('/').slice(0, -1).join('/')}/availability`;
  const client = connect(url, {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    will: { topic: availabilityTopic, payload: Buffer.from('offline'), qos: 0, retain: true },
  });
  const tell = (shown: string): void => {
    console.log(drawLines(shown, cols));
    client.publish(stateTopic, shown, { retain: true });
  };
  const display = new TextDisplay({
    clock: systemClock,
    width: rows * cols,
    flaps: `${TEXT_FLAPS}roygbpw`,
    flapMs,
    onRest: tell,
  });
  client.on('connect', () => {
    client.subscribe(commandTopic, { qos: 1 });
    console.log(`A display of ${rows} rows and ${cols} columns listens to ${commandTopic} and tells on ${stateTopic}`);
    client.publish(availabilityTopic, 'online', { retain: true });
    tell(display.shown);
  });
  client.on('message', (_topic, payload) => display.show(payload.toString('utf8')));
  client.on('error', ({ message }) => console.error(`The broker cannot be used: ${message}`));
  readConsole({
    off: saying('off, on            cuts its power, and gives it back', 'switched off', () => {
      display.switchOff();
      client.stream.destroy();
      client.options.reconnectPeriod = 0;
    }),
    on: saying('', 'switched on', () => {
      client.reconnect();
      display.switchOn();
    }),
    turn: {
      usage: 'turn PLACE LETTER  turns the flap at a place, from 0, by hand',
      run: ([place, letter = ' ']) => {
        display.turnByHand(indexOf(place, rows * cols), letter.charAt(0));
        return 'turned';
      },
    },
  });
  endWith(() => new Promise((resolve) => client.end(true, {}, () => resolve())));
};

void runCommand(parseTextCommand(process.argv.slice(2)), run);
