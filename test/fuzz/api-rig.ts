import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOptions } from '../support/start-options.ts';
import { startApp, type App } from '../../src/app.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { stopNames } from '../faults/names.ts';
import type { JsonSchema } from './from-schema.ts';

/** One operation as the document describes it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly body: JsonSchema | null;
  readonly streamed: boolean;
}

/** An appliance that is fuzzed. */
export interface Fuzzed {
  readonly app: App;
  readonly dir: string;
  readonly lines: string[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Stops it, checks that nothing on the disk is damaged, and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A secret of the environment; no answer may have it. */
export const ENV_SECRET = 'canary-of-the-environment';

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The operations of a document. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === 'query'),
      body: requestBody?.content['application/json']?.schema ?? null,
      streamed: requestBody !== undefined && !('application/json' in requestBody.content),
    })),
  );

const fetchDocument = async (app: App, name: string): Promise<Document> =>
  (await (await fetch(`http://127.0.0.1:${app.port}/api/${name}`)).json()) as Document;

/** Starts an appliance with login off that cannot end itself and finds no name in any network. */
export const startFuzzed = async (): Promise<Fuzzed> => {
  const restoreNames = stopNames();
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-fuzz-'));
  const lines: string[] = [];
  const env = {
    SERVICE_AUTH_ENABLED: 'false',
    SERVICE_TIMEZONE: 'Europe/Berlin',
    SERVICE_DATA_DIR: dir,
    SERVICE_HOST: '127.0.0.1',
    SERVICE_PORT: '0',
    SERVICE_MCP_TOKEN: ENV_SECRET,
    SERVICE_SECRET_KEY: ENV_SECRET,
  };
  const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) });
  const start = () => startApp({ ...startOptions(env, log), restart: () => undefined });
  let app = await start();
  const [versioned, all] = [
    await fetchDocument(app, 'openapi.json'),
    await fetchDocument(app, 'internal/openapi.json'),
  ];
  return {
    get app() {
      return app;
    },
    dir,
    lines,
    operations: [...operationsOf(versioned), ...operationsOf(all)],
    schemas: { ...versioned.components.schemas, ...all.components.schemas },
    restart: async () => {
      await app.stop();
      const damaged = () => readdirSync(dir).filter((name) => /damaged|\.tmp$|^commit/.test(name));
      if (damaged().length > 0) throw new Error(`left over after a stop: ${damaged().join()}`);
      app = await start();
      if (app.store.damaged.length > 0)
        throw new Error(`what was stored cannot be read again: ${JSON.stringify(app.store.damaged)}`);
    },
    close: async () => {
      await app.stop();
      restoreNames();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
