import { networkInterfaces } from 'node:os';
import type { WifiCapability, WifiLink } from '../schema/appliance/network.ts';
import type { JoinFailure, JoinOutcome, JoinRequest, Network, SavedNetwork, SeenNetwork } from './network.ts';
import { MISSING, NMCLI, type Nmcli, type NmcliOutcome } from './nmcli.ts';
import { isPassword, keyOf } from './pre-shared-key.ts';
import { fieldsOf, linesOf, readScan, valuesOf } from './nmcli-output.ts';

/** What the network works with. */
export interface NmcliNetworkOptions {
  readonly run: Nmcli;
  /** Whether the internet answers. */
  readonly reachInternet: () => Promise<boolean>;
  /** The machine's addresses; its own unless given. */
  readonly addresses?: () => readonly string[];
}

interface Profile extends SavedNetwork {
  readonly uuid: string;
}

const ADDRESS = '10.42.0.1';
const CLIENTS = '10.42.0.';
const ACCESS_POINT = 'flapbox-setup';
const WIFI = '802-11-wireless';
const UUID = /\(([0-9a-f-]{36})\) successfully added/;
const OPENING_MS = 40_000;
const SPARE_MS = 5000;

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
  );

const isRoutable = (address: string): boolean => !/^(169\.254\.|fe80:)/i.test(address) && address !== ADDRESS;

/** Why `connection up` failed, by what nmcli says of it; `secured` tells whether a password was used. */
export const failureOf = ({ code, stderr }: NmcliOutcome, secured: boolean): JoinFailure => {
  if (secured && /secrets were required|supplicant (?:took|disconnected)|\(7\)|\(11\)/i.test(stderr))
    return 'wrong-password';
  if (/could not be found|no network with ssid|\(53\)/i.test(stderr)) return 'not-found';
  if (/ip configuration|dhcp|\(5\)/i.test(stderr)) return 'no-address';
  return code === NMCLI.TIMEOUT || /timeout/i.test(stderr) ? 'timeout' : 'refused';
};

/** NetworkManager, through nmcli. */
export class NmcliNetwork implements Network {
  readonly accessPointAddress = ADDRESS;
  readonly #options: NmcliNetworkOptions;

  constructor(options: NmcliNetworkOptions) {
    this.#options = options;
  }

  isAccessPointClient(local: string, remote: string): boolean {
    // A client may also call the appliance's address in another network; the answer would leave over the access point
    // all the same.
    return local === ADDRESS || remote.startsWith(CLIENTS);
  }

