import { demoPages, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

/** The network for guests. Whoever sees the board may know the password: that is the purpose. */
export const guestWifi = clockPlugin({
  id: 'guest_wifi',
  name: 'Guest Wi-Fi',
  description: 'Name and password of the network for guests',
  icon: 'wifi',
  category: 'home',
  zoned: false,
  required: ['ssid', 'password'],
  settings: {
    ssid: { type: 'string', title: 'Network', minLength: 1, maxLength: 22 },
    password: { type: 'string', title: 'Password', minLength: 1, maxLength: 22, 'ui:widget': 'password' },
  },
  env_vars: [
    { name: 'GUEST_WIFI_SSID', description: 'Name of the network', key: 'ssid' },
    { name: 'GUEST_WIFI_PASSWORD', description: 'Password of the network', key: 'password' },
  ],
  variables: {
    groups: { network: { label: 'Network' } },
    simple: {
      ssid: textVariable('Name of the network', 22, 'network', 'GUESTS'),
      password: textVariable('Password of the network', 22, 'network', 'WELCOME 2026'),
    },
  },
  demo: demoPages(
    'Guest Wi-Fi',
    ['', 'GUEST WI-FI', '{{guest_wifi.ssid}}', '', 'PASSWORD', '{{guest_wifi.password}}'],
    ['GUEST WI-FI', '{{guest_wifi.ssid}}', '{{guest_wifi.password}}'],
  ),
  values: ({ config }) => ({ ssid: config['ssid'], password: config['password'] }),
  format: ({ data, board }) => {
    const [ssid, password] = [String(data['ssid']), String(data['password'])];
    return centerBlock(
      board.rows > 4 ? ['GUEST WI-FI', ssid, ' ', 'PASSWORD', password] : ['GUEST WI-FI', ssid, password],
      board,
    );
  },
});
