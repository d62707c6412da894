import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { TestFailure } from '../../schema/boards/wiring.ts';

/** What is known when a test of a board failed. */
export interface FailedTest {
  readonly board: StoredBoard;
  readonly code: TestFailure;
  /** All stored boards: one of them may hold the serial port. */
  readonly boards: readonly StoredBoard[];
}

type Advice = (test: FailedTest) => readonly string[];

const portOf = ({ panel }: StoredBoard): string | null => panel?.connection.path ?? null;
const isCloud = ({ device_type, api_mode }: StoredBoard): boolean => device_type !== 'panel' && api_mode === 'cloud';

const onKey: Advice = ({ board }) =>
  isCloud(board)
    ? [
        'Copy the whole key again from the app or web page of the board’s maker, without blanks around it.',
        'Make sure that it is the key of this board and not of another one.',
      ]
    : [
        'The Local API key belongs to one board: check that it is the key of this one.',
        'If the board was reset, its key has changed: enable the Local API again to get a new one.',
      ];

const onPort: Advice = ({ board, boards }) => {
  const holder = boards.find((other) => other.enabled && portOf(other) !== null && portOf(other) === portOf(board));
  if (holder?.id === board.id)
    return [
      `${holder.name} is using this port itself, with its stored settings. Switch it off under "Use this board" while you test, or just save.`,
    ];
  if (holder) return [`The board ${holder.name} uses this port: choose another port, or change that board first.`];
  return ['Close other programs that use the port, such as a serial monitor or the Arduino software, and try again.'];
};

/** A panel that is a device in the network, as it comes out of its box. */
const isDevice = ({ panel }: StoredBoard): boolean => Boolean(panel?.connection.host) && !panel?.connection.url;

const onSilence: Advice = ({ board }) => {
  if (isDevice(board))
    return [
      'Check that the device has power and is in the same network as this appliance (not in a guest network).',
      'Its address may have changed: look it up in the router or in the app of its maker.',
      'If it shows a picture that does not change any more, switch it off and on.',
    ];
  if (board.device_type === 'panel')
    return [
      'Check that the modules have power, not only the cable.',
      'Check the speed of the line and the addresses of the modules.',
    ];
  if (isCloud(board))
    return [
      'Check that this appliance reaches the internet: its router, and the date of its clock.',
      'The maker’s servers may be down for a while: try again in some minutes.',
    ];
  return [
    'Check that the board has power and is in the same network as this appliance (not in a guest network).',
    'Its address may have changed: look it up in the maker’s app, or use "Find on the network".',
  ];
};

const AT_ANOTHER_ADDRESS = [
  'Another device seems to have this address: look the address up in the router or in the app of its maker.',
  'Leave the port out unless you know that it is another one.',
];

/** [what the driver says, the code of its cause]; the first that matches counts. The sentences are those of `hw/`. */
const CAUSES: readonly (readonly [sentence: RegExp, code: TestFailure])[] = [
  [/ needs (?:its host|a host|its pins|the (?:path|address|number|topic|prefix))\b/, 'incomplete'],
  [/needs (?:its|a) .*key|needs .*token|characters that cannot be part of a key/i, 'key_missing'],
  [/refused the key/, 'key_refused'],
  [/refused the user or the password/, 'login_refused'],
  [/quiet hours|limited/, 'quiet_hours'],
  [/asks flapbox to wait/, 'too_often'],
  [/by its name|by that name/, 'name_unknown'],
  [/refuses the connection/, 'connection_refused'],
  [/not answer in HTTP|not answer like|not a Vestaboard|not a grid|status 404/, 'other_device'],
  [/certificate that does not match/, 'wrong_clock'],
  [/^There is no screen |^The screen /, 'screen'],
  [/serial port .* is not there/i, 'port_missing'],
  [/is in use by another (?:board or )?program/, 'port_busy'],
  [/cannot be opened: the service needs|cannot be used: the service needs/, 'no_access'],
  [/is not a serial port/, 'not_a_port'],
  [/I2C bus .* is not there/, 'bus_missing'],
  [/certificate that is not trusted/, 'certificate_unknown'],
  [/broker/i, 'broker'],
  [/map (?:of modules|names|puts|gives)|modules, 0 to/, 'module_map'],
  [/is there, but no panel answers|No module of the panel answers/, 'panel_silent'],
  [/modules? .*(?:do|does) not answer/i, 'modules_silent'],
];

