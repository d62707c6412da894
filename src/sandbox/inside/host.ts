/**
 * The functions that the worker provides (`worker/coding.ts`, `worker/room.ts`). Texts and records cross as JSON, bytes
 * as buffers that are not empty.
 */
export interface Host {
  encode(text: string): ArrayBuffer;
  decode(bytes: ArrayBuffer | null, options: string): string;
  encoding(label: string): string;
  toBase64(bytes: ArrayBuffer | null): string;
  fromBase64(text: string): ArrayBuffer;
  url(request: string): string;
  readQuery(text: string): string;
  writeQuery(pairs: string): string;
  sha256(bytes: ArrayBuffer | null): ArrayBuffer;
  hmac(key: ArrayBuffer | null, bytes: ArrayBuffer | null): ArrayBuffer;
  randomBytes(length: number): ArrayBuffer;
  settle(id: number, result: string): void;
  fail(id: number, message: string, kind: string, isFinal: boolean): void;
  log(id: number, line: string): void;
  frame(id: number, codes: ArrayBuffer, delay: number): boolean;
  fetch(request: string, body: ArrayBuffer | null): number;
  body(ask: number): ArrayBuffer;
}

/** Bytes as they cross. */
export const bufferOf = (bytes: BufferSource): ArrayBuffer | null => {
  const view =
    bytes instanceof ArrayBuffer
      ? new Uint8Array(bytes)
      : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.length === 0 ? null : view.slice().buffer;
};
