import * as v from 'valibot';
import { command, maybe } from '../common.ts';
import { LONGEST_SSID, LONGEST_WIFI_PASSWORD } from '../limits.ts';

/** Answer of `GET /network/wifi/capability`: whether Wi-Fi is managed here; `reason` says why not. */
export const WifiCapabilitySchema = v.object({
  /** Whether Wi-Fi can be managed. */
  available: v.boolean(),
  reason: v.nullable(v.string()),
});
/** Whether Wi-Fi is managed here. */
export type WifiCapability = v.InferOutput<typeof WifiCapabilitySchema>;

/** How far Wi-Fi set-up is: not running, its access point being opened or open, or joining what was chosen. */
export const SetUpPhaseSchema = v.picklist(['off', 'opening', 'open', 'joining']);

/**
 * Answer of `POST /network/wifi/setup`: the access point's name and the address of its page. `failure` says why the
 * last choice was not joined.
 */
export const WifiSetUpSchema = v.object({
  /** How far Wi-Fi set-up is. */
  phase: SetUpPhaseSchema,
  /** Name of the access point; null while it is closed. */
  access_point: v.nullable(v.string()),
  /** Address of the set-up pages while the access point is open. */
  address: v.string(),
  /** Why the last attempt failed; null when it did not. */
  failure: v.nullable(v.string()),
});
/** How Wi-Fi set-up stands. */
export type WifiSetUp = v.InferOutput<typeof WifiSetUpSchema>;

const wifiStatus = {
  /** Whether there is a connection. */
  connected: v.boolean(),
  /** Name of the present network; null without one. */
  ssid: v.nullable(v.string()),
  /** Address in the network; null without one. */
  ip_address: v.nullable(v.string()),
  /** Address of the router; null without one. */
  gateway: v.nullable(v.string()),
  /** Strength of the signal, 0 to 100; null without one. */
  signal: v.nullable(v.number()),
  /** Whether the internet answers. */
  internet_reachable: v.boolean(),
};
/** What Wi-Fi is connected to. */
export const WifiLinkSchema = v.object(wifiStatus);
/** What Wi-Fi is connected to. */
export type WifiLink = v.InferOutput<typeof WifiLinkSchema>;
/** Answer of `GET /network/wifi/status`. */
export const WifiStatusSchema = v.object({
  ...wifiStatus,
  /** How Wi-Fi set-up stands. */
  setup: WifiSetUpSchema,
});
/** The connection, and how set-up stands. */
export type WifiStatus = v.InferOutput<typeof WifiStatusSchema>;

/**
 * Answer of `POST /network/wifi/scan`: networks in reach, the strongest first. `security` is `open`, or as `WPA2`,
 * `WPA2 WPA3`.
 */
export const WifiScanSchema = v.array(
  v.object({
    /** Name of the network. */
    ssid: v.string(),
    /** Strength of the signal, 0 to 100. */
    signal: v.number(),
    /** How the network is protected. */
    security: v.string(),
    /** Whether it is the present network. */
    in_use: v.boolean(),
  }),
);
/** Networks in reach. */
export type WifiScan = v.InferOutput<typeof WifiScanSchema>;

/** Answer of `GET /network/wifi/saved`: networks that are joined by themselves when they are in reach. */
export const WifiSavedSchema = v.array(
  v.object({
    /** Name of the network. */
    name: v.string(),
    in_use: v.boolean(),
  }),
);
/** Networks that are joined by themselves. */
export type WifiSaved = v.InferOutput<typeof WifiSavedSchema>;

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** The name of a network: 1 to 32 bytes in UTF-8, without control characters. */
export const SsidSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((ssid) => utf8Length(ssid) <= LONGEST_SSID, `a name of at most ${LONGEST_SSID} bytes`),
  // oxlint-disable-next-line no-control-regex -- these are what it refuses
  v.regex(/^[^\u0000-\u001f\u007f]*$/, 'expected no control characters'),
);

/** Body of `POST /network/wifi/connect`; a network that is stored needs no password again. */
export const WifiConnectSchema = command({
  /** Name of the network. */
  ssid: SsidSchema,
  /** Password of the network; null for an open one. */
  password: maybe(v.pipe(v.string(), v.maxLength(LONGEST_WIFI_PASSWORD))),
  /** Whether the network does not tell its name. */
  hidden: maybe(v.boolean()),
});
/** A network to join. */
export type WifiConnect = v.InferOutput<typeof WifiConnectSchema>;

/** Answer of `POST /network/wifi/connect`; `connectivity_confirmed` is whether the internet was reached through it. */
export const WifiConnectedSchema = v.object({
  status: v.literal('connected'),
  /** Whether the internet answered through the new network. */
  connectivity_confirmed: v.boolean(),
  message: v.string(),
});
/** What came of joining. */
export type WifiConnected = v.InferOutput<typeof WifiConnectedSchema>;

/** Answer of `POST /network/wifi/disconnect`. */
export const WifiDisconnectedSchema = v.object({ status: v.literal('disconnected'), message: v.string() });
/** Answer of `DELETE /network/wifi/saved/{name}`. */
export const WifiForgottenSchema = v.object({
  /** Name of the network that was forgotten. */
  name: v.string(),
  message: v.string(),
});
