/** Bytes of one `input_event`: two longs of time, then type, code and value. */
export const recordSize = (arch: string): number => (['arm', 'ia32', 'mips', 'mipsel', 'ppc'].includes(arch) ? 16 : 24);

const SYNC = 0;
const SYNC_DROPPED = 3;
const KEY = 1;

/**
 * Reads key events from a device's bytes, however they are cut, and tells the level of the one key: value 0 is up, 1
 * down, 2 a repeat. When the kernel had to drop events the key counts as up: a release that nobody saw would end as a
 * long press.
 */
export const createKeyReader = (size: number, onLevel: (down: boolean) => void): ((bytes: Uint8Array) => void) => {
  let rest: Uint8Array = new Uint8Array();
  const read = (record: DataView): void => {
    const [type, code, value] = [
      record.getUint16(size - 8, true),
      record.getUint16(size - 6, true),
      record.getInt32(size - 4, true),
    ];
    if (type === KEY && value >= 0 && value <= 2) onLevel(value !== 0);
    if (type === SYNC && code === SYNC_DROPPED) onLevel(false);
  };
  return (bytes) => {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % size);
    for (let at = 0; at < whole; at += size) read(new DataView(all.buffer, all.byteOffset + at, size));
    rest = all.subarray(whole);
  };
};
