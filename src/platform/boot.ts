import { readFileSync } from 'node:fs';

/** Names this start of the machine; empty where the system has no such name. */
export const bootName = (file = '/proc/sys/kernel/random/boot_id'): string => {
  try {
    return readFileSync(file, 'latin1').trim();
  } catch {
    return '';
  }
};
