import { TextDisplay } from '../../../../hw/emulator/mqtt-text/display.ts';
import { FlapSet } from '../../../../hw/panel/flap-set.ts';
import type { BrokerAddress, BrokerEvents, openBrokerLink } from '../../../../hw/panel/broker-link.ts';
import { MqttText } from '../../../../hw/panel/mqtt-text/mqtt-text.ts';
import { flapOfLetter } from '../../../../hw/panel/mqtt-text/reel.ts';
import { TEXT_FLAPS } from '../../../../hw/panel/mqtt-text/text-flaps.ts';
import { systemClock, type Clock } from '../../../../src/platform/clock.ts';
import type { Panel } from '../../../../src/schema/boards/boards.ts';
import { SMALLEST, panelOf } from '../rig.ts';

/** What can be wrong between driver and display. */
export type LinkFault = 'none' | 'unreachable' | 'unacknowledged';

/** A display behind a connection in memory, and a driver that was not started. */
export interface TextRig {
  readonly driver: MqttText;
  readonly display: TextDisplay;
  /** Every text that was published. */
  readonly texts: string[];
  /** The topics that they were published to. */
  readonly commandTopics: string[];
  /** What each connection was made with, and the topics that were listened to. */
  readonly opened: (BrokerAddress & { readonly heard: string[] })[];
  /** Also ends the present connection, unless it is `none`. */
  setFault(fault: LinkFault): void;
  /** Ends the connection as a broker that restarts does. */
  drop(): void;
  /** The display tells something on its own. */
  tell(text: string): void;
  /** The display, or the broker for it, says whether it is there. */
  say(availability: string, kept?: boolean): void;
  /** What the display turns to or shows, as rows of codes. */
  shown(): number[][];
}

/** What a rig is made from. */
export interface TextRigOptions {
  readonly clock?: Clock;
  readonly panel?: Partial<Panel>;
  readonly connection?: Panel['connection'];
  readonly password?: string;
  readonly flapMs?: number;
}

/** A broker's place is taken by a function: what is published arrives at once. */
export const textRig = ({
  clock = systemClock,
  panel = {},
  connection = {},
  password,
  flapMs = 0,
}: TextRigOptions = {}): TextRig => {
  const { rows, cols } = SMALLEST;
  const texts: string[] = [];
  const commandTopics: string[] = [];
  const opened: TextRig['opened'] = [];
  let fault: LinkFault = 'none';
  let events: BrokerEvents | null = null;
  const display = new TextDisplay({
    clock,
    width: rows * cols,
    flaps: TEXT_FLAPS,
    flapMs,
    onRest: (text) => tell(text),
  });
  const tell = (text: string): void => events?.onMessage(connection['state_topic'] ?? 'wall/state', text, false);
  const open: typeof openBrokerLink = async (broker, { topics }, given) => {
    const heard = [...topics];
    opened.push({ ...broker, heard });
    if (fault === 'unreachable') throw new Error('The MQTT broker at broker.local cannot be reached.');
    events = given;
    return {
      publish: async (topic, text) => {
        commandTopics.push(topic);
        if (events !== given) throw new Error('The connection to the MQTT broker is lost.');
        texts.push(text);
        if (fault === 'unacknowledged') await new Promise(() => undefined);
        display.show(text);
      },
      listen: (topic) => void heard.push(topic),
      close: () => {
        if (events === given) events = null;
      },
    };
  };
  const drop = (): void => {
    const gone = events;
    events = null;
    gone?.onClose();
  };
  const settings = panelOf('mqtt-text', {
    connection: {
      url: 'mqtt://broker.local',
      command_topic: 'wall/set',
      state_topic: 'wall/state',
      password,
      ...connection,
    },
    ...panel,
  });
  const set = new FlapSet(TEXT_FLAPS);
  const codeAt = (at: number): number => set.codeAt(flapOfLetter(set, display.target[at] ?? ' '));
  return {
    driver: new MqttText({ rows, cols, panel: settings }, { clock, open }),
    display,
    texts,
    commandTopics,
    opened,
    drop,
    setFault: (next) => {
      fault = next;
      if (next === 'unreachable') drop();
    },
    tell,
    say: (availability, kept = false) => events?.onMessage('wall/availability', availability, kept),
    shown: () =>
      Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => codeAt(row * cols + col))),
  };
};
