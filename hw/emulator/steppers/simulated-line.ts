import type { StepLine } from '../../steppers/line.ts';
import { SharedWall, SteppedWall, type SteppedWallOptions } from './wall.ts';

/** What a simulated line is opened with: plain data, and memory that another thread watches. */
export interface SimulatedLineOptions {
  readonly wall: SteppedWallOptions;
  readonly memory: SharedArrayBuffer;
}

const NS_PER_US = 1000n;

/** The time of this machine in microseconds. */
const nowUs = (): number => Number(process.hrtime.bigint() / NS_PER_US);

/** A line to emulated motors in this process, in real time. */
class SimulatedLine implements StepLine {
  readonly modules: number;
  readonly #wall: SteppedWall;
  readonly #shared: SharedWall;

  constructor({ wall, memory }: SimulatedLineOptions) {
    this.modules = wall.modules;
    this.#wall = new SteppedWall(wall);
    this.#shared = new SharedWall(memory);
    this.#check();
    this.#shared.restore(this.#wall);
  }

  exchange(coils: Uint8Array, sensors: Uint8Array): void {
    this.#check();
    this.#shared.obey(this.#wall);
    this.#wall.apply(coils, nowUs());
    this.#wall.look(sensors);
    this.#shared.publish(this.#wall, sensors);
  }

  close(): void {
    this.#wall.apply(new Uint8Array(this.modules), nowUs());
    this.#shared.publish(this.#wall, new Uint8Array(this.modules));
  }

  #check(): void {
    if (this.#shared.head('unplugged') === 1) throw new Error('The emulated line is gone.');
  }
}

/** Opens a simulated line; throws an `Error` with a sentence while it is unplugged. */
export const open = (options: SimulatedLineOptions): StepLine => new SimulatedLine(options);
