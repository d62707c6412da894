import { systemClock } from '../../../src/platform/clock.ts';
import { TEXT_FLAPS } from '../../panel/mqtt-text/reel.ts';
import { drawLines, indexOf, readConsole } from '../serial/console.ts';
import { parseTextCommand, type TextEmulatorOptions } from './arguments.ts';
import { TextDisplay } from './display.ts';

const run = ({ url, username, password, commandTopic, stateTopic, rows, cols, flapMs }: TextEmulatorOptions): void => {
  const { connect } = require('mqtt') as typeof import('mqtt');
  const client = connect(url, { ...(username ? { username } : {}), ...(password ? { password } : {}) });
  const tell = (shown: string): void => {
    console.log(drawLines(shown, cols));
    client.publish(stateTopic, shown, { retain: true });
  };
  const display = new TextDisplay({ clock: systemClock, width: rows * cols, flaps: `${TEXT_FLAPS}roygbpw`, flapMs, onRest: tell });
  client.on('connect', () => {
    client.subscribe(commandTopic, { qos: 1 });
    console.log(`A display of ${rows} rows and ${cols} columns listens to ${commandTopic} and tells on ${stateTopic}`);
    tell(display.shown);
  });
  client.on('message', (_topic, payload) => display.show(payload.toString('utf8')));
  client.on('error', ({ message }) => console.error(`The broker cannot be used: ${message}`));
  readConsole({
    turn: {
      usage: 'turn PLACE LETTER  turns the flap at a place, from 0, by hand',
      run: ([place, letter = ' ']) => {
        display.turnByHand(indexOf(place, rows * cols), letter.charAt(0));
        return 'turned';
      },
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => client.end(true, {}, () => process.exit(0)));
};

const command = parseTextCommand(process.argv.slice(2));
if ('help' in command) console.log(command.help);
else if ('complaint' in command) {
  console.error(command.complaint);
  process.exitCode = 2;
} else run(command.options);
