import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { startApp, type App } from './app.ts';
import { sentenceOf } from './core/sentence.ts';
import { systemClock } from './platform/clock.ts';
import { compileAtRest, compileWhenBusy } from './platform/engine-flags.ts';
import { UnusableVariable, readEnvironment, type Settings } from './platform/environment.ts';
import { collectAtRest } from './platform/garbage.ts';
import { createLog } from './platform/log.ts';

declare const FLAPBOX_VERSION: string;
declare const FLAPBOX_HOMEPAGE: string;

const LONGEST_STOP_MS = 5000;
/** The status of a process that cannot use what its owner has set. */
const UNUSABLE = 2;

const readSettings = (): Settings => {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof UnusableVariable)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(UNUSABLE);
  }
};

const describeStartError = (error: unknown, settings: Settings): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `SERVICE_PORT="${settings.port}" cannot be used: another program listens there; choose a free port.`;
  if (code === 'EACCES')
    return `SERVICE_PORT="${settings.port}" cannot be used: ports below 1024 need a privilege; choose a higher one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `SERVICE_HOST="${settings.host}" cannot be used: it is no address of this machine.`;
  return sentenceOf(error);
};

/** Stops the service on SIGTERM and SIGINT, one too that comes while it starts; answers whether that was asked for. */
const stopOnSignals = (starting: Promise<App>): (() => boolean) => {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    // It also keeps the process until everything is stopped: the waits inside are timers that do not.
    setTimeout(() => process.exit(1), LONGEST_STOP_MS);
    void starting.then((app) => app.stop()).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  return () => stopping;
};

/** Runs the service until it is asked to stop. */
const run = async (): Promise<void> => {
  const settings = readSettings();
  const log = createLog({
    level: settings.logLevel,
    clock: systemClock,
    write: (line) => process.stdout.write(`${line}\n`),
  });
  const starting = startApp({
    settings,
    clock: systemClock,
    log,
    version: FLAPBOX_VERSION,
    homepage: FLAPBOX_HOMEPAGE,
    distDir: dirname(realpathSync(process.argv[1] ?? __filename)),
    env: process.env,
    onBusy: compileWhenBusy,
    onRest: collectAtRest,
  });
  const isStopping = stopOnSignals(starting);
  let app: App;
  try {
    app = await starting;
  } catch (error) {
    process.stderr.write(`${describeStartError(error, settings)}\n`);
    process.exit(error instanceof Error && 'code' in error ? UNUSABLE : 1);
  }
  compileAtRest();
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  if (!isStopping()) process.stdout.write(`listening on http://${host}:${app.port}\n`);
};

// What packages call that the engine will not have for ever is nothing for the log of an owner.
process.noDeprecation = true;

process.on('unhandledRejection', (error) =>
  process.stderr.write(`an error was not handled: ${error instanceof Error ? error.stack : String(error)}\n`),
);

// Whoever reads the log may go away, as in `npm start | head`: the boards go on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void run();
