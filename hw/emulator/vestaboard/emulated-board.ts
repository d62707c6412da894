import type { Display } from './display.ts';
import type { Credentials } from './local-api.ts';
import type { Station } from './station.ts';

/** Where a board hangs in its array. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

/** One listening board, or the cloud's. */
export class EmulatedBoard {
  /** Tile row and column from 0; both 0 outside of arrays. */
  readonly row: number;
  readonly col: number;
  readonly display: Display;
  readonly credentials: Credentials;
  readonly #station: Station;

  constructor(station: Station, place: Place, display: Display, credentials: Credentials) {
    this.#station = station;
    this.row = place.row;
    this.col = place.col;
    this.display = display;
    this.credentials = credentials;
  }

  get host(): string {
    return this.#station.host;
  }

  get port(): number {
    return this.#station.port;
  }

  get url(): string {
    return `http://${this.host}:${this.port}`;
  }
}
