import type { WifiCapability, WifiLink } from '../schema/appliance/network.ts';

/** How a network is secured; `wep` and `enterprise` are known and cannot be joined. */
export type Security = 'open' | 'wpa' | 'wpa3' | 'wep' | 'enterprise';

/** A network in reach. */
export interface SeenNetwork {
  readonly ssid: string;
  /** 0 to 100. */
  readonly signal: number;
  readonly security: Security;
  /** As owners know it from their router: `WPA2`, `WPA2 WPA3`; `open` without. */
  readonly label: string;
  readonly in_use: boolean;
}

/** A network that is joined by itself when it is in reach. */
export interface SavedNetwork {
  readonly ssid: string;
  readonly in_use: boolean;
}

/** What to join. Without a password a stored one is used, if there is one. */
export interface JoinRequest {
  readonly ssid: string;
  readonly password: string | null;
  readonly hidden: boolean;
  readonly security: Security;
}

/** Why a network was not joined. */
export type JoinFailure = 'wrong-password' | 'not-found' | 'no-address' | 'timeout' | 'refused';

const SENTENCES: Readonly<Record<JoinFailure, (ssid: string) => string>> = {
  'wrong-password': (ssid) => `“${ssid}” did not accept the password. Type it again; capitals and small letters count.`,
  'not-found': (ssid) => `“${ssid}” was not found. Is its name right, and is the router switched on and near enough?`,
  'no-address': (ssid) => `“${ssid}” let flapbox in, but gave it no address. Restarting the router often helps.`,
  timeout: (ssid) => `Joining “${ssid}” took longer than a minute. Is the router near enough?`,
  refused: (ssid) => `“${ssid}” could not be joined. Try again, or take another network.`,
};

/** Why a network was not joined, for its owner. */
export const describeFailure = (ssid: string, failure: JoinFailure): string => SENTENCES[failure](ssid);

/** What came of joining. */
export type JoinOutcome = { readonly joined: true } | { readonly joined: false; readonly failure: JoinFailure };

/**
 * The machine's networks; all access goes through here. Calls follow one another; none rejects for a failure of the
 * radio, but with an Error when the system's network service cannot be asked.
 */
export interface Network {
  /** Whether there is a Wi-Fi device that can be used; `reason` is a sentence for the owner. */
  capability(): Promise<WifiCapability>;
  /** Whether the machine has an address in any network but that of its own access point; without any request. */
  isOnline(): boolean;
  /** The connection of the Wi-Fi device, and whether the internet answers. */
  status(): Promise<WifiLink>;
  /** Networks in reach, each once, the strongest first; its own access point is not among them. */
  scan(): Promise<SeenNetwork[]>;
  saved(): Promise<SavedNetwork[]>;
  /**
   * Joins a network within `withinMs`, and stores it once it is joined; a stored one of the same name is replaced only
   * then. After a failure everything that was stored is as before.
   */
  connect(request: JoinRequest, withinMs: number): Promise<JoinOutcome>;
  /** Leaves the present network; it stays stored. */
  disconnect(): Promise<void>;
  /** Forgets a stored network; whether there was one. */
  forget(ssid: string): Promise<boolean>;
  /**
   * The name that the access point of set-up has on this machine: `flapbox-` and four characters that stay the same.
   */
  accessPointName(): Promise<string>;
  /** Opens an access point without a password at `accessPointAddress`. Rejects with why it could not, for the log. */
  startAccessPoint(name: string): Promise<void>;
  /** Closes it; stored networks in reach are then joined by themselves. Does nothing when there is none. */
  stopAccessPoint(): Promise<void>;
  /** Whether the internet answers. */
  connectivity(): Promise<boolean>;
  /** The machine's address on its own access point. */
  readonly accessPointAddress: string;
  /** Whether a connection between these two addresses comes over the access point, while that is open. */
  isAccessPointClient(local: string, remote: string): boolean;
}
