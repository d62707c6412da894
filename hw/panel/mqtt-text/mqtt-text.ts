import type { Driver, Frame, ReadOutcome, Watch, WriteOutcome } from '../../../src/board/driver.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import {
  acknowledged,
  brokerIn,
  openBrokerLink,
  requireTopic,
  type BrokerAddress,
  type BrokerLink,
} from '../broker-link.ts';
import type { PanelSetup } from '../description.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { Wall } from '../wall.ts';
import type { TEXT_FIELDS } from './fields.ts';
import { encodeText, flapOfLetter, withoutLetter } from './reel.ts';
import { TEXT_FLAPS } from './text-flaps.ts';

const READ_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 1000;
const HIGHEST_ADDRESS = 1023;
const OFFLINE = { status: 'failed', reason: 'The display says that it is offline: is it switched on?' } as const;

/** No display has more modules than a message of this many bytes. */
const LONGEST_STATE = 4096;

type TextConnection = ConnectionOf<typeof TEXT_FIELDS>;

/** The topics of a display. */
interface TextTopics {
  readonly command: string;
  /** Where the display tells what it shows; null when it does not. */
  readonly state: string | null;
  /**
   * Where displays that have such a topic tell that they are `online` or `offline`; null when there is no place for it.
   */
  readonly availability: string | null;
}

/** Size and settings of a panel. */
export type MqttTextSettings = PanelSetup<TextConnection>;

/** What the driver depends on; tests pass a connection of their own. */
export interface MqttTextDeps {
  readonly clock: Clock;
  readonly open?: typeof openBrokerLink;
}

/** What a display said it shows, and whether it said so after it was last given a text. */
interface State {
  readonly letters: readonly string[];
  readonly fresh: boolean;
}

/**
 * Drives a display that takes one text of fixed width from an MQTT topic, a character for each module by its address,
 * and does everything else by itself. What it shows is known where it tells so on a topic of its own.
 */
export class MqttText extends LinkedDriver<BrokerLink> implements Driver {
  readonly kind = 'mqtt-text';
  /** Each text starts a movement of the whole display, so there is no use in sending it in steps. */
  readonly transitions = 'none';
  readonly readBackMs: number | null;
  /** Only a display that is listened to can be heard starting, so a lost connection is made anew. */
  readonly watch: Watch = {
    everyMs: LOOK_EVERY_MS,
    look: async (signal) => void (await this.connect(signal)),
  };
  readonly #broker: BrokerAddress;
  readonly #topics: TextTopics;
  readonly #clock: Clock;
  readonly #opener: typeof openBrokerLink;
  readonly #wall: Wall;
  #state: State | null = null;
  /** The last text that was published, and whether the display has told that it shows it. */
  #published: { readonly text: string; shown: boolean } | null = null;
  /** What is said of the display's being there; null while nobody has said anything. */
  #online: boolean | null = null;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: MqttTextSettings, { clock, open = openBrokerLink }: MqttTextDeps) {
    super();
    this.#broker = brokerIn(panel.connection);
    this.#topics = topicsOf(panel.connection);
    this.#clock = clock;
    this.#opener = open;
    this.#wall = new Wall({ rows, cols, panel, highestAddress: HIGHEST_ADDRESS, defaultFlaps: TEXT_FLAPS });
    this.#wall.adopt(null, withoutLetter(this.#wall.flaps));
    this.readBackMs = this.#topics.state === null ? null : READ_EVERY_MS;
  }

  protected override forget(): void {
    this.#state = null;
  }

  async write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    try {
      const link = await this.connect(signal);
      if (this.#online === false) return OFFLINE;
      const { flaps, substitutions } = this.#wall.aim(grid);
      const text = encodeText(
        this.#wall.flaps,
        this.#wall.modules.map(({ address }, module) => ({ address, flap: flaps[module] ?? 0 })),
      );
      if (this.#state) this.#state = { ...this.#state, fresh: false };
      this.#published = { text, shown: false };
      const cancelled = () => new Error('The write was called off.');
      await this.until(signal, (either) =>
        acknowledged(this.#clock, link.publish(this.#topics.command, text), either, cancelled),
      );
      return { status: 'sent', substitutions };
    } catch (error) {
      await this.drop();
      this.#state = null;
      return { status: 'failed', reason: sentenceOf(error) };
    }
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, async (either): Promise<ReadOutcome> => {
      await this.connect(either);
      if (this.#online === false) return OFFLINE;
      const { asked } = this.#wall;
      const known = this.#state !== null && (this.#state.fresh || asked === null);
      if (this.readBackMs === null || (!known && asked === null)) return { status: 'read', grid: null };
      return { status: 'read', grid: this.#wall.gridFrom((module) => (known ? this.#flapAt(module) : null)) };
    });
  }

  protected async open(signal: AbortSignal): Promise<BrokerLink> {
    const { state, availability } = this.#topics;
    const topics = state === null ? [] : [state];
    const listening = { topics, qos: 0, source: 'the state topic', longest: LONGEST_STATE } as const;
    const events = {
      onMessage: (topic: string, text: string, kept: boolean) =>
        topic === state ? this.#learn(text) : this.#heed(text, kept),
      onClose: () => this.lose(link),
    };
    const link = await this.#opener(this.#broker, listening, events, signal);
    // Most displays have no such topic, and a broker may refuse it.
    if (availability !== null) link.listen(availability);
    return link;
  }

  protected release(link: BrokerLink): void {
    link.close();
  }

  #learn(text: string): void {
    const line = text.replace(/\r?\n/g, '');
    this.#state = { letters: [...line], fresh: true };
    const published = this.#published;
    if (!published) return;
    // A display that goes blank by itself has started anew, unless it tells such a thing in its own way.
    const wentBlank = published.shown && line.trim() === '' && this.#online === null;
    published.shown = isSame(line, published.text) && line.trim() !== '';
    if (wentBlank) this.tellRestart();
  }

  /** A display says that it is there when it starts, and the broker when it is gone. */
  #heed(text: string, kept: boolean): void {
    const word = text.trim().toLowerCase();
    if (word !== 'online' && word !== 'offline') return;
    const before = this.#online;
    this.#online = word === 'online';
    if (this.#online && (before === false || !kept)) this.tellRestart();
  }

  #flapAt(module: number): number {
    return flapOfLetter(this.#wall.flaps, this.#state?.letters[this.#wall.modules[module]?.address ?? 0] ?? ' ');
  }
}

const isSame = (told: string, asked: string): boolean => told.trimEnd().toUpperCase() === asked.trimEnd().toUpperCase();

const topicsOf = ({ command_topic, state_topic }: TextConnection): TextTopics => {
  if (!command_topic) throw new Error('The panel needs the topic that takes its text.');
  for (const topic of [command_topic, state_topic ?? '']) requireTopic('The topics of the panel', topic);
  const parent = command_topic.lastIndexOf('/');
  const availability = parent < 0 ? null : `${command_topic.slice(0, parent)}/availability`;
  return { command: command_topic, state: state_topic || null, availability };
};
