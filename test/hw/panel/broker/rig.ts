import { BrokerWalls } from '../../../../hw/panel/broker/broker-walls.ts';
import type { BrokerEvents } from '../../../../hw/panel/broker-link.ts';
import type { HubPlace, OpenHubLink } from '../../../../hw/panel/broker/link.ts';
import { frameTopic, parseFrame, placeFrame, stateTopic, type Relay } from '../../../../src/core/follow/frame.ts';
import type { JoiningDesk } from '../../../../src/core/follow/joining.ts';
import { OFFLINE, encodeReport, type ToldReport } from '../../../../src/core/follow/state.ts';
import { createGrid, gridToRows } from '../../../../src/core/flaps/grid.ts';
import { systemClock, type Clock } from '../../../../src/platform/clock.ts';
import type { Panel } from '../../../../src/schema/boards/boards.ts';
import { SMALLEST, panelOf } from '../rig.ts';

/** What can be wrong between driver and broker. */
export type BrokerFault = 'none' | 'unreachable' | 'unacknowledged';

type Listener = (topic: string, payload: string, retained: boolean) => void;

/** A broker in memory: it keeps what is retained, and tells it to whoever listens, in order. */
export class MemoryBroker {
  readonly retained = new Map<string, string>();
  /** Every message that was published. */
  readonly messages: { readonly topic: string; readonly payload: string }[] = [];
  readonly opened: HubPlace[] = [];
  fault: BrokerFault = 'none';
  readonly #listeners = new Map<Listener, readonly RegExp[]>();
  readonly #links = new Map<BrokerEvents, Listener>();

  /** Listens to topics, `+` in them for any part; answers how to end that. What is retained is told at once. */
  listen(topics: readonly string[], listener: Listener): () => void {
    const filters = topics.map((topic) => new RegExp(`^${topic.replaceAll('+', '[^/]+')}$`));
    this.#listeners.set(listener, filters);
    for (const [topic, payload] of this.retained)
      if (filters.some((filter) => filter.test(topic))) listener(topic, payload, true);
    return () => void this.#listeners.delete(listener);
  }

  /** `again`: it is told as kept from before, as after a subscription. */
  publish(topic: string, payload: string, again = false): void {
    this.messages.push({ topic, payload });
    if (payload === '') this.retained.delete(topic);
    else this.retained.set(topic, payload);
    for (const [listener, filters] of this.#listeners)
      if (filters.some((filter) => filter.test(topic))) listener(topic, payload, again);
  }

  /** How many connections of hubs there are. */
  get connections(): number {
    return this.#links.size;
  }

  /** Ends the connections of hubs, as a broker that restarts does. */
  drop(): void {
    const gone = [...this.#links];
    this.#links.clear();
    for (const [events, listener] of gone) {
      this.#listeners.delete(listener);
      events.onClose();
    }
  }

  readonly open: OpenHubLink = async (place, events) => {
    this.opened.push(place);
    if (this.fault === 'unreachable') throw new Error('The MQTT broker at broker.local cannot be reached.');
    const listener: Listener = (topic, payload, retained) => events.onMessage(topic, payload, retained);
    this.#links.set(events, listener);
    const unlisten = [this.listen(place.topics, listener)];
    return {
      publish: async (topic, payload) => {
        if (!this.#links.has(events)) throw new Error('The connection to the MQTT broker is lost.');
        if (this.fault === 'unacknowledged' && topic.endsWith('/frame')) await new Promise(() => undefined);
        this.publish(topic, payload);
      },
      listen: (topic) => void unlisten.push(this.listen([topic], listener)),
      close: () => {
        this.#links.delete(events);
        for (const end of unlisten) end();
      },
    };
  };
}

/** The prefix of the topics in tests. */
export const PREFIX = 'campus/hall';

/** A wall that follows, without flaps that take time. */
export class MemoryFollower {
  grid = createGrid(SMALLEST.rows, SMALLEST.cols);
  sequence: number | null = null;
  readonly #broker: MemoryBroker;
  readonly #id: string;
  readonly #unlisten: () => void;

  constructor(broker: MemoryBroker, id: string, more: Partial<ToldReport> = {}) {
    this.#broker = broker;
    this.#id = id;
    this.#unlisten = broker.listen([frameTopic(PREFIX)], (_topic, payload) => this.#show(payload, more));
  }

  /** Tells something else than the last report. */
  tell(more: Partial<ToldReport>): void {
    const { rows, cols } = this.grid;
    const report: ToldReport = {
      name: this.#id,
      rows,
      cols,
      sequence: this.sequence,
      shows: true,
      code: 'sent',
      reason: null,
      fit: 'exact',
      drifted: false,
      error: null,
      characters: this.grid,
    };
    this.#broker.publish(stateTopic(PREFIX, this.#id), encodeReport({ ...report, ...more }));
  }

  /** Its connection ends without a word. */
  vanish(): void {
    this.#unlisten();
    this.#broker.publish(stateTopic(PREFIX, this.#id), OFFLINE);
  }

  #show(payload: string, more: Partial<ToldReport>): void {
    const reading = parseFrame(payload);
    if ('problem' in reading || reading.value.sequence <= (this.sequence ?? -1)) return;
    this.sequence = reading.value.sequence;
    this.grid = placeFrame(reading.value.grid, this.grid.rows, this.grid.cols).grid;
    this.tell(more);
  }
}

/** A hub, a broker in memory, and one wall that follows. */
export interface BrokerRig {
  readonly driver: BrokerWalls;
  readonly broker: MemoryBroker;
  readonly follower: MemoryFollower;
  shown(): number[][];
}

/** What a rig is made from. */
export interface BrokerRigOptions {
  readonly clock?: Clock;
  readonly broker?: MemoryBroker;
  readonly connection?: Panel['connection'];
  readonly relay?: () => Relay | null;
  readonly desk?: () => JoiningDesk;
}

/** Makes a driver that was not started, in front of a broker in memory. */
export const brokerRig = ({
  clock = systemClock,
  broker = new MemoryBroker(),
  connection = {},
  relay = () => null,
  desk,
}: BrokerRigOptions = {}): BrokerRig => {
  const follower = new MemoryFollower(broker, 'wall');
  const panel = panelOf('broker', {
    connection: { url: 'mqtt://broker.local', topic_prefix: PREFIX, ...connection },
  });
  return {
    driver: new BrokerWalls({ ...SMALLEST, panel }, { clock, open: broker.open, relay, ...(desk && { desk }) }),
    broker,
    follower,
    shown: () => gridToRows(follower.grid),
  };
};
