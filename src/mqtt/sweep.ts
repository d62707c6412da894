import type { Cancel, Clock } from '../platform/clock.ts';
import type { AnnouncedPlace, AnnouncedPlaces } from '../store/announced-places.ts';
import { Leftovers } from './leftovers.ts';
import type { Session } from './session.ts';

/** What a sweep depends on. */
export interface SweepPorts {
  readonly clock: Clock;
  readonly places: AnnouncedPlaces;
  /** What should lie at the broker; null while it is still being told. */
  readonly wanted: () => ReadonlySet<string> | null;
}

/** How long a broker may take to tell what it retains. */
const LISTEN_MS = 3000;
/** Of places that were left while the broker was away the latest count. */
const MOST_PLACES = 8;

const isSame = (one: AnnouncedPlace, other: AnnouncedPlace): boolean =>
  one.base === other.base && one.prefix === other.prefix && one.own === other.own;

/**
 * Takes from the broker what earlier sessions left there: boards that were removed while it was away, and everything
 * under topics that the appliance had before.
 */
export class Sweep {
  readonly #ports: SweepPorts;
  /** Where the appliance was announced and has not been swept since, the latest last. */
  #places: readonly AnnouncedPlace[] = [];
  #reading: Promise<void> | null = null;
  #leftovers: readonly Leftovers[] = [];
  #cancel: Cancel = () => undefined;

  constructor(ports: SweepPorts) {
    this.#ports = ports;
  }

  /** Resolves when it is known what an earlier run announced; never rejects. */
  ready(): Promise<void> {
    this.#reading ??= this.#ports.places.read().then((places) => void (this.#places = places));
    return this.#reading;
  }

  /** Listens to what the broker retains, and clears what nobody wants, once all is told that should be there. */
  begin(session: Session, now: AnnouncedPlace): void {
    const former = this.#places.filter((place) => !isSame(place, now)).slice(1 - MOST_PLACES);
    this.#keep([...former, now]);
    this.#leftovers = this.#places.map((place) => new Leftovers(place, now));
    session.subscribe(this.#topics);
    this.#clearWhenTold(session, now);
  }

  /** Takes a retained message. */
  hear(topic: string, payload: Buffer): void {
    for (const leftovers of this.#leftovers) leftovers.hear(topic, payload);
  }

  /** Clears nothing of what was heard. */
  stop(): void {
    this.#cancel();
    this.#leftovers = [];
  }

  get #topics(): string[] {
    return [...new Set(this.#leftovers.flatMap(({ topics }) => topics))];
  }

  #clearWhenTold(session: Session, now: AnnouncedPlace): void {
    this.#cancel();
    this.#cancel = this.#ports.clock.after(LISTEN_MS, () => {
      const wanted = this.#ports.wanted();
      if (!wanted) return this.#clearWhenTold(session, now);
      session.unsubscribe(this.#topics);
      const unwanted = new Set(this.#leftovers.flatMap((leftovers) => leftovers.unwanted(wanted)));
      this.#leftovers = [];
      for (const topic of unwanted) session.publish(topic, '', true);
      if (session.connected) this.#keep([now]);
    });
  }

  #keep(places: readonly AnnouncedPlace[]): void {
    this.#places = places;
    void this.#ports.places.keep(places);
  }
}
