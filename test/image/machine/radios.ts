import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { partPath, pause, WORK, type Machine } from './machine.ts';

// Three simulated radios in a machine: wlan0 is the appliance's, wlan1 a router's, wlan2 a phone's. Router and phone
// live in network
// namespaces of their own, so that nothing but radio connects the three.

/** The network of the router. */
export const HOME = { ssid: 'Home', password: 'correct horse' } as const;
/** The router's address in it. */
export const ROUTER = '192.168.77.1';

const background = (command: string): string => `(setsid ${command} > /dev/null 2>&1 &)`;

const writeFile = (path: string, text: string): string =>
  `echo ${Buffer.from(text).toString('base64')} | base64 -d > ${path}`;

const LEASE =
  '#!/bin/sh\nif [ "$1" = bound ]; then ip addr flush dev $interface; ip addr add $ip/24 dev $interface; ip route replace default via $router; env > /tmp/lease; fi\n';

const ROUTER_CONF = `network={\n ssid="${HOME.ssid}"\n mode=2\n frequency=2437\n key_mgmt=WPA-PSK\n proto=RSN\n pairwise=CCMP\n psk="${HOME.password}"\n}\n`;

/**
 * Installs the radios, while the appliance has its cable still. `url`: where the machine finds the folder of the tests.
 */
export const addRadios = async (machine: Machine, url: string): Promise<void> => {
  copyFileSync(partPath('usr/bin/busybox'), join(WORK, 'busybox'));
  await machine.output(
    `node -e 'require("http").get("${url}/busybox", (r) => r.pipe(require("fs").createWriteStream("/tmp/busybox", { mode: 0o755 })))'`,
  );
  await machine.output(writeFile('/tmp/lease.sh', LEASE) + '; chmod 755 /tmp/lease.sh');
  await machine.output(writeFile('/tmp/router.conf', ROUTER_CONF));
  await machine.output(
    'mkdir -p /run/NetworkManager/conf.d && printf "[keyfile]\\nunmanaged-devices=interface-name:wlan1;interface-name:wlan2\\n" > /run/NetworkManager/conf.d/radios.conf && systemctl reload NetworkManager',
  );
  await machine.output('modprobe mac80211_hwsim radios=3 && udevadm settle');
  for (const [name, device] of [
    ['home', 'wlan1'],
    ['phone', 'wlan2'],
  ]) {
    await machine.output(
      `ip netns add ${name} && iw phy $(cat /sys/class/net/${device}/phy80211/name) set netns name ${name} && ip netns exec ${name} ip link set lo up`,
    );
  }
};

/** Switches the router on, or off. */
export const setRouter = async (machine: Machine, on: boolean): Promise<void> => {
  const stop = 'for f in /tmp/router.pid /tmp/dhcp.pid; do [ -e $f ] && kill $(cat $f); rm -f $f; done; true';
  const radio = 'ip netns exec home wpa_supplicant -B -i wlan1 -c /tmp/router.conf -P /tmp/router.pid';
  const address = `ip -n home addr flush dev wlan1; ip -n home addr add ${ROUTER}/24 dev wlan1`;
  const leases = background(
    'ip netns exec home dnsmasq -C /dev/null --keep-in-foreground --user=root --port=0 --interface=wlan1 --dhcp-range=192.168.77.10,192.168.77.50,1h --dhcp-leasefile=/tmp/leases --pid-file=/tmp/dhcp.pid',
  );
  await machine.output(on ? `${radio} && ${address} && ${leases}` : stop);
};

/**
 * Joins the access point of set-up with the phone; answers what came with its address, as the lease's options by name.
 */
export const joinWithPhone = async (machine: Machine, ssid: string): Promise<ReadonlyMap<string, string>> => {
  await leaveWithPhone(machine);
  await machine.output(writeFile('/tmp/phone.conf', `network={\n ssid="${ssid}"\n key_mgmt=NONE\n}\n`));
  await machine.output(
    'ip netns exec phone wpa_supplicant -B -i wlan2 -c /tmp/phone.conf -P /tmp/phone.pid && for i in $(seq 60); do ip netns exec phone iw dev wlan2 link | grep -q Connected && break; sleep 1; done; ip netns exec phone iw dev wlan2 link | grep Connected',
  );
  const text = await machine.output(
    'rm -f /tmp/lease; ip netns exec phone /tmp/busybox udhcpc -i wlan2 -n -q -t 8 -O 114 -s /tmp/lease.sh && cat /tmp/lease',
  );
  return new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
};

/** Lets the phone forget where it was. */
export const leaveWithPhone = async (machine: Machine): Promise<void> => {
  await machine.output(
    '[ -e /tmp/phone.pid ] && kill $(cat /tmp/phone.pid) && sleep 1; ip -n phone addr flush dev wlan2; true',
  );
};

/** The name of the access point that the appliance has open; empty without one. */
export const accessPointOf = async (machine: Machine): Promise<string> =>
  /type AP/.test(await machine.output('iw dev wlan0 info'))
    ? machine.output("iw dev wlan0 info | sed -n 's/^\\s*ssid //p'")
    : '';

/** Waits for the access point; answers its name. */
export const accessPointOpens = async (machine: Machine, ms: number): Promise<string> => {
  const end = performance.now() + ms;
  for (;;) {
    const name = await accessPointOf(machine);
    if (name !== '' && (await machine.output('ip -4 -br addr show wlan0')).includes('10.42.0.1')) return name;
    if (performance.now() > end)
      throw new Error(
        `no access point within ${ms / 1000} s\n${await machine.output('nmcli -t d; journalctl -u flapbox --no-pager -n 30')}`,
      );
    await pause(1000);
  }
};

/** A computer in the owner's network, behind a cable of the appliance: it serves a page, and knows the way back. */
export const NEIGHBOUR = '10.99.0.2';
/** The appliance's own address on that cable. */
export const OWN_END = '10.99.0.1';

/** Plugs that cable in, or out. */
export const setNeighbour = async (machine: Machine, plugged: boolean): Promise<void> => {
  const cable = 'ip netns add lan && ip link add lan0 type veth peer name eth0 netns lan';
  const near = `ip addr add ${OWN_END}/24 dev lan0 && ip link set lan0 up`;
  const far = `ip -n lan addr add ${NEIGHBOUR}/24 dev eth0 && ip -n lan link set eth0 up && ip -n lan route add default via ${OWN_END}`;
  const page =
    'mkdir -p /tmp/www && echo neighbour > /tmp/www/index.html && ip netns exec lan /tmp/busybox httpd -p 80 -h /tmp/www';
  await machine.output(
    plugged
      ? `${cable} && ${near} && ${far} && ${page} && sleep 2`
      : 'ip link del lan0; kill $(ip netns pids lan); ip netns del lan',
  );
};
