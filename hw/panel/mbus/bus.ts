/** What a bus tells. */
export interface BusEvents {
  /** A line that some module said. */
  onLine(line: string): void;
  /** The bus is gone. */
  onClose(reason: string): void;
}

/** An open way to the modules of a bus, whatever carries the frames. */
export interface Bus {
  /** Sends a frame when the wire is free for it; rejects with a sentence when the bus is gone. */
  send(frame: string): Promise<void>;
  /** Releases the bus; never rejects, and `onClose` is not called for it. */
  close(): Promise<void>;
}

/** One kind of bus. */
export interface BusKind {
  /** Whether frames may lose blanks at their end, so that flaps have to be asked for by number. */
  readonly trims: boolean;
  /** What an answer takes longer than on a cable, in ms. */
  readonly delayMs: number;
  /** Opens the bus; rejects with a sentence for the owner, and where it takes long soon after the signal aborts. */
  open(events: BusEvents, signal: AbortSignal): Promise<Bus>;
}
