import type { Machine } from './machine.ts';

/** A request of somebody in the machine. */
export interface Asked {
  readonly address: string;
  readonly path: string;
  readonly port?: number;
  /** What it calls the address; the address itself unless given. */
  readonly host?: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** What was answered; `status` 0 when nothing was, with the reason in `text`. */
export interface Heard {
  readonly status: number;
  readonly location?: string;
  readonly type?: string;
  readonly text: string;
}

const CLIENT = `const http = require("http");
const one = ({ address, port = 80, path, host = address, form }) => new Promise((done) => {
  const body = form ? new URLSearchParams(form).toString() : "";
  const headers = { Host: host, "Accept-Language": "de-DE", ...(form ? { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) } : {}) };
  const request = http.request({ host: address, port, path, headers, method: form ? "POST" : "GET", agent: false, timeout: 8000 }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (piece) => (text += piece)).on("end", () => done({ status: response.statusCode, location: response.headers.location, type: response.headers["content-type"], text }));
  });
  request.on("timeout", () => request.destroy(Object.assign(new Error(), { code: "SILENCE" })));
  request.on("error", ({ code }) => done({ status: 0, text: code }));
  request.end(body);
});
const names = async (list, server) => {
  const resolver = new (require("dns").promises.Resolver)({ timeout: 5000, tries: 2 });
  resolver.setServers([server]);
  return Promise.all(list.map((name) => resolver.resolve4(name).then((all) => all.join(), ({ code }) => code)));
};
const [kind, text] = process.argv.slice(2);
const asked = JSON.parse(Buffer.from(text, "base64"));
(async () => {
  const heard = [];
  if (kind === "names") heard.push(...(await names(asked.names, asked.server)));
  else for (const single of asked) heard.push(await one(single));
  console.log(JSON.stringify(heard));
})();`;

const run = async (machine: Machine, where: string, kind: string, asked: unknown): Promise<unknown> => {
  await machine.output(
    `test -e /tmp/asking.js || echo ${Buffer.from(CLIENT).toString('base64')} | base64 -d > /tmp/asking.js`,
  );
  const inside = where === '' ? '' : `ip netns exec ${where} `;
  return JSON.parse(
    await machine.output(
      `${inside}node /tmp/asking.js ${kind} ${Buffer.from(JSON.stringify(asked)).toString('base64')}`,
    ),
  );
};

/** Asks one after the other from a network namespace of the machine; an empty name means from the appliance itself. */
export const askFrom = async (machine: Machine, where: string, asked: readonly Asked[]): Promise<Heard[]> =>
  (await run(machine, where, 'pages', asked)) as Heard[];

/**
 * The address of each name, as a server tells it in a network namespace of the machine; the reason where there is none.
 */
export const namesFrom = async (
  machine: Machine,
  where: string,
  server: string,
  names: readonly string[],
): Promise<string[]> => (await run(machine, where, 'names', { names, server })) as string[];
