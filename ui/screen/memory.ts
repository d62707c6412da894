/** What a screen keeps over a restart; in memory only where the browser allows no more, as in some frames. */
export interface Memory {
  get<T>(name: string): T | null;
  /** Null forgets. */
  set(name: string, value: unknown): void;
}

const PREFIX = 'flapbox-screen-';

const openStorage = (): Storage | null => {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
};

/** The memory of this browser. */
export const openMemory = (storage: Storage | null = openStorage()): Memory => {
  const held = new Map<string, string>();
  return {
    get: (name) => {
      try {
        const text = held.get(name) || (storage && storage.getItem(PREFIX + name));
        return text ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
    set: (name, value) => {
      const text = value === null ? null : JSON.stringify(value);
      if (text === null) held.delete(name);
      else held.set(name, text);
      try {
        if (text === null) storage?.removeItem(PREFIX + name);
        else storage?.setItem(PREFIX + name, text);
      } catch {
        // Full, or forbidden: what is held in memory has to do.
      }
    },
  };
};
