import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  chooseState,
  decodeState,
  encodeState,
  otherSlot,
  STATE_SIZE,
  type SlotState,
} from '../../image/helper/state.ts';

const test = suite('the state of the slots');

const STATES: SlotState[] = (['A', 'B'] as const).flatMap((current) =>
  (['A', 'B'] as const).flatMap((good) => [0, 1, 3, 9].map((tries) => ({ current, good, tries }))),
);

for (const state of STATES) {
  test(`comes back as it was stored: ${JSON.stringify(state)}`, () =>
    assert.equal(decodeState(encodeState(state)), state));
}

test('is what U-Boot writes: CRC-32 of all that follows, texts ended by zero bytes', () => {
  const bytes = encodeState({ current: 'B', tries: 3, good: 'A' });
  assert.is(bytes.length, STATE_SIZE);
  assert.is(bytes.toString('latin1', 4, 24), 'cur=B\0good=A\0try=3\0\0');
});

test('a copy with any damaged byte of its text is no state', () => {
  for (let at = 0; at < 24; at++) {
    const bytes = encodeState({ current: 'B', tries: 3, good: 'A' });
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    assert.is(decodeState(bytes), null, `byte ${at}`);
  }
});

for (const [name, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(STATE_SIZE)],
  ['a copy that is too short', encodeState({ current: 'A', tries: 0, good: 'A' }).subarray(0, STATE_SIZE - 1)],
  ['a copy that is too long', Buffer.concat([encodeState({ current: 'A', tries: 0, good: 'A' }), Buffer.alloc(1)])],
] as const) {
  test(`${name} is no state`, () => assert.is(decodeState(bytes), null));
}

const A = encodeState({ current: 'A', tries: 0, good: 'A' });
const B = encodeState({ current: 'B', tries: 2, good: 'A' });
const damaged = Buffer.alloc(STATE_SIZE, 1);

for (const [name, copies, expected] of [
  ['the first copy counts', [B, A], { current: 'B', tries: 2, good: 'A' }],
  ['the second counts when the first is damaged', [damaged, B], { current: 'B', tries: 2, good: 'A' }],
  ['the second counts when there is no first', [null, B], { current: 'B', tries: 2, good: 'A' }],
  ['a damaged second does not matter', [B, damaged], { current: 'B', tries: 2, good: 'A' }],
  ['without any it is slot A', [damaged, null], { current: 'A', tries: 0, good: 'A' }],
] as const) {
  test(name, () => assert.equal(chooseState(copies), expected));
}

for (const wrong of [{ current: 'C' }, { good: '' }, { tries: 10 }, { tries: -1 }])
  test(`a whole copy that says ${JSON.stringify(wrong)} is no state`, () =>
    assert.is(decodeState(encodeState({ current: 'A', tries: 0, good: 'A', ...wrong } as SlotState)), null));

test('the other slot', () => assert.equal([otherSlot('A'), otherSlot('B')], ['B', 'A']));

test('a copy padded by other tools is read too', () => {
  // mkenvimage fills with 0xff what env export fills with zeros.
  const bytes = Buffer.alloc(STATE_SIZE, 0xff);
  bytes.write('cur=A\0try=0\0good=A\0\0', 4, 'latin1');
  const crc = execFileSync(
    process.execPath,
    [
      '-e',
      'const z=require("zlib");const b=[];process.stdin.on("data",d=>b.push(d)).on("end",()=>process.stdout.write(String(z.crc32(Buffer.concat(b)))))',
    ],
    { input: bytes.subarray(4) },
  );
  bytes.writeUInt32LE(Number(crc), 0);
  assert.equal(decodeState(bytes), { current: 'A', tries: 0, good: 'A' });
});

test.run();
