import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EmulatedChain } from '../../../hw/emulator/steppers/chain.ts';
import type { Layout } from '../../../hw/steppers/line-layout.ts';
import { SteppedWall } from '../../../hw/emulator/steppers/wall.ts';
import { ChainLine, type ChainWires } from '../../../hw/steppers/line-chain.ts';
import { BitBang } from '../../../hw/steppers/line-shift-pins.ts';
import type { NamedPin } from '../../../hw/steppers/line-pins.ts';

const test = suite('chain line');

/** A chain and the wires to it, in this thread; `spoil` changes what is read. */
const createChain = (kind: Layout, modules: number) => {
  const wall = new SteppedWall({ modules, stepper: { start: 1000 } });
  const chain = new EmulatedChain(wall, kind);
  const rig = { wall, chain, now: 0, closed: 0, transfers: 0, spoil: (_: Uint8Array): void => undefined };
  const wires: ChainWires = {
    transfer: (out, into) => {
      rig.transfers++;
      const answer = chain.exchange(out, (rig.now += 2000));
      assert.is(answer.length, into.length);
      into.set(answer);
      rig.spoil(into);
    },
    close: () => void rig.closed++,
  };
  return { rig, wires };
};

const patternsOf = (wall: SteppedWall): number[] => wall.models.map(({ nibble }) => nibble);

for (const [kind, board] of [
  ['six', 6],
  ['plain', 8],
] as const)
  test(`${kind}: what lies behind a break neither turns nor tells, and what lies before it does`, () => {
    const modules = 3 * board;
    const wall = new SteppedWall({ modules, stepper: { start: 1000 } });
    const chain = new EmulatedChain(wall, kind);
    const registers = new Uint8Array(12).fill(kind === 'six' ? 0x33 : 0xcc);
    const far = kind === 'six' ? 0x3f : 0xff;
    for (const broken of [1, 0]) {
      chain.brokenFrom = broken;
      chain.exchange(new Uint8Array(12), 1000);
      chain.exchange(registers, 2000);
      const turned = wall.models.map(({ nibble }) => nibble !== 0);
      assert.equal(
        turned,
        turned.map((_, address) => address < broken * board),
      );
      assert.equal(
        [...chain.exchange(registers, 3000)],
        [0, 1, 2].map((one) => (one < broken ? far : 0)),
      );
    }
  });

for (const [kind, modules] of [
  ['six', 1],
  ['six', 6],
  ['six', 7],
  ['six', 108],
  ['plain', 1],
  ['plain', 3],
  ['plain', 16],
  ['plain', 108],
] as const) {
  test(`${kind}: each of ${modules} modules gets its own pattern, and its own sensor tells`, () => {
    const { rig, wires } = createChain(kind, modules);
    const line = new ChainLine(wires, kind, modules);
    const [coils, sensors] = [new Uint8Array(modules), new Uint8Array(modules)];
    for (let address = 0; address < modules; address++) {
      coils.fill(0)[address] = 12;
      line.exchange(coils, sensors);
      assert.equal(patternsOf(rig.wall), [...coils]);
      rig.wall.models.forEach((model, one) => (model.sensorFault = one === address ? 'stuck' : 'dead'));
      line.exchange(coils, sensors);
      assert.equal(
        [...sensors],
        rig.wall.models.map((_, one) => Number(one === address)),
      );
    }
    coils.set(Array.from({ length: modules }, (_, one) => [12, 6, 3, 9][one % 4] ?? 0));
    line.exchange(coils, sensors);
    assert.equal(patternsOf(rig.wall), [...coils]);
    line.close();
    line.close();
    assert.ok(patternsOf(rig.wall).every((pattern) => pattern === 0));
    assert.is(rig.closed, 1);
  });
}

test('no coil is on while a chain is opened and tested', () => {
  const { rig, wires } = createChain('six', 12);
  const seen = new Set<number>();
  rig.spoil = () => patternsOf(rig.wall).forEach((pattern) => seen.add(pattern));
  new ChainLine(wires, 'six', 12).close();
  assert.equal([...seen], [0]);
});

test('a chain whose first board does not answer is refused with a sentence that names it', () => {
  const { rig, wires } = createChain('six', 12);
  rig.chain.brokenFrom = 0;
  assert.throws(
    () => new ChainLine(wires, 'six', 12),
    /^Board 1 \(modules 0 to 5\) fails its own test: check its supply and its wires to the Pi\.$/,
  );
  assert.is(rig.closed, 1);
});

test('boards behind a gap are left alone, those before it go on', () => {
  const { rig, wires } = createChain('six', 16);
  rig.chain.brokenFrom = 1;
  const line = new ChainLine(wires, 'six', 16);
  assert.equal(
    line.faults.map((fault) => fault !== null),
    Array.from({ length: 16 }, (_, address) => address >= 6),
  );
  assert.match(
    String(line.faults[6]),
    /^Board 2 \(modules 6 to 11\) .* the ribbon from board 1, and whether there are so/,
  );
  const sensors = new Uint8Array(16);
  for (let round = 0; round < 400; round++) line.exchange(new Uint8Array(16).fill(round % 2 === 0 ? 6 : 12), sensors);
  assert.equal(
    patternsOf(rig.wall),
    Array.from({ length: 16 }, (_, address) => (address < 6 ? 12 : 0)),
  );
  assert.ok(sensors.every((near) => near === 0));
});

