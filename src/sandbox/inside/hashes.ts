import { bufferOf, type Host } from './host.ts';

type Named = string | { readonly name?: string; readonly hash?: Named };

const nameOf = (algorithm: Named | undefined): string =>
  String(typeof algorithm === 'object' ? algorithm.name : algorithm).toUpperCase();

const expectName = (algorithm: Named | undefined, name: string): void => {
  if (nameOf(algorithm) !== name) throw new TypeError(`there is only ${name} here`);
};

const UUID = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;

/** `crypto`: SHA-256, HMAC with SHA-256, and random bytes. */
export const createCrypto = (host: Host) => {
  /** A key cannot be read back. */
  const keys = new WeakMap<object, ArrayBuffer | null>();
  const keyOf = (key: object): ArrayBuffer | null => {
    const bytes = keys.get(key);
    if (bytes === undefined) throw new TypeError('this is no key');
    return bytes;
  };
  const sign = (algorithm: Named, key: object, data: BufferSource): ArrayBuffer => {
    expectName(algorithm, 'HMAC');
    return host.hmac(keyOf(key), bufferOf(data));
  };
  const subtle = {
    async digest(algorithm: Named, data: BufferSource): Promise<ArrayBuffer> {
      expectName(algorithm, 'SHA-256');
      return host.sha256(bufferOf(data));
    },
    async importKey(format: string, key: BufferSource, algorithm: Named): Promise<object> {
      if (format !== 'raw') throw new TypeError('there are only raw keys here');
      expectName(algorithm, 'HMAC');
      if (typeof algorithm === 'object') expectName(algorithm.hash, 'SHA-256');
      const made = Object.freeze({ type: 'secret', extractable: false });
      keys.set(made, bufferOf(key));
      return made;
    },
    sign: async (algorithm: Named, key: object, data: BufferSource): Promise<ArrayBuffer> => sign(algorithm, key, data),
    /** In constant time: neither side's content decides how long it takes. */
    async verify(algorithm: Named, key: object, signature: BufferSource, data: BufferSource): Promise<boolean> {
      const expected = new Uint8Array(sign(algorithm, key, data));
      const given = new Uint8Array(bufferOf(signature) ?? []);
      if (given.length !== expected.length) return false;
      return expected.reduce((difference, byte, index) => difference | (byte ^ (given[index] ?? 0)), 0) === 0;
    },
  };
  const getRandomValues = <T extends ArrayBufferView>(array: T): T => {
    const bytes = new Uint8Array(host.randomBytes(array.byteLength));
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes);
    return array;
  };
  const randomUUID = (): string => {
    const hex = [...new Uint8Array(host.randomBytes(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
    return hex.replace(UUID, `$1-$2-4$3-${variant}$4-$5`);
  };
  return { subtle, getRandomValues, randomUUID };
};
