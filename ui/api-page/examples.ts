import type { MqttPreference } from '../../src/schema/appliance/mqtt.ts';
import type { BoardInstance } from '../../src/schema/boards/boards.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { gridToRows } from '../../src/core/flaps/grid.ts';
import { layoutText } from '../../src/core/flaps/message.ts';
import { apiPage as texts } from '../strings/api-page.ts';

/** The pieces of a command that calls the API. */
interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly address: string;
  /** What stands behind `-H`, already in quotes. */
  readonly headers?: readonly string[];
  readonly body?: unknown;
  /** Further options, such as `-N`. */
  readonly options?: readonly string[];
}

// A single quote inside of single quotes ends them, stands escaped, and begins them again.
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command for a terminal, with curl. */
const curl = ({ method = 'GET', address, headers = [], body, options = [] }: Call): string =>
  [
    ['curl', ...options, ...(method === 'GET' ? [] : ['-X', method]), quote(address)].join(' '),
    ...headers.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ].join(' \\\n  ');

/** The header with the token that the terminal knows. */
const TOKEN = '"Authorization: Bearer $TOKEN"';

const withToken = (method: NonNullable<Call['method']>, address: string, body?: unknown): string =>
  curl({ method, address, body, headers: [TOKEN] });

/** A command with what it is for. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly command: string;
}

const example = (name: string, [title, note]: readonly [string, string], command: string): Example => ({
  name,
  title,
  note,
  command,
});

const boardAddress = (origin: string, board: string): string => `${origin}/api/v1/boards/${encodeURIComponent(board)}`;

/** What is done with a board. */
export const boardExamples = (origin: string, board: string): Example[] => {
  const address = boardAddress(origin, board);
  const timed = { text: 'DINNER IS READY', duration_minutes: 15, revert_mode: 'schedule' };
  return [
    example('read', texts.read, withToken('GET', address)),
    example('send', texts.send, withToken('POST', `${address}/message`, { text: 'HELLO {red}' })),
    example('timed', texts.timed, withToken('POST', `${address}/message`, timed)),
    example('clear', texts.clear, withToken('DELETE', `${address}/message`)),
  ];
};

/** What is done with pages and data. `page`: one that fits the board; null when there is none. */
export const dataExamples = (
  origin: string,
  board: string,
  page: { readonly id: string; readonly name: string } | null,
): Example[] => {
  const pin = withToken('PUT', `${boardAddress(origin, board)}/active-page`, { page_id: page?.id ?? 'PAGE_ID' });
  const template = ['{{date_time.day_of_week}}', '{{date_time.time}}'];
  return [
    example('pages', texts.pages, withToken('GET', `${origin}/api/v1/pages`)),
    example('pin', texts.pin(page?.name ?? null), pin),
    example('render', texts.render, withToken('POST', `${origin}/api/v1/render`, { template })),
  ];
};

/** How data get to a plugin. */
export const receiveExample = (origin: string): Example => {
  const address = `${origin}/api/v1/plugins/webhook/receive`;
  return example('receive', texts.receive, withToken('POST', address, { message: 'PARCEL AT THE DOOR' }));
};

const COOKIE_FILE = 'flapbox.cookies';

/** The password that was typed, as it stands in JSON. */
const TYPED = String.raw`"$(printf %s "$PASSWORD" | sed 's/[\"]/\\&/g')"`;

const loginCommand = (origin: string, username: string): string => {
  const [before = '', after = ''] = JSON.stringify({ username, password: '$' }).split(/\$(?="}$)/);
  return (
    `read -rs PASSWORD && curl -c ${COOKIE_FILE} ${quote(`${origin}/api/auth/login`)} \\\n` +
    `  -H 'Content-Type: application/json' \\\n  -d ${quote(before)}${TYPED}${quote(after)}`
  );
};

/** How a program follows what happens; with a login on, signed in first. */
export const liveExamples = (origin: string, login: { readonly username: string | null } | null): Example[] => {
  const session = login === null ? [] : ['-b', COOKIE_FILE];
  return [
    ...(login === null ? [] : [example('login', texts.login, loginCommand(origin, login.username ?? texts.loginUser))]),
    example('events', texts.events, curl({ address: `${origin}/api/events`, options: ['-N', ...session] })),
    example('metrics', texts.metrics, withToken('GET', `${origin}/metrics`)),
  ];
};

/** What the configuration file of an MCP client says. */
export const mcpConfiguration = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: { flapbox: { type: 'http', url: `${origin}/api/mcp`, headers: { Authorization: 'Bearer $TOKEN' } } },
    },
    null,
    2,
  );

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '1' } },
};

/** Asks the MCP endpoint for its greeting. */
export const mcpExample = (origin: string): Example =>
  example(
    'mcp',
    texts.mcp,
    curl({
      method: 'POST',
      address: `${origin}/api/mcp`,
      headers: [TOKEN, "'Accept: application/json, text/event-stream'"],
      body: INITIALIZE,
    }),
  );

const word = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : quote(text));

/** A message by way of the broker. */
export const mqttExample = ({ base_topic, broker_host, broker_port, tls, username }: MqttPreference): Example => {
  const broker = [
    `mosquitto_pub -h ${word(broker_host || 'BROKER')} -p ${broker_port}`,
    ...(tls ? ['--tls-use-os-certs'] : []),
    ...(username === '' ? [] : [`-u ${word(username)} -P "$MQTT_PASSWORD"`]),
  ];
  const message = `-t ${word(`${base_topic}/send_message/set`)} -m 'HELLO'`;
  return example('mqtt', texts.mqttSend, `${broker.join(' ')} \\\n  ${message}`);
};

/** How a program for Vestaboards uses a board that has a port of its own. */
export const localExamples = (hostname: string, board: BoardInstance): Example[] => {
  const address = `http://${hostname}:${board.local_api_port}/local-api`;
  const key = { headers: ['"X-Vestaboard-Local-Api-Key: $LOCAL_API_KEY"'] };
  const characters = gridToRows(layoutText('HELLO', geometryOf(board)));
  return [
    example(
      'enablement',
      texts.enablement(board.name),
      curl({
        method: 'POST',
        address: `${address}/enablement`,
        headers: ['"X-Vestaboard-Local-Api-Enablement-Token: $ENABLEMENT_TOKEN"'],
      }),
    ),
    example('local-read', texts.localRead(board.name), curl({ ...key, address: `${address}/message` })),
    example(
      'local-write',
      texts.localWrite(board.name),
      curl({ ...key, method: 'POST', address: `${address}/message`, body: characters }),
    ),
  ];
};
