declare module 'fs-native-extensions/binding' {
  /**
   * Locks `length` bytes of an open file from `offset` on, to its end where `length` is 0, until it is closed; throws
   * EAGAIN while another opening of the file has them.
   */
  export const tryLock: (descriptor: number, offset: number, length: number, isExclusive: boolean) => void;
}
