declare module 'node-persist' {
  /** What this appliance uses of a storage folder. */
  export interface Storage {
    init(): Promise<unknown>;
    getItem(key: string): Promise<unknown>;
    setItem(key: string, value: unknown): Promise<unknown>;
    removeItem(key: string): Promise<unknown>;
    keys(): Promise<string[]>;
    stopWriteQueueInterval(): void;
  }
  export interface StorageOptions {
    dir: string;
    expiredInterval: number | false;
    writeQueue: boolean;
  }
  export const create: (options: StorageOptions) => Storage;
}
