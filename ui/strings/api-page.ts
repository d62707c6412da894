import { MESSAGE_MINUTES } from '../../src/schema/limits.ts';
import { between } from '../kit/sentence.ts';

/** Texts of the page for programs. */
export const apiPage = {
  title: 'For programs',
  intro:
    'Everything you can do here, a program can do too. All examples contain the address of this flapbox: ' +
    'copy one into a terminal, and it works.',
  address: 'Address',
  addressLabel: 'Address of the API',
  references: 'Every operation, with all its members',
  docs: ['Try-out reference', 'Every operation, to try in the browser'],
  redoc: ['Reading reference', 'The same, for reading'],
  openapi: ['OpenAPI description', 'For generators of clients'],

  token: 'Token',
  tokenOn:
    'A login is on, so programs need a token. Enter it in the terminal once, with the command below, and ' +
    'the examples will use it.',
  tokenOff: 'There is no login, so you can leave out the header with $TOKEN. You will need it as soon as there is one.',
  tokenSet: 'Put the token into the terminal',
  tokenLink: 'Get a token',
  tokenCommand: 'read -rs TOKEN && export TOKEN',

  groups: {
    boards: 'Boards',
    data: 'Pages and data',
    live: 'Follow along',
    assistants: 'Assistants',
    mqtt: 'MQTT and Home Assistant',
    vestaboard: 'Programs for Vestaboards',
  },

  board: 'Board',
  read: ['Read a board', 'What is on it, and why.'],
  send: ['Send a message', 'It stays until something else comes. Markers such as {red} become coloured flaps.'],
  timed: [
    'Send a message for a quarter of an hour',
    `After that the board carries on as planned. ${between(MESSAGE_MINUTES)} minutes.`,
  ],
  clear: ['Take the message down', 'The board goes back to its programme at once.'],
  pages: ['List the pages', 'With the ids that other operations ask for.'],
  pin: (page: string | null) =>
    [
      'Pin a page',
      page === null
        ? 'Put the id of a page in place of PAGE_ID.'
        : `Here “${page}”. With null in place of the id the board follows its schedule again.`,
    ] as const,
  render: ['Lay out a template without showing it', 'The answer tells every line.'],
  receive: ['Send data to a plugin', 'Members of the object become variables, here {{webhook.message}}.'],
  receiveOff: 'The plugin is off: switch it on first.',
  receiveLink: 'Open the plugin',

  login: [
    'Log in',
    'What follows is for signed-in people, not for tokens: curl keeps the session in a file. The command ' +
      'waits for your password.',
  ],
  loginUser: 'USERNAME',
  events: [
    'Follow what happens',
    'A stream of server-sent events: frame when flaps turn, board and condition when a board changes, library when ' +
      'pages, rules or settings do. It does not end; stop it with Ctrl and C.',
  ],
  metrics: ['Figures for Prometheus', 'Requests, boards, memory.'],

  assistantsIntro:
    'flapbox speaks the Model Context Protocol. This is how most clients are told about it; put your ' +
    'token in place of $TOKEN.',
  assistantsToken: 'Once there is a token, no assistant can connect without it, whether the login is on or off.',
  mcpConfig: 'Configuration of an MCP client',
  mcp: ['See whether it answers', 'The first message of every client.'],

  mqttIntro: 'Home Assistant finds flapbox by itself. Other programs publish to these topics.',
  mqttOff: 'The connection to the broker is off.',
  mqttLink: 'Set up MQTT',
  topics: [
    ['send_message/set', 'Shows a text; or JSON such as {"message": "HELLO", "board": "Kitchen"}'],
    ['active_page/set', 'Pins the page of this name; None gives the board back to its schedule'],
    ['clear_message/set', 'Takes the message down'],
    ['blank_board/set', 'Blanks the board'],
    ['next_page/set', 'Shows the next page'],
    ['paused/set', 'ON pauses the board, OFF lets it go on'],
    ['current_message/state', 'Tells what the board shows'],
    ['status', 'online or offline'],
  ],
  mqttBoard: (topic: string) => `These are for the first board; any board has its own below ${topic}.`,
  mqttSend: ['Send a message', 'With the program mosquitto_pub.'],

  vestaboardIntro:
    'Programs that write on a Vestaboard in the local network can write on every board here, whatever flaps it has.',
  vestaboardOff: 'No board takes part yet: open a board in the settings and switch on its Local API.',
  vestaboardLink: 'Boards in the settings',
  enablement: (board: string) =>
    [
      `Get the key of ${board}`,
      'With the enablement token that stands in the settings of the board. A new key replaces the one before.',
    ] as const,
  localRead: (board: string) => [`Read ${board}`, 'Its flaps as numbers.'] as const,
  localWrite: (board: string) => [`Write on ${board}`, 'One number for every flap.'] as const,
} as const;
