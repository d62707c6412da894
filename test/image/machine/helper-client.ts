import type { Machine } from './machine.ts';

// Runs in the machine, as the service does: one request to the socket of the system, with a file from an address behind
// it.
const CLIENT = `const [request, url] = process.argv.slice(2);
const socket = require("net").connect("/run/flapbox/helper.sock");
socket.write(request + "\\n");
if (url) require("http").get(url, (r) => r.pipe(socket, { end: false }));
socket.on("data", (d) => process.stdout.write(d)).on("close", () => process.exit());
socket.on("error", (e) => { console.log(JSON.stringify({ ok: false, code: e.code })); process.exit(); });`;

/** What the system answers last. */
export type HelperAnswer = Readonly<Record<string, unknown>>;

const AS_SERVICE = 'setpriv --reuid=flapbox --regid=flapbox --clear-groups';

const ensureClient = async (machine: Machine): Promise<void> => {
  const code = Buffer.from(CLIENT).toString('base64');
  await machine.output(`test -e /tmp/ask.js || echo ${code} | base64 -d > /tmp/ask.js; chmod 644 /tmp/ask.js`);
};

/**
 * Asks the system something as the service user; answers its last line. `url`: where the bytes after the request come
 * from.
 */
export const ask = async (
  machine: Machine,
  request: HelperAnswer,
  url = '',
  as = AS_SERVICE,
): Promise<HelperAnswer> => {
  await ensureClient(machine);
  const text = await machine.output(`${as} node /tmp/ask.js '${JSON.stringify(request)}' ${url} | tail -n 1`, 300_000);
  return JSON.parse(text) as HelperAnswer;
};

/** Begins to ask in the background; the answers go to a file of the machine. */
export const askInBackground = async (machine: Machine, request: HelperAnswer, url: string): Promise<void> => {
  await ensureClient(machine);
  await machine.output(`${AS_SERVICE} node /tmp/ask.js '${JSON.stringify(request)}' ${url} > /tmp/answers & sleep 1`);
};
