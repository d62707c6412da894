import { pbkdf2Sync } from 'node:crypto';
import type { JoinRequest } from './network.ts';

/** Whether WPA takes a password: 8 to 63 printable ASCII characters, or a key of 64 hexadecimal digits. */
export const isPassword = (password: string): boolean =>
  /^[\x20-\x7e]{8,63}$/.test(password) || /^[0-9a-fA-F]{64}$/.test(password);

/**
 * What to store for the password of a request; null when none is needed. Spaces at its ends would be lost on the way to
 * NetworkManager: then it is the key that WPA2 makes of the password and the name (IEEE 802.11i, H.4).
 */
export const keyOf = ({ ssid, password, security }: JoinRequest): string | null => {
  if (password === null || security === 'open') return null;
  return password === password.trim() || security === 'wpa3'
    ? password
    : pbkdf2Sync(password, ssid, 4096, 32, 'sha1').toString('hex');
};
