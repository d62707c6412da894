import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ByteReader } from './byte-reader.ts';
import { concludeFrom, openNotes, replaceFile } from './notes.ts';
import { answerRequest, type RequestPort } from './request.ts';
import { forgetLogin, readSettings } from './settings.ts';
import {
  isOnTrial,
  isServiceHealthy,
  PLACES,
  readKeys,
  runningRelease,
  runProgram,
  viewCard,
  withBootPartition,
  withCard,
} from './system.ts';
import { judgeTrial } from './trial.ts';
import { keepRunning, readState, writeState } from './update.ts';

const notes = openNotes(PLACES.store);
const now = (): string => new Date().toISOString();

/** There once the network has told the time. */
const SYNCHRONIZED = '/run/systemd/timesync/synchronized';
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const store = (name: string, text: string | null): Promise<void> =>
  text === null ? rm(join(PLACES.store, name), { force: true }) : replaceFile(join(PLACES.store, name), text);

const port: RequestPort = {
  viewCard,
  withCard,
  keys: readKeys,
  notes,
  release: runningRelease,
  isOnTrial,
  now,
  setHostname: async (name) => {
    await store('hostname', `${name}\n`);
    await writeFile('/proc/sys/kernel/hostname', name);
    await runProgram('systemctl', '--no-block', 'try-restart', 'avahi-daemon.service');
  },
  setCountry: async (country) => {
    await store('country', `${country}\n`);
    await runProgram('iw', 'reg', 'set', country);
  },
  isSynchronized: () => isThere(SYNCHRONIZED),
  // A unit of its own may set the clock: this one may not.
  setClock: async (seconds) => {
    await writeFile(join(PLACES.run, 'set-clock'), String(seconds));
    await runProgram('systemctl', 'start', 'flapbox-set-clock.service');
  },
  // The answer goes out first.
  reboot: async () => void (await runProgram('systemd-run', '--on-active=1', '--quiet', 'systemctl', 'reboot')),
};

/** One request on the socket that systemd handed over. */
const serve = async (): Promise<void> => {
  // Who asked may be gone before the answer; what was begun is ended in order all the same.
  process.stdout.on('error', () => undefined);
  const reader = new ByteReader(process.stdin);
  await answerRequest(port, reader, (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
  process.stdin.destroy();
};

const judge = async (): Promise<void> => {
  const reason = await judgeTrial({
    isHealthy: isServiceHealthy,
    restarts: async () =>
      Number(await runProgram('systemctl', 'show', '--property=NRestarts', '--value', 'flapbox.service')),
    wait: (ms) => wait(ms),
  });
  const pending = await notes.pending();
  if (reason === null) {
    await withCard(keepRunning);
    await rm(join(PLACES.run, 'trial'), { force: true });
    if (pending)
      await notes.conclude({ version: pending.version, from: pending.from, result: 'kept', reason: null, at: now() });
    return;
  }
  process.stderr.write(`the new version is not kept: ${reason}\n`);
  if (pending) await notes.setPending({ ...pending, reason });
  await runProgram('systemctl', 'reboot');
};

const noteOutcome = async (): Promise<void> => {
  const pending = await notes.pending();
  if (!pending) return;
  await withCard(async (card) => {
    const state = await readState(card);
    await notes.conclude(concludeFrom(pending, card.running, state, now()));
    // A slot that could not be loaded must not be tried again at every start.
    if (state.current !== card.running) await writeState(card, { current: card.running, tries: 0, good: card.running });
  });
};

const applySettings = (): Promise<void> =>
  withBootPartition(async (folder) => {
    const file = join(folder, 'flapbox.txt');
    const pins = await readFile(join(PLACES.store, 'gpio.env'), 'utf8').catch(() => '');
    const { files, firmware, spi, resetLogin, problems } = readSettings(await readFile(file, 'utf8'), pins);
    for (const [name, text] of Object.entries(files)) await store(name, text);
    if (resetLogin) await forgetLogin(PLACES.data);
    if (firmware !== undefined) await replaceFile(join(folder, 'gpio.txt'), firmware);
    if (spi !== undefined) await replaceFile(join(folder, 'pins.env'), `spi=${spi ? 1 : 0}\n`);
    await writeFile(
      join(folder, 'flapbox-result.txt'),
      problems.length === 0 ? 'All settings were taken over.\r\n' : problems.map((line) => `${line}\r\n`).join(''),
    );
    // It holds a password: it goes when everything in it is stored.
    await rm(file);
  });

const WORDS: Readonly<Record<string, () => Promise<void>>> = {
  serve,
  'judge-trial': judge,
  'note-outcome': noteOutcome,
  'apply-settings': applySettings,
};

const word = process.argv[2] ?? '';
const work = WORDS[word];
if (work) {
  work().catch((error: unknown) => {
    process.stderr.write(`${word} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
} else process.exitCode = 2;
