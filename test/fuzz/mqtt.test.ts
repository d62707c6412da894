import { generate } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startBadBroker, type BadBroker } from '../faults/broker.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { createDraw, repeat, SEED, type Draw } from './draw.ts';
import { hostileText, hostileValue } from './hostile.ts';

/**
 * Commands, payloads and whole packets that no home automation sends: each is carried out or refused, and the next one
 * is heard.
 */
const test = suite('any word of a broker');

const OBJECTS = [
  'paused',
  'schedule_enabled',
  'active_page',
  'send_message',
  'blank_board',
  'clear_message',
  'refresh_display',
  'next_page',
  'previous_page',
  'display_service',
  'all_paused',
  'all_quiet',
  'quiet',
  'vbml',
  'transition_style',
  'refresh_interval',
  'no_such',
];
const MEMBERS = [
  'message',
  'text',
  'page',
  'page_id',
  'page_name',
  'name',
  'state',
  'value',
  'board',
  'board_id',
  'force',
  'duration_minutes',
  '__proto__',
  'toString',
];
const PLAIN = [
  'ON',
  'OFF',
  'on',
  '',
  '0',
  '1e9',
  '-1',
  'NaN',
  'None',
  'Welcome',
  'HELLO\\nWORLD',
  '{red}',
  '[1,2]',
  'null',
  '{',
  '{"message":',
  '60',
  '99999999999999999999',
  'column',
  'plugin:typewriter',
];
/** Values that code turns into text without a thought. */
const AWKWARD: readonly unknown[] = [
  { toString: 'x' },
  { toString: null, valueOf: 1 },
  [[]],
  { toJSON: 1 },
  [{ toString: 1 }],
  'primary',
  'PRIMARY',
  480,
  481,
  0.5,
  true,
];

const commandOf = (draw: Draw): string => {
  if (draw.chance(0.35)) return draw.chance(0.7) ? draw.pick(PLAIN) : hostileText(draw);
  if (draw.chance(0.05)) return `{"board":${'['.repeat(8000)}${']'.repeat(8000)}}`;
  return JSON.stringify(
    Object.fromEntries(
      draw.list(0, 4, () => [
        draw.pick(MEMBERS),
        draw.pick([() => draw.pick(AWKWARD), () => draw.pick(PLAIN), () => hostileValue(draw)])(),
      ]),
    ),
  );
};

const topicOf = (draw: Draw, boards: readonly string[]): string =>
  draw.pick([
    () => `flapbox/${draw.pick(OBJECTS)}/set`,
    () => `flapbox/board/${draw.pick(boards)}/${draw.pick(OBJECTS)}/set`,
    () => `flapbox/board/${hostileText(draw).slice(0, 60) || 'x'}/${draw.pick(OBJECTS)}/set`,
    () =>
      draw.pick([
        'homeassistant/status',
        'flapbox//set',
        'flapbox/board/+/paused/set',
        'flapbox/#/set',
        'flapbox/board/a/b/c/set',
        '',
        '\0',
        'flapbox/set',
      ]),
  ])();

const packetOf = (draw: Draw): Uint8Array =>
  draw.pick<() => Uint8Array>([
    () => Uint8Array.from(draw.list(1, 60, () => draw.integer(0, 255))),
    () => Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0x7f),
    () => generate({ cmd: 'puback', messageId: draw.integer(1, 65_535) }),
    () => generate({ cmd: 'suback', messageId: draw.integer(1, 65_535), granted: [128] }),
    () =>
      generate({
        cmd: 'publish',
        topic: 'flapbox/paused/set',
        payload: 'OFF',
        qos: 2,
        dup: true,
        retain: true,
        messageId: draw.integer(1, 9),
      }),
    () => generate({ cmd: 'connack', returnCode: 0, sessionPresent: true }),
    () => generate({ cmd: 'pingresp' }),
  ])();

const results = (broker: BadBroker) =>
  [...broker.published].filter(([topic]) => topic.endsWith('/result')).flatMap(([, payloads]) => payloads);

const connected = async (appliance: Appliance): Promise<void> =>
  until(async () => (await appliance.call<{ connected: boolean }>('GET', '/mqtt/status')).body.connected);

/** A command that nothing stands against is carried out. */
const obeys = async (appliance: Appliance, broker: BadBroker, round: number): Promise<void> => {
  await connected(appliance);
  const seconds = 10 + (round % 3000);
  await until(async () => {
    broker.publish('flapbox/refresh_interval/set', String(seconds));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (
      (await appliance.call<{ interval_seconds: number }>('GET', '/settings/polling')).body.interval_seconds === seconds
    );
  });
};

/** A broken packet ends the connection for some seconds, so there are few of them. */
const breaksOff = (round: number): boolean => round % 400 === 398;

test('is executed or refused, and the next one is received', async () => {
  const broker = await startBadBroker();
  const appliance = await startAppliance({ env: { SERVICE_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` } });
  const draw = createDraw(SEED);
  try {
    await connected(appliance);
    const boards = (await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body.boards.map(
      ({ id }) => id,
    );
    const count = await repeat(800, async (round) => {
      if (!breaksOff(round)) broker.publish(topicOf(draw, boards) || 'x', commandOf(draw));
      else {
        broker.throw(packetOf(draw));
        await new Promise((resolve) => setTimeout(resolve, 5));
        // What began as a packet may go on for megabytes, and all that follows is taken for a part of it.
        broker.drop();
      }
      if (round % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      if (round % 400 === 399) await obeys(appliance, broker, round);
    });
    await obeys(appliance, broker, count);
    for (const result of results(broker)) assert.type((JSON.parse(result) as { ok: unknown }).ok, 'boolean');
    assert.not.match(appliance.lines.join('\n'), /failed unexpectedly|unhandled|TypeError|RangeError/);
  } finally {
    await appliance.close();
    await broker.close();
  }
});

test.run();
