import type { StepLine } from './line.ts';
import { planChain, type ChainPlan, type Layout, type LoopBack } from './line-layout.ts';

/**
 * What carries bytes to the registers of a chain and back. Throws an `Error` with a sentence when that fails.
 */
export interface ChainWires {
  /** Shifts all of `out` in, first byte first, shows it on the outputs, then reads `into` from the inputs. */
  transfer(out: Uint8Array, into: Uint8Array): void;
  /** Lets the device go; never throws. */
  close(): void;
}

/** A value is shown by one exchange and loaded by the next; boards with a buffer may take one more. */
const ROUND_TRIP = 3;
/** While it runs, a loop-back is tested once in so many exchanges. */
const TEST_EVERY = 50;
const ALL_HIGH = 0xff;

/** A chain of shift registers as a line. Boards that can test their own wiring do so at the start and ever after. */
export class ChainLine implements StepLine {
  readonly modules: number;
  /** By address: why a module is left alone; null for those that are driven. */
  readonly faults: readonly (string | null)[];
  readonly #wires: ChainWires;
  readonly #plan: ChainPlan;
  readonly #out: Uint8Array;
  readonly #in: Uint8Array;
  /** The modules before the first board that does not answer. */
  readonly #driven: number;
  /** The loop-backs of their boards. */
  readonly #watched: readonly LoopBack[];
  #exchanges = 0;
  /** The loop-back whose turn it is, and how often in a row it failed. */
  #tested = 0;
  #failures = 0;
  #closed = false;

  constructor(wires: ChainWires, layout: Layout, modules: number) {
    this.#wires = wires;
    this.modules = modules;
    this.#plan = planChain(layout, modules);
    this.#out = new Uint8Array(this.#plan.outputBytes);
    this.#in = new Uint8Array(this.#plan.inputBytes);
    const broken = this.#guard(() => this.#findBroken());
    if (broken?.board === 0) {
      this.#wires.close();
      throw new Error(broken.sentence);
    }
    this.#driven = broken ? broken.board * this.#plan.perBoard : modules;
    this.#watched = this.#plan.loopBacks.filter(({ board }) => board * this.#plan.perBoard < this.#driven);
    this.faults = Array.from({ length: modules }, (_, address) =>
      broken && address >= this.#driven ? broken.sentence : null,
    );
  }

  exchange(coils: Uint8Array, sensors: Uint8Array): void {
    const beat = this.#exchanges++ % TEST_EVERY;
    const tested = beat < ROUND_TRIP ? this.#watched[this.#tested] : undefined;
    this.#pack(coils, sensors);
    if (tested) this.#put(tested.output.byte, tested.output.mask);
    this.#wires.transfer(this.#out, this.#in);
    this.#unpack(sensors);
    if (tested && beat === ROUND_TRIP - 1) this.#judge(tested);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      this.#showNothing();
    } catch {
      // What is gone turns nothing any more.
    }
    this.#wires.close();
  }

  #guard<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      this.#wires.close();
      throw error;
    }
  }

  #showNothing(): void {
    this.#out.fill(0);
    this.#wires.transfer(this.#out, this.#in);
  }

  /** The first board whose loop-back does not come back alone. All coils are off before, meanwhile and after. */
  #findBroken(): { board: number; sentence: string } | null {
    const { loopBacks } = this.#plan;
    for (const tested of [null, ...loopBacks]) {
      this.#out.fill(0);
      if (tested) this.#out[tested.output.byte] = tested.output.mask;
      for (let round = 0; round < ROUND_TRIP; round++) this.#wires.transfer(this.#out, this.#in);
      const wrong = this.#wrongWhile(tested, loopBacks);
      if (wrong) return { board: wrong.board, sentence: this.#explain(wrong.board) };
    }
    this.#showNothing();
    return null;
  }

  /** The first loop-back of a list that does not read as it has to while one of them, or none, is set. */
  #wrongWhile(tested: LoopBack | null, loopBacks: readonly LoopBack[]): LoopBack | undefined {
    return loopBacks.find((one) => this.#reads(one) !== (one === tested));
  }

  #reads({ input }: LoopBack): boolean {
    return ((this.#in[input.byte] ?? 0) & input.mask) !== 0;
  }

  #explain(board: number): string {
    const { perBoard } = this.#plan;
    const last = Math.min(this.modules, (board + 1) * perBoard) - 1;
    const advice =
      board === 0 ? 'its wires to the Pi' : `the ribbon from board ${board}, and whether there are so many boards`;
    return `Board ${board + 1} (modules ${board * perBoard} to ${last}) fails its own test: check its supply and ${advice}.`;
  }

  /**
   * Noise may spoil one test; a board that fails twice in a row does not get its frames. A chain that is torn reads
   * zeros or ones from there on, so all of them are looked at.
   */
  #judge(tested: LoopBack): void {
    const wrong = this.#wrongWhile(tested, this.#watched);
    this.#failures = wrong ? this.#failures + 1 : 0;
    if (!wrong) this.#tested = (this.#tested + 1) % this.#watched.length;
    else if (this.#failures > 1) throw new Error(this.#explain(wrong.board));
  }

  /** Coils of driven modules, a light where a magnet was near, and the loop-back that is tested. */
  #pack(coils: Uint8Array, sensors: Uint8Array): void {
    const { lights } = this.#plan;
    this.#out.fill(0);
    for (let address = 0; address < this.#driven; address++) {
      const place = this.#plan.coils[address];
      if (place) this.#put(place.byte, (coils[address] ?? 0) << place.shift);
      const light = lights[address];
      if (light && sensors[address] === 1) this.#put(light.byte, light.mask);
    }
  }

  #put(byte: number, bits: number): void {
    this.#out[byte] = (this.#out[byte] ?? 0) | (bits & ALL_HIGH);
  }

  #unpack(sensors: Uint8Array): void {
    for (let address = 0; address < this.modules; address++) {
      const place = this.#plan.sensors[address];
      const low = place !== undefined && ((this.#in[place.byte] ?? 0) & place.mask) === 0;
      sensors[address] = low && address < this.#driven ? 1 : 0;
    }
  }
}
