import { Fault } from '../../fault.ts';
import { LOCAL_API_PORT, parseHost } from '../../platform/network/net.ts';
import { destinationOf } from '../../platform/network/secret-address.ts';
import { unmaskAddress } from '../../platform/network/unmasking.ts';
import {
  CONNECTION_DESTINATIONS,
  MASK,
  type BoardInstanceWrite,
  type BoardSecrets,
  type Connection,
  type StoredBoard,
} from '../../schema/boards/boards.ts';
import type { Destination } from '../../schema/boards/connection-field.ts';

type Tiles = NonNullable<BoardInstanceWrite['tiles']>;

const hostOf = (text: string, usualPort = LOCAL_API_PORT): string | null => {
  const parsed = parseHost(text);
  return parsed && `${parsed.host.toLowerCase()}:${parsed.port || usualPort}`;
};

const placeOf = ({ row, col }: { readonly row: number; readonly col: number }): string => `${row},${col}`;

const refuseMoved = (field: string): never => {
  throw new Fault(
    400,
    `${field}: ${MASK} keeps the stored secret only while scheme, host and port of where it is sent to ` +
      'stay the same; send it again.',
  );
};

const refuseUnknown = (field: string): never => {
  throw new Fault(400, `${field}: ${MASK} stands for a stored secret, and there is none: send it.`);
};

/** The address of a panel's broker with its secrets; undefined when it has none. */
const panelUrlOf = ({ panel, secrets }: StoredBoard): string | undefined =>
  secrets.panel_url ?? panel?.connection.url ?? undefined;

/** A sent connection, its masked address made whole by that of the board before. 400 when that lies elsewhere. */
export const restorePanelUrl = (connection: Connection, before: StoredBoard): Connection => {
  // After a restore without the passphrase nothing is stored for it: that must not stand in the way of other changes.
  const isUnknownStill = connection.url === before.panel?.connection.url && !before.secrets.panel_url;
  if (!connection.url || isUnknownStill) return connection;
  const restored = unmaskAddress(connection.url, panelUrlOf(before) ?? null);
  if ('address' in restored) return { ...connection, url: restored.address };
  return restored.problem === 'moved' ? refuseMoved('panel.connection.url') : refuseUnknown('panel.connection.url');
};

const SIMPLE = ['local_api_key', 'cloud_key', 'note_array_token'] as const;

const applyOne = (
  secrets: BoardSecrets,
  key: (typeof SIMPLE)[number] | 'panel_password' | 'follow_password',
  field: string,
  value: string | null | undefined,
): void => {
  if (value === undefined || value === null) return;
  if (value === MASK) return void (secrets[key] ?? refuseUnknown(field));
  if (value === '') delete secrets[key];
  else secrets[key] = value;
};

const applyTiles = (tiles: Tiles, { tiles: before, secrets }: StoredBoard): Record<string, string> => {
  const keyFor = (tile: Tiles[number], index: number): string => {
    if (tile.local_api_key !== MASK) return tile.local_api_key;
    const field = `tiles[${index}].local_api_key`;
    // A Note that changes its place in the array takes its key along.
    const known = before?.find((one) => hostOf(one.host) === hostOf(tile.host) && secrets.tile_keys?.[placeOf(one)]);
    const key = secrets.tile_keys?.[placeOf(known ?? tile)];
    if (!key) return refuseUnknown(field);
    return known ? key : refuseMoved(field);
  };
  return Object.fromEntries(tiles.map((tile, index) => [placeOf(tile), keyFor(tile, index)]));
};

/**
 * The secrets of a board after a write: null, absence and `***` keep them, empty text removes them. 400 for `***` where
 * there is none.
 */
export const secretsOf = (body: BoardInstanceWrite, before: StoredBoard): BoardSecrets => {
  const secrets: BoardSecrets = { ...before.secrets };
  for (const key of SIMPLE) applyOne(secrets, key, key, body[key]);
  applyOne(secrets, 'panel_password', 'panel.connection.password', body.panel?.connection.password);
  applyOne(secrets, 'follow_password', 'follow.password', body.follow?.password);
  if (body.follow === null) delete secrets.follow_password;
  if (body.tiles) secrets.tile_keys = applyTiles(body.tiles, before);
  return secrets;
};

const isKept = (value: string | null | undefined): boolean => value === undefined || value === null || value === MASK;

/** Whether what was sent to `before` would be sent to another place; nowhere is no other place. */
const isElsewhere = (before: string | null, after: string | null): boolean => after !== null && after !== before;

const ONE_FORM: Readonly<Record<Destination, (text: string) => string | null>> = {
  address: destinationOf,
  // Which port is the usual one, only the driver knows.
  host: (text) => hostOf(text, 0),
  port: (text) => text,
};

/** Where a panel's connection leads, by the name of each field that says so. */
const placesOf = ({ panel }: StoredBoard): ReadonlyMap<string, string> => {
  const connection: Readonly<Record<string, unknown>> = panel?.connection ?? {};
  return new Map(
    [...CONNECTION_DESTINATIONS].flatMap(([name, says]) => {
      const text = String(connection[name] ?? '');
      return text === '' ? [] : [[name, ONE_FORM[says](text) ?? text] as const];
    }),
  );
};

const hasMovedHost = (before: StoredBoard, after: StoredBoard): boolean =>
  Boolean(before.secrets.local_api_key) && isElsewhere(hostOf(before.host), hostOf(after.host));

const hasMovedPanel = (before: StoredBoard, after: StoredBoard): boolean => {
  const known = placesOf(before);
  return (
    Boolean(before.secrets.panel_password) &&
    [...placesOf(after)].some(([name, place]) => isElsewhere(known.get(name) ?? null, place))
  );
};

const brokerOf = (url: string | null | undefined): string | null => (url ? (destinationOf(url) ?? url) : null);

const hasMovedFollow = ({ follow: before, secrets }: StoredBoard, { follow: after }: StoredBoard): boolean =>
  Boolean(secrets.follow_password) && Boolean(after) && brokerOf(before?.url) !== brokerOf(after?.url);

/**
 * Sees to it that the secrets that a write keeps go where they went: 400 names the first that would not. `after` has
 * the whole address of its panel.
 */
export const requireSameDestinations = (body: BoardInstanceWrite, before: StoredBoard, after: StoredBoard): void => {
  if (isKept(body.local_api_key) && hasMovedHost(before, after)) refuseMoved('local_api_key');
  if (isKept(body.panel?.connection.password) && hasMovedPanel(before, after)) refuseMoved('panel.connection.password');
  if (isKept(body.follow?.password) && hasMovedFollow(before, after)) refuseMoved('follow.password');
};

/** The name of a secret that both have and that `after` would send elsewhere; null when there is none. */
export const movedSecretOf = (before: StoredBoard, after: StoredBoard): string | null => {
  if (hasMovedHost(before, after)) return 'local_api_key';
  if (hasMovedPanel(before, after)) return 'panel.connection.password';
  if (hasMovedFollow(before, after)) return 'follow.password';
  const index = (after.tiles ?? []).findIndex((tile) => {
    const known = before.tiles?.find((one) => placeOf(one) === placeOf(tile));
    return (
      Boolean(before.secrets.tile_keys?.[placeOf(tile)]) && isElsewhere(hostOf(known?.host ?? ''), hostOf(tile.host))
    );
  });
  return index < 0 ? null : `tiles[${index}].local_api_key`;
};
