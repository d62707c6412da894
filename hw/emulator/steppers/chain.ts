import type { Layout } from '../../steppers/line-layout.ts';
import type { SteppedWall } from './wall.ts';

/** What is wired to half a register: the coils of a module, or lights of three modules and the start of a loop-back. */
type Half = number | 'lights' | null;

interface Board {
  readonly registers: number;
  /** What hangs on each register, low half and high half, first register first. */
  readonly halves: readonly (readonly [low: Half, high: Half])[];
  readonly modules: number;
}

/** The boards as their circuit diagrams have them. */
const BOARDS: Readonly<Record<Layout, Board>> = {
  six: {
    registers: 4,
    halves: [
      [0, 1],
      [2, 'lights'],
      ['lights', 3],
      [4, 5],
    ],
    modules: 6,
  },
  plain: {
    registers: 4,
    halves: [
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ],
    modules: 8,
  },
};

const LOOP = { output: 8, inputs: [0x40, 0x80] } as const;
const ALL_FAR = 0x3f;

/** A chain of boards with shift registers, and the motors and sensors on it. */
export class EmulatedChain {
  /** From this board on nothing is connected; -1 while all are. */
  brokenFrom = -1;
  readonly #board: Board;
  readonly #kind: Layout;
  readonly #wall: SteppedWall;
  readonly #boards: number;
  /** What the registers hold and show, the last of the chain first. */
  #held: Uint8Array;
  readonly #coils: Uint8Array;
  readonly #near: Uint8Array;

  constructor(wall: SteppedWall, kind: Layout) {
    this.#wall = wall;
    this.#kind = kind;
    this.#board = BOARDS[kind];
    const modules = wall.models.length;
    this.#boards = Math.ceil(modules / this.#board.modules);
    // Boards of one's own have no more registers than they need.
    const registers = kind === 'six' ? this.#boards * this.#board.registers : Math.ceil(modules / 2);
    this.#held = new Uint8Array(registers);
    this.#coils = new Uint8Array(modules);
    this.#near = new Uint8Array(modules);
  }

  /**
   * Shifts bytes in, shows them, and answers what the inputs read before they were shown: so many bytes as a chain
   * would have that fits the bytes.
   */
  exchange(bytes: Uint8Array, atUs: number): Uint8Array {
    const inputs = this.#load();
    const all = Buffer.concat([this.#held, bytes]);
    this.#held = all.subarray(all.length - this.#held.length);
    this.#collectCoils();
    this.#wall.apply(this.#coils, atUs);
    const answer = new Uint8Array(Math.max(1, Math.ceil(bytes.length / this.#board.registers)));
    answer.set(inputs.subarray(0, answer.length));
    return answer;
  }

  /** The byte of a register of a board; what is not connected holds nothing. */
  #register(board: number, register: number): number {
    if (this.brokenFrom >= 0 && board >= this.brokenFrom) return 0;
    return this.#held[this.#held.length - 1 - board * this.#board.registers - register] ?? 0;
  }

  #collectCoils(): void {
    this.#coils.fill(0);
    for (let board = 0; board < this.#boards; board++)
      this.#board.halves.forEach((halves, register) =>
        halves.forEach((half, high) => {
          const address = typeof half === 'number' ? board * this.#board.modules + half : -1;
          if (address in this.#coils)
            this.#coils[address] = (this.#register(board, register) >> (high === 1 ? 4 : 0)) & 0xf;
        }),
      );
  }

  #load(): Uint8Array {
    this.#wall.look(this.#near);
    return Uint8Array.from({ length: this.#boards }, (_, board) => this.#input(board));
  }

  #input(board: number): number {
    if (this.brokenFrom >= 0 && board >= this.brokenFrom) return 0;
    const { modules } = this.#board;
    let bits = this.#kind === 'six' ? ALL_FAR : 0xff;
    for (let place = 0; place < modules; place++) if (this.#near[board * modules + place] === 1) bits &= ~(1 << place);
    if (this.#kind === 'plain') return bits;
    if (((this.#register(board, 1) >> 4) & LOOP.output) !== 0) bits |= LOOP.inputs[0];
    if ((this.#register(board, 2) & LOOP.output) !== 0) bits |= LOOP.inputs[1];
    return bits;
  }
}
