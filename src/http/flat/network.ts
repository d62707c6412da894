import { NOTHING } from '../../schema/common.ts';
import {
  WifiCapabilitySchema,
  WifiConnectedSchema,
  WifiConnectSchema,
  WifiDisconnectedSchema,
  WifiForgottenSchema,
  WifiSavedSchema,
  WifiScanSchema,
  WifiSetUpSchema,
  WifiStatusSchema,
  type WifiCapability,
  type WifiConnect,
  type WifiConnected,
  type WifiSaved,
  type WifiScan,
  type WifiSetUp,
  type WifiStatus,
} from '../../schema/appliance/network.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'network' });

/** What the routes need of Wi-Fi. */
export interface WifiControl {
  capability(): Promise<WifiCapability>;
  status(): Promise<WifiStatus>;
  saved(): Promise<WifiSaved>;
  scan(): Promise<WifiScan>;
  connect(request: WifiConnect): Promise<WifiConnected>;
  disconnect(): Promise<void>;
  forget(name: string): Promise<void>;
  beginSetUp(): Promise<WifiSetUp>;
}

const readRoutes = (wifi: WifiControl): Route[] => [
  route('GET /network/wifi/capability', {
    summary: 'Whether Wi-Fi is managed here, and why not',
    success: ok(WifiCapabilitySchema, 'Whether it is.'),
    handle: () => wifi.capability(),
  }),
  route('GET /network/wifi/status', {
    summary: 'What Wi-Fi is connected to, and how set-up stands',
    success: ok(WifiStatusSchema, 'The connection.'),
    errors: [400, 501],
    handle: () => wifi.status(),
  }),
  route('GET /network/wifi/saved', {
    summary: 'Networks that are joined by themselves',
    success: ok(WifiSavedSchema, 'Their names.'),
    errors: [400, 501],
    handle: () => wifi.saved(),
  }),
  route('POST /network/wifi/scan', {
    summary: 'Search for networks in reach',
    ...NOTHING,
    success: ok(WifiScanSchema, 'The networks, the strongest first.'),
    errors: [400, 501],
    handle: () => wifi.scan(),
  }),
];

/** Wi-Fi, for a signed-in owner. Where flapbox does not manage it everything but the capability is 501. */
export const networkRoutes = (wifi: WifiControl): Route[] => [
  ...readRoutes(wifi),
  route('POST /network/wifi/connect', {
    summary: 'Join and store a network; after a failure the stored ones are as before',
    body: WifiConnectSchema,
    success: ok(WifiConnectedSchema, 'It is joined.'),
    errors: [400, 501],
    handle: ({ body }) => wifi.connect(body),
  }),
  route('POST /network/wifi/disconnect', {
    summary: 'Leave the present network; it stays stored',
    ...NOTHING,
    success: ok(WifiDisconnectedSchema, 'It was left.'),
    errors: [400, 501],
    handle: async () => {
      await wifi.disconnect();
      return {
        status: 'disconnected',
        message: 'Wi-Fi is disconnected until it is joined again or the appliance restarts.',
      };
    },
  }),
  route('DELETE /network/wifi/saved/{name}', {
    summary: 'Forget a stored network',
    success: ok(WifiForgottenSchema, 'It is forgotten.'),
    errors: [400, 404, 501],
    handle: async ({ params }) => {
      await wifi.forget(params.name);
      return { name: params.name, message: 'The network is forgotten.' };
    },
  }),
  route('POST /network/wifi/setup', {
    summary: 'Open the access point of Wi-Fi set-up; the present network is left, and stays stored',
    ...NOTHING,
    success: ok(WifiSetUpSchema, 'It is being opened.'),
    errors: [501],
    handle: () => wifi.beginSetUp(),
  }),
];