const ADVICE: Readonly<Record<TestFailure, Advice>> = {
  incomplete: () => [
    'Fill in what is missing under "Connection", then test again.',
    'Under "Find on the network" the boards and ports that are there are listed.',
  ],
  key_missing: onKey,
  key_refused: onKey,
  login_refused: ({ board }) => [
    `Check the user name and the password of the ${isDevice(board) ? 'device, as they stand in its own settings' : 'broker'}.`,
  ],
  quiet_hours: () => [
    'The board was reached and the key is right: it takes no messages at present.',
    'Change the quiet hours in the maker’s app, or wait until they are over.',
  ],
  too_often: () => [
    'The board was reached and the key is right: it was written to too often. Wait a minute and try again.',
  ],
  name_unknown: () => [
    'Check the spelling of the address.',
    'Use the IP address instead, such as 192.168.1.20: the router or the maker’s app shows it.',
  ],
  connection_refused: ({ board }) =>
    isDevice(board)
      ? AT_ANOTHER_ADDRESS
      : [
          'Something answers at this address, but no Local API: check that the address is that of the board.',
          'The Local API has to be enabled first: use "Get the key" with the enablement token.',
        ],
  other_device: ({ board }) =>
    isDevice(board)
      ? AT_ANOTHER_ADDRESS
      : [
          'Another device seems to have this address: look the address of the board up in the maker’s app.',
          'Leave the port out unless you changed it: the board uses 7000.',
        ],
  wrong_clock: () => ['Check the date of this appliance: with a wrong clock no certificate is accepted.'],
  port_missing: () => [
    'Plug the USB cable in, at both ends.',
    'Some cables only charge: try another one.',
    'Under "Find on the network" the ports that are there are listed.',
  ],
  port_busy: onPort,
  no_access: () => [
    'Give the user that runs flapbox access to the port (on Debian: the group "dialout", for I2C the group "i2c") and restart.',
  ],
  not_a_port: () => [
    'Choose another port: this one is something else.',
    'Under "Find on the network" the ports that are there are listed.',
  ],
  bus_missing: () => [
    'Enable I2C (on a Raspberry Pi: raspi-config, Interface Options) and restart.',
    'Check the number of the bus: the pins of a Raspberry Pi are bus 1.',
  ],
  screen: () => [
    'Connect the monitor and switch it on; some machines show a picture only if it was on when they were switched on.',
    'Give the user that runs flapbox access to the screen (on Debian: the group "video") and restart.',
    'On a computer with a desktop the desktop holds the screen: use the address /screen in a browser there.',
  ],
  certificate_unknown: () => ['The broker’s certificate is not known here: use one that is, or connect without TLS.'],
  broker: () => [
    'Check that the broker is running and that its address and port are right.',
    'Check the topics, and whether the broker wants a user name and a password.',
  ],
  module_map: () => [
    'Correct the map of modules below the size: each place has one address, and each address one place.',
  ],
  panel_silent: () => [
    'Check that the wall has power, not only the USB cable.',
    'Check the speed of the line, and that the driver is the one of this wall.',
    'On RS-485, swap the wires A and B.',
  ],
  modules_silent: () => [
    'Check the cable and the power of the modules that are named.',
    'Check that their addresses are right and that no two modules have the same one.',
  ],
  no_answer: onSilence,
};

/** The code of what a driver said about a failed test; `no_answer` for whatever has no code of its own. */
export const testFailureOf = (reason: string): TestFailure =>
  CAUSES.find(([sentence]) => sentence.test(reason))?.[1] ?? 'no_answer';

/** What helps against the cause of a failed test, most likely first. */
export const adviceFor = (test: FailedTest): string[] => [...ADVICE[test.code](test)];
