/** A field of a message: its number, and a number or the bytes of a string, message or fixed-width value. */
export interface Field {
  readonly number: number;
  readonly value: number | Uint8Array;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** Builds one message field by field. */
export class MessageWriter {
  readonly #bytes: number[] = [];

  /** An unsigned number of up to 32 bits; zero is left out, as proto3 has it. */
  number(field: number, value: number): this {
    if (value === 0) return this;
    this.#varint((field << 3) | VARINT);
    this.#varint(value);
    return this;
  }

  /** A string, bytes or a message; present also when empty. */
  bytes(field: number, value: Uint8Array): this {
    this.#varint((field << 3) | BYTES);
    this.#varint(value.length);
    for (const byte of value) this.#bytes.push(byte);
    return this;
  }

  /** A float of 32 bits; zero is left out. */
  float(field: number, value: number): this {
    if (value === 0) return this;
    this.#varint((field << 3) | FIXED32);
    this.#bytes.push(...new Uint8Array(Float32Array.of(value).buffer));
    return this;
  }

  /** The message so far. */
  finish(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #varint(value: number): void {
    let rest = value >>> 0;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes.push((rest & 0x7f) | 0x80);
    this.#bytes.push(rest);
  }
}

/** The fields of a message in their order; null when it is damaged. Numbers are cut to 32 bits. */
export const readFields = (bytes: Uint8Array): readonly Field[] | null => {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    return (at = Infinity);
  };
  const widths: Readonly<Record<number, () => number>> = { [FIXED64]: () => 8, [BYTES]: varint, [FIXED32]: () => 4 };
  while (at < bytes.length) {
    const key = varint();
    const kind = key & 7;
    const width = kind === VARINT ? null : widths[kind]?.();
    if (width === undefined) return null;
    const from = at;
    const value = width === null ? varint() : bytes.subarray(from, (at += width));
    if (at > bytes.length) return null;
    fields.push({ number: key >>> 3, value });
  }
  return fields;
};

/** The number in a field; 0 when it is absent, as proto3 has it. */
export const numberIn = (fields: readonly Field[], field: number): number => {
  const value = fields.findLast(({ number }) => number === field)?.value;
  return typeof value === 'number' ? value : 0;
};

/** The bytes in each field of that number. */
export const bytesIn = (fields: readonly Field[], field: number): readonly Uint8Array[] =>
  fields.flatMap(({ number, value }) => (number === field && typeof value !== 'number' ? [value] : []));

/** The text in a field; empty when it is absent. */
export const textIn = (fields: readonly Field[], field: number): string =>
  Buffer.from(bytesIn(fields, field).at(-1) ?? []).toString('utf8');

/** The 32-bit float in a field; 0 when it is absent. */
export const floatIn = (fields: readonly Field[], field: number): number => {
  const bytes = bytesIn(fields, field).at(-1);
  return bytes?.length === 4 ? new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true) : 0;
};
