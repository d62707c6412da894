import type { JoinFailure } from './network.ts';

const SENTENCES: Readonly<Record<JoinFailure, (ssid: string) => string>> = {
  'wrong-password': (ssid) => `“${ssid}” did not accept the password. Type it again; capitals and small letters count.`,
  'not-found': (ssid) => `“${ssid}” was not found. Is its name right, and is the router switched on and near enough?`,
  'no-address': (ssid) => `“${ssid}” let flapbox in, but gave it no address. Restarting the router often helps.`,
  timeout: (ssid) => `Joining “${ssid}” took longer than a minute. Is the router near enough?`,
  refused: (ssid) => `“${ssid}” could not be joined. Try again, or take another network.`,
};

/** Why a network was not joined, for its owner. */
export const describeFailure = (ssid: string, failure: JoinFailure): string => SENTENCES[failure](ssid);