  isOnline(): boolean {
    return (this.#options.addresses ?? ownAddresses)().some(isRoutable);
  }

  async capability(): Promise<WifiCapability> {
    const { code, stdout } = await this.#options.run(['-t', '-f', 'DEVICE,TYPE,STATE', 'device']);
    if (code === MISSING)
      return { available: false, reason: 'NetworkManager, which flapbox asks for Wi-Fi, is not installed.' };
    if (code !== 0) return { available: false, reason: 'NetworkManager does not answer yet.' };
    return wifiDevice(stdout) === null
      ? { available: false, reason: 'This machine has no Wi-Fi device.' }
      : { available: true, reason: null };
  }

  async status(): Promise<WifiLink> {
    const device = await this.#device();
    const values = valuesOf(
      await this.#ask(['-t', '-f', 'GENERAL.STATE,IP4.ADDRESS,IP4.GATEWAY', 'device', 'show', device]),
    );
    const present = (await this.#list(device, 'no')).find(({ in_use }) => in_use);
    const joined = /^100\b/.test(values.get('GENERAL.STATE') ?? '') ? present : undefined;
    return {
      connected: joined !== undefined,
      ssid: joined?.ssid ?? null,
      ip_address: (joined && values.get('IP4.ADDRESS')?.split('/')[0]) ?? null,
      gateway: (joined && values.get('IP4.GATEWAY')) || null,
      signal: joined?.signal ?? null,
      internet_reachable: await this.connectivity(),
    };
  }

  async scan(): Promise<SeenNetwork[]> {
    const own = await this.accessPointName();
    return (await this.#list(await this.#device(), 'yes')).filter(({ ssid }) => ssid !== own);
  }

  async saved(): Promise<SavedNetwork[]> {
    const bySsid = new Map<string, SavedNetwork>();
    for (const { ssid, in_use } of await this.#profiles())
      bySsid.set(ssid, { ssid, in_use: in_use || bySsid.get(ssid)?.in_use === true });
    return [...bySsid.values()];
  }

  async connect(request: JoinRequest, withinMs: number): Promise<JoinOutcome> {
    const former = (await this.#profiles()).filter(({ ssid }) => ssid === request.ssid);
    const stored = former[0];
    // What is no password could be a command of the editor.
    if (request.password !== null && !isPassword(request.password)) return { joined: false, failure: 'wrong-password' };
    if (stored && request.password === null && request.security !== 'open')
      return outcomeOf(await this.#up(stored.uuid, withinMs), true);
    const uuid = await this.#add(request);
    const outcome = outcomeOf(await this.#up(uuid, withinMs), request.password !== null);
    if (!outcome.joined) {
      await this.#delete(uuid);
      return outcome;
    }
    // Only now it is written to the disk, and only then what it replaces goes.
    await this.#ask(['connection', 'modify', 'uuid', uuid, 'connection.autoconnect', 'yes']);
    for (const one of former) await this.#delete(one.uuid);
    return outcome;
  }

  async disconnect(): Promise<void> {
    await this.#ask(['device', 'disconnect', await this.#device()]);
  }

  async forget(ssid: string): Promise<boolean> {
    const found = (await this.#profiles()).filter((one) => one.ssid === ssid);
    for (const { uuid } of found) await this.#delete(uuid);
    return found.length > 0;
  }

  async accessPointName(): Promise<string> {
    const values = valuesOf(await this.#ask(['-t', '-f', 'GENERAL.HWADDR', 'device', 'show', await this.#device()]));
    const address = (values.get('GENERAL.HWADDR') ?? '').replaceAll(':', '');
    return `flapbox-${address.slice(-4).toUpperCase().padStart(4, '0')}`;
  }

  async startAccessPoint(name: string): Promise<void> {
    const { run } = this.#options;
    await this.stopAccessPoint();
    await this.#ask(['radio', 'wifi', 'on']);
    const wireless = [`${WIFI}.mode`, 'ap', `${WIFI}.band`, 'bg'];
    const addresses = ['ipv4.method', 'shared', 'ipv4.addresses', `${ADDRESS}/24`, 'ipv6.method', 'disabled'];
    await this.#addTemporary(await this.#device(), ACCESS_POINT, name, [...wireless, ...addresses]);
    const { code, stderr } = await run(['--wait', String(OPENING_MS / 1000), 'connection', 'up', 'id', ACCESS_POINT], {
      withinMs: OPENING_MS + SPARE_MS,
    });
    if (code === 0) return;
    await this.stopAccessPoint();
    throw new Error(firstLine(stderr));
  }

  async stopAccessPoint(): Promise<void> {
    const { code, stderr } = await this.#options.run(['connection', 'delete', 'id', ACCESS_POINT]);
    if (code !== 0 && code !== NMCLI.UNKNOWN) throw new Error(firstLine(stderr));
  }

  connectivity(): Promise<boolean> {
    return this.#options.reachInternet();
  }

  async #ask(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#options.run(args);
    if (code !== 0) throw new Error(firstLine(stderr));
    return stdout;
  }

  async #device(): Promise<string> {
    const device = wifiDevice(await this.#ask(['-t', '-f', 'DEVICE,TYPE,STATE', 'device']));
    if (device === null) throw new Error('This machine has no Wi-Fi device.');
    return device;
  }

  async #list(device: string, rescan: 'yes' | 'no'): Promise<SeenNetwork[]> {
    const wanted = ['-t', '-f', 'SSID,SIGNAL,SECURITY,IN-USE'];
    return readScan(await this.#ask([...wanted, 'device', 'wifi', 'list', 'ifname', device, '--rescan', rescan]));
  }

  async #profiles(): Promise<Profile[]> {
    const all = linesOf(await this.#ask(['-t', '-f', 'UUID,TYPE,ACTIVE', 'connection', 'show'])).map(fieldsOf);
    const profiles: Profile[] = [];
    for (const [uuid = '', type, active] of all) {
      if (type !== WIFI) continue;
      const values = valuesOf(
        await this.#ask(['-t', '-f', `${WIFI}.ssid,${WIFI}.mode`, 'connection', 'show', 'uuid', uuid]),
      );
      if (values.get(`${WIFI}.mode`) !== 'ap')
        profiles.push({ uuid, ssid: values.get(`${WIFI}.ssid`) ?? '', in_use: active === 'yes' });
    }
    return profiles;
  }

  /** Adds a Wi-Fi profile that is kept in memory. */
  #addTemporary(device: string, name: string, ssid: string, more: readonly string[]): Promise<string> {
    const named = ['ifname', device, 'con-name', name, 'autoconnect', 'no', 'ssid', ssid];
    return this.#ask(['connection', 'add', 'save', 'no', 'type', 'wifi', ...named, ...more]);
  }

  /**
   * A profile that is kept in memory until it has connected, so that neither a failure nor a power cut leaves one
   * behind.
   */
  async #add(request: JoinRequest): Promise<string> {
    const { ssid, hidden } = request;
    const added = await this.#addTemporary('*', ssid, ssid, hidden ? [`${WIFI}.hidden`, 'yes'] : []);
    const uuid = UUID.exec(added)?.[1];
    if (uuid === undefined) throw new Error('NetworkManager did not say which connection it added.');
    const key = keyOf(request);
    if (key !== null) await this.#setKey(uuid, key, request.security === 'wpa3' ? 'sae' : 'wpa-psk');
    return uuid;
  }

  /**
   * Through the editor of nmcli, which reads commands from its standard input: no argument, file or log ever holds the
   * key.
   */
  async #setKey(uuid: string, key: string, management: string): Promise<void> {
    const commands = `set wifi-sec.key-mgmt ${management}\nset wifi-sec.psk ${key}\nsave temporary\nquit\n`;
    const { stdout } = await this.#options.run(['connection', 'edit', 'uuid', uuid], { input: commands });
    if (stdout.includes('successfully updated')) return;
    await this.#delete(uuid);
    throw new Error('NetworkManager did not take the password.');
  }

  #up(uuid: string, withinMs: number): Promise<NmcliOutcome> {
    return this.#options.run(['--wait', String(Math.ceil(withinMs / 1000)), 'connection', 'up', 'uuid', uuid], {
      withinMs: withinMs + SPARE_MS,
    });
  }

  async #delete(uuid: string): Promise<void> {
    await this.#ask(['connection', 'delete', 'uuid', uuid]);
  }
}

const outcomeOf = (result: NmcliOutcome, secured: boolean): JoinOutcome =>
  result.code === 0 ? { joined: true } : { joined: false, failure: failureOf(result, secured) };

const wifiDevice = (output: string): string | null =>
  linesOf(output)
    .map(fieldsOf)
    .find(([, type, state]) => type === 'wifi' && state !== 'unmanaged')?.[0] ?? null;

const firstLine = (text: string): string => text.trim().split('\n')[0] || 'NetworkManager refused.';