test('a chain that is longer than it was said to be shows what belongs to its beginning', () => {
  const { rig, wires } = createChain('six', 12);
  const boards: ChainWires = {
    ...wires,
    transfer: (out, into) => into.set(rig.chain.exchange(out, (rig.now += 2000))),
  };
  const line = new ChainLine(boards, 'six', 6);
  line.exchange(new Uint8Array(6).fill(12), new Uint8Array(6));
  assert.equal(patternsOf(rig.wall).slice(0, 6), [12, 12, 12, 12, 12, 12]);
});

test('a board that stops answering while the wall turns is named', () => {
  const { rig, wires } = createChain('six', 12);
  const line = new ChainLine(wires, 'six', 12);
  const turn = (rounds: number): void => {
    for (let round = 0; round < rounds; round++) line.exchange(new Uint8Array(12), new Uint8Array(12));
  };
  turn(500);
  rig.chain.brokenFrom = 1;
  assert.throws(() => turn(500), /^Board 2 \(modules 6 to 11\) fails its own test/);
});

for (const [torn, sentence] of [
  [0, /^Board 1 \(modules 0 to 5\) fails its own test: .* its wires to the Pi/],
  [1, /^Board 2 \(modules 6 to 11\) fails its own test: .* the ribbon from board 1/],
  [2, /^Board 3 \(modules 12 to 15\) fails its own test/],
] as const)
  test(`a chain that is torn before board ${torn + 1} while it runs, and reads only ones, names that board`, () => {
    const { rig, wires } = createChain('six', 16);
    const line = new ChainLine(wires, 'six', 16);
    const turn = (rounds: number): void => {
      for (let round = 0; round < rounds; round++) line.exchange(new Uint8Array(16), new Uint8Array(16));
    };
    turn(500);
    rig.spoil = (into) => into.fill(0xff, torn);
    assert.throws(() => turn(500), sentence);
  });

for (const [spoiled, stops] of [
  [[3, 103, 203], false],
  [[53, 103], true],
] as const)
  test(`noise in the readings ${spoiled.join(', ')}, of which each fiftieth tests, ${stops ? 'stops it' : 'is no reason to stop'}`, () => {
    const { rig, wires } = createChain('six', 6);
    const line = new ChainLine(wires, 'six', 6);
    rig.transfers = 0;
    rig.spoil = (into) => {
      if (spoiled.some((one) => one === rig.transfers)) into.fill(0xff);
    };
    const turn = (rounds: number): void => {
      for (let round = 0; round < rounds; round++) line.exchange(new Uint8Array(6), new Uint8Array(6));
    };
    turn(102);
    if (stops) assert.throws(() => turn(1), /^Board 1 /);
    else turn(198);
  });

/** Shift registers on four pins, bit by bit: the 595s by two, the 165s by one. */
const createRegisters = (outputs: number, inputs: number) => {
  const rig = {
    shown: new Array<number>(outputs).fill(0),
    inputs: new Array<number>(inputs).fill(0),
    edges: 0,
  };
  const [shifting, loaded] = [new Array<number>(outputs).fill(0), new Array<number>(inputs).fill(0)];
  const levels = { data: 0, clock: 0, latch: 0 };
  const rise: Record<string, () => void> = {
    clock: () => {
      rig.edges++;
      shifting.unshift(levels.data);
      shifting.pop();
      if (levels.latch === 0) return;
      loaded.shift();
      loaded.push(0);
    },
    latch: () => {
      rig.shown = [...shifting];
      loaded.splice(0, loaded.length, ...rig.inputs);
    },
    data: () => undefined,
  };
  const pin = (name: 'data' | 'clock' | 'latch'): NamedPin => ({
    name,
    write: (high) => {
      const rises = high && levels[name] === 0;
      levels[name] = Number(high);
      if (rises) rise[name]?.();
    },
    read: () => levels[name] === 1,
    close: () => undefined,
  });
  const read: NamedPin = { name: 'read', write: () => undefined, read: () => loaded[0] === 1, close: () => undefined };
  return { rig, wires: new BitBang({ data: pin('data'), clock: pin('clock'), latch: pin('latch'), read }) };
};

test('four pins shift the most significant bit first, show all at once, and read the first input first', () => {
  const { rig, wires } = createRegisters(16, 16);
  rig.inputs = [...'1010000000000001'].map(Number);
  const into = new Uint8Array(2);
  wires.transfer(Uint8Array.of(0b1100_0000, 0b0000_1001), into);
  // Bit 0 of the byte that was sent last ends at the first output of the first register.
  assert.is(rig.shown.join(''), [...'1001000000000011'].join(''));
  assert.equal([...into], [0b1010_0000, 0b0000_0001]);
  assert.is(rig.edges, 32);
  wires.transfer(Uint8Array.of(0, 0), into);
  assert.is(rig.shown.includes(1), false);
});

test.run();
