/**
 * How modules lie on a chain of shift registers. `six`: the widespread driver boards of six modules, with lights and a
 * loop-back. `plain`: one byte for two modules, the even one in its low half, and one byte of sensors for eight
 * modules.
 */
export type Layout = 'six' | 'plain';

/** A bit of a frame: its byte, and a mask. */
export interface FrameBit {
  readonly byte: number;
  readonly mask: number;
}

/** An output of a board that is wired to an input of its own. */
export interface LoopBack {
  readonly board: number;
  readonly output: FrameBit;
  readonly input: FrameBit;
}

/** Where everything of a chain lies in the bytes that are shifted out, last register first, and in. */
export interface ChainPlan {
  readonly outputBytes: number;
  readonly inputBytes: number;
  /** The byte and the shift of each module's coils. */
  readonly coils: readonly { readonly byte: number; readonly shift: 0 | 4 }[];
  /** The bit of each module's sensor; 0 means magnet near. */
  readonly sensors: readonly FrameBit[];
  /** The bit of each module's light; empty where there are none. */
  readonly lights: readonly FrameBit[];
  readonly loopBacks: readonly LoopBack[];
  /** How many modules are on a board, and how the owner calls it. */
  readonly perBoard: number;
}

const SIX = 6;
const SIX_OUT = 4;
/** The register, counted from the chain's beginning, that drives each of six modules; even ones have its low half. */
const SIX_REGISTERS = [0, 0, 1, 2, 3, 3] as const;
const SIX_SHIFTS = [0, 4, 0, 4, 0, 4] as const;
/** The register and the mask of each of six lights. */
const SIX_LIGHTS = [
  [1, 0x10],
  [1, 0x20],
  [1, 0x40],
  [2, 0x01],
  [2, 0x02],
  [2, 0x04],
] as const;
/** Register, mask and mask of the input of both loop-backs. */
const SIX_LOOPS = [
  [1, 0x80, 0x40],
  [2, 0x08, 0x80],
] as const;

const planSix = (modules: number): ChainPlan => {
  const boards = Math.ceil(modules / SIX);
  const outputBytes = boards * SIX_OUT;
  const byteOf = (board: number, register: number): number => outputBytes - 1 - board * SIX_OUT - register;
  const addresses = Array.from({ length: modules }, (_, address) => ({
    board: Math.floor(address / SIX),
    place: address % SIX,
  }));
  return {
    outputBytes,
    inputBytes: boards,
    coils: addresses.map(({ board, place }) => ({
      byte: byteOf(board, SIX_REGISTERS[place] ?? 0),
      shift: SIX_SHIFTS[place] ?? 0,
    })),
    sensors: addresses.map(({ board, place }) => ({ byte: board, mask: 1 << place })),
    lights: addresses.map(({ board, place }) => {
      const [register, mask] = SIX_LIGHTS[place] ?? [0, 0];
      return { byte: byteOf(board, register), mask };
    }),
    loopBacks: Array.from({ length: boards }, (_, board) =>
      SIX_LOOPS.map(([register, mask, input]) => ({
        board,
        output: { byte: byteOf(board, register), mask },
        input: { byte: board, mask: input },
      })),
    ).flat(),
    perBoard: SIX,
  };
};

const PLAIN_SENSORS = 8;

const planPlain = (modules: number): ChainPlan => {
  const outputBytes = Math.ceil(modules / 2);
  const addresses = Array.from({ length: modules }, (_, address) => address);
  return {
    outputBytes,
    inputBytes: Math.ceil(modules / PLAIN_SENSORS),
    coils: addresses.map((address) => ({
      byte: outputBytes - 1 - Math.floor(address / 2),
      shift: address % 2 === 0 ? 0 : 4,
    })),
    sensors: addresses.map((address) => ({
      byte: Math.floor(address / PLAIN_SENSORS),
      mask: 1 << (address % PLAIN_SENSORS),
    })),
    lights: [],
    loopBacks: [],
    perBoard: modules,
  };
};

/** Where everything lies on a chain of so many modules; the last board may have fewer than it has room for. */
export const planChain = (layout: Layout, modules: number): ChainPlan =>
  layout === 'six' ? planSix(modules) : planPlain(modules);
