/** The most bytes that one block carries, and its code byte then. */
const FULL_BLOCK = 0xff;

/** Bytes in consistent-overhead byte stuffing, which contain no zero; without the zero that ends a frame. */
export const encodeCobs = (bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(bytes.length + Math.floor(bytes.length / 254) + 1);
  let codeAt = 0;
  let length = 1;
  const endBlock = (): void => {
    out[codeAt] = length - codeAt;
    codeAt = length++;
  };
  bytes.forEach((byte, index) => {
    if (byte === 0) return endBlock();
    out[length++] = byte;
    if (length - codeAt === FULL_BLOCK && index < bytes.length - 1) endBlock();
  });
  out[codeAt] = length - codeAt;
  return out.subarray(0, length);
};

/** The bytes behind byte stuffing; null when it is damaged. */
export const decodeCobs = (stuffed: Uint8Array): Uint8Array | null => {
  const out = new Uint8Array(stuffed.length);
  let length = 0;
  for (let at = 0; at < stuffed.length; ) {
    const code = stuffed[at] ?? 0;
    const end = at + code;
    if (code === 0 || end > stuffed.length) return null;
    for (at++; at < end; at++) out[length++] = stuffed[at] ?? 0;
    if (code < FULL_BLOCK && at < stuffed.length) out[length++] = 0;
  }
  return out.subarray(0, length);
};
