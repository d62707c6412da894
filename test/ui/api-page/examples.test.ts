import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  boardExamples,
  dataExamples,
  liveExamples,
  localExamples,
  mcpConfiguration,
  mcpExample,
  receiveExample,
} from '../../../ui/api-page/examples.ts';

/** Commands that owners paste into a terminal: each is read by a shell, and what its curl would be given counts. */
const test = suite('examples of the API page');
const ORIGIN = 'http://flapbox.local';

/** The words that a shell hands to curl, which is a function that prints them here. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
    env: { TOKEN: 't', LOCAL_API_KEY: 'k', ENABLEMENT_TOKEN: 'e', PASSWORD: 'p"w\\', PATH: process.env['PATH'] },
  })
    .split('\0')
    .slice(0, -1);

const AUTH = ['-H', 'Authorization: Bearer t'];
const JSON_BODY = ['-H', 'Content-Type: application/json', '-d'];
const CASES: readonly (readonly [
  string,
  readonly { name: string; command: string }[],
  readonly (readonly string[])[],
])[] = [
  [
    'of a board',
    boardExamples(ORIGIN, "it's/one"),
    [
      [`${ORIGIN}/api/v1/boards/it's%2Fone`, ...AUTH],
      ['-X', 'POST', `${ORIGIN}/api/v1/boards/it's%2Fone/message`, ...AUTH, ...JSON_BODY, '{"text":"HELLO {red}"}'],
      [
        '-X',
        'POST',
        `${ORIGIN}/api/v1/boards/it's%2Fone/message`,
        ...AUTH,
        ...JSON_BODY,
        '{"text":"DINNER IS READY","duration_minutes":15,"revert_mode":"schedule"}',
      ],
      ['-X', 'DELETE', `${ORIGIN}/api/v1/boards/it's%2Fone/message`, ...AUTH],
    ],
  ],
  [
    'of pages and data',
    dataExamples(ORIGIN, 'b', { id: 'p', name: 'Page' }),
    [
      [`${ORIGIN}/api/v1/pages`, ...AUTH],
      ['-X', 'PUT', `${ORIGIN}/api/v1/boards/b/active-page`, ...AUTH, ...JSON_BODY, '{"page_id":"p"}'],
      [
        '-X',
        'POST',
        `${ORIGIN}/api/v1/render`,
        ...AUTH,
        ...JSON_BODY,
        '{"template":["{{date_time.day_of_week}}","{{date_time.time}}"]}',
      ],
    ],
  ],
  [
    'of a plugin that takes data',
    [receiveExample(ORIGIN)],
    [
      [
        '-X',
        'POST',
        `${ORIGIN}/api/v1/plugins/webhook/receive`,
        ...AUTH,
        ...JSON_BODY,
        '{"message":"PARCEL AT THE DOOR"}',
      ],
    ],
  ],
  [
    'of what happens, without a login',
    liveExamples(ORIGIN, null),
    [
      ['-N', `${ORIGIN}/api/events`],
      [`${ORIGIN}/metrics`, ...AUTH],
    ],
  ],
  [
    'of a board with a port of its own',
    localExamples('flapbox.local', { name: 'Note', device_type: 'note', local_api_port: 7001 } as never),
    [
      [
        '-X',
        'POST',
        'http://flapbox.local:7001/local-api/enablement',
        '-H',
        'X-Vestaboard-Local-Api-Enablement-Token: e',
      ],
      ['http://flapbox.local:7001/local-api/message', '-H', 'X-Vestaboard-Local-Api-Key: k'],
      [
        '-X',
        'POST',
        'http://flapbox.local:7001/local-api/message',
        '-H',
        'X-Vestaboard-Local-Api-Key: k',
        ...JSON_BODY,
        JSON.stringify([[8, 5, 12, 12, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], Array(15).fill(0), Array(15).fill(0)]),
      ],
    ],
  ],
];
for (const [name, examples, expected] of CASES)
  test(`commands ${name}`, () =>
    assert.equal(
      examples.map(({ command }) => wordsOf(command)),
      expected,
    ));

test('who follows what happens signs in first where there is a login', () => {
  const [login, events] = liveExamples(ORIGIN, { username: 'm"e\'s' });
  assert.match(login?.command ?? '', /^read -rs PASSWORD && curl -c flapbox\.cookies /);
  assert.equal(wordsOf((login?.command ?? '').replace(/^read -rs PASSWORD && /, '')), [
    '-c',
    'flapbox.cookies',
    `${ORIGIN}/api/auth/login`,
    ...JSON_BODY,
    JSON.stringify({ username: 'm"e\'s', password: 'p"w\\' }),
  ]);
  assert.equal(wordsOf(events?.command ?? ''), ['-N', '-b', 'flapbox.cookies', `${ORIGIN}/api/events`]);
  assert.equal(
    dataExamples(ORIGIN, 'b', null).map(({ command }) => command.includes('PAGE_ID')),
    [false, true, false],
  );
});

test('an MCP client is told where the endpoint is, and greets it', () => {
  assert.equal(JSON.parse(mcpConfiguration(ORIGIN)), {
    mcpServers: {
      flapbox: { type: 'http', url: `${ORIGIN}/api/mcp`, headers: { Authorization: 'Bearer $TOKEN' } },
    },
  });
  const words = wordsOf(mcpExample(ORIGIN).command);
  assert.equal(words.slice(0, 7), [
    '-X',
    'POST',
    `${ORIGIN}/api/mcp`,
    ...AUTH,
    '-H',
    'Accept: application/json, text/event-stream',
  ]);
  const body = JSON.parse(words.at(-1) ?? '') as { jsonrpc: string; method: string; id: number };
  assert.equal([body.jsonrpc, body.method, body.id], ['2.0', 'initialize', 1]);
});

test.run();
