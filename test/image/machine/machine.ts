import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { call, type Answer } from '../../support/http.ts';

/** The project's folder; tests run in it. */
const ROOT = process.cwd();
const CACHE = join(ROOT, 'image/.cache');

/** The folder where tests lay down what they need; emptied by nobody, so that it can be looked at after a failure. */
export const WORK = join(CACHE, 'test');

/** What the build of the card left; it has to have run. */
const BUILT = join(CACHE, 'work');

/** The Debian packages that were unpacked for the card: boot loaders, device trees, kernel. */
const PARTS = join(BUILT, 'debian');

/** Where a file of these packages lies. */
export const partPath = (path: string): string => join(PARTS, path);

/** Milliseconds that pass in the world outside. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a program of this machine; answers what it printed. */
export const local = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 });

/** A copy of the card, of `gibibytes` in all as a bought one would be, with files put onto its first partition. */
export const flash = (name: string, files: Readonly<Record<string, string | Buffer>> = {}, gibibytes = 2): string => {
  mkdirSync(WORK, { recursive: true });
  const target = join(WORK, `${name}.img`);
  for (const file of [target, join(WORK, `${name}.log`)]) rmSync(file, { force: true });
  local('cp', '--sparse=always', join(BUILT, 'card.img'), target);
  local('truncate', '-s', `${gibibytes}G`, target);
  putFiles(target, files);
  return target;
};

/** Puts files onto the first partition of a card that lies on the table. */
export const putFiles = (card: string, files: Readonly<Record<string, string | Buffer>>): void => {
  for (const [name, content] of Object.entries(files)) {
    const file = join(WORK, `put-${name}`);
    writeFileSync(file, content);
    local('mcopy', '-o', '-i', `${card}@@1M`, file, `::/${name}`);
    rmSync(file);
  }
};

/** The names on the first partition of a card that lies on the table. */
export const listFiles = (card: string): string[] =>
  local('mdir', '-b', '-i', `${card}@@1M`, '::/')
    .split('\n')
    .map((line) => line.replace('::/', ''));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** A drive whose writes go to a throw-away layer over the card, and into a log. */
const notedCard = (card: string, writes: string): object => {
  const overlay = `${writes}.overlay`;
  for (const file of [writes, overlay]) rmSync(file, { force: true });
  local('qemu-img', 'create', '-q', '-f', 'qcow2', '-b', card, '-F', 'raw', overlay);
  writeFileSync(writes, '');
  const file = (filename: string): object => ({ driver: 'file', filename });
  return {
    driver: 'blklogwrites',
    'node-name': 'card',
    'log-sector-size': 512,
    file: { driver: 'qcow2', file: file(overlay) },
    log: file(writes),
  };
};

/** What came of a command in the machine. */
export interface Result {
  readonly status: number;
  readonly output: string;
}

/** A simulated computer with a card in it, seen through its serial line and its network. */
export class Machine {
  readonly #arguments: (ports: Readonly<Record<string, number>>) => string[];
  readonly #name: string;
  #process: ChildProcess | null = null;
  #ports: Readonly<Record<'http' | 'usual' | 'ssh', number>> = { http: 0, usual: 0, ssh: 0 };
  #text = '';
  #from = 0;
  #shellReady = false;
  #count = 0;

  private constructor(name: string, argumentsFor: (ports: Readonly<Record<string, number>>) => string[]) {
    this.#name = name;
    this.#arguments = argumentsFor;
  }

  /**
   * A virtual board with network: U-Boot starts it from the card as on a Pi. `more`: further devices. With `writes`,
   * the card stays as it is, and what is written to it is noted in that file (`write-log.ts` reads it).
   */
  static virtual(name: string, card: string, more: readonly string[] = [], writes?: string): Machine {
    const boot = join(BUILT, 'virtual-u-boot.bin');
    const drive = (): string[] =>
      writes === undefined
        ? ['-drive', `if=none,id=card,file=${card},format=raw,cache=writeback`]
        : ['-blockdev', JSON.stringify(notedCard(card, writes))];
    return new Machine(name, ({ http, usual, ssh }) => [
      '-M',
      'virt,gic-version=2',
      '-cpu',
      'cortex-a72',
      '-smp',
      '2',
      '-m',
      '1024',
      '-accel',
      'tcg,thread=multi',
      '-bios',
      boot,
      ...drive(),
      '-device',
      'virtio-blk-pci,drive=card',
      '-netdev',
      `user,id=net,hostfwd=tcp:127.0.0.1:${http}-:80,hostfwd=tcp:127.0.0.1:${usual}-:4420,hostfwd=tcp:127.0.0.1:${ssh}-:22`,
      '-device',
      'virtio-net-pci,netdev=net,romfile=',
      '-device',
      'virtio-rng-pci',
      '-serial',
      'stdio',
      ...more,
    ]);
  }

  /**
   * A Pi 3B: the emulator plays the firmware and starts U-Boot, which reads the card. It has no network. `more`:
   * further arguments.
   */
  static pi(name: string, card: string, more: readonly string[] = []): Machine {
    const tree = local('sh', '-c', `ls ${PARTS}/usr/lib/modules/*/dtb/broadcom/bcm2837-rpi-3-b.dtb`).trim();
    return new Machine(name, () => [
      '-M',
      'raspi3b',
      '-accel',
      'tcg,thread=multi',
      '-kernel',
      join(BUILT, 'boot/u-boot.bin'),
      '-dtb',
      tree,
      '-drive',
      `if=sd,file=${card},format=raw,cache=writeback`,
      '-serial',
      'null',
      '-serial',
      'stdio',
      ...more,
    ]);
  }

  /** Everything that came over the serial line since the power was switched on. */
  get text(): string {
    return this.#text;
  }

  /** The port of this computer that leads to a port of the machine: 80, 4420 or 22. */
  get ports(): Readonly<Record<'http' | 'usual' | 'ssh', number>> {
    return this.#ports;
  }

  /** Switches the power on. */
  async powerOn(): Promise<void> {
    this.#ports = { http: await freePort(), usual: await freePort(), ssh: await freePort() };
    [this.#text, this.#from, this.#shellReady] = ['', 0, false];
    const child = spawn(
      'qemu-system-aarch64',
      ['-display', 'none', '-monitor', 'none', ...this.#arguments(this.#ports)],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const log = join(WORK, `${this.#name}.log`);
    const take = (chunk: Buffer): void => {
      this.#text += chunk.toString('latin1');
      appendFileSync(log, chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    this.#process = child;
  }

  /** Pulls the plug. */
  async powerCut(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Waits until the machine has switched itself off, which it also does at a restart if `-no-reboot` was given. */
  async ended(ms: number): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    await once(child, 'exit', { signal: AbortSignal.timeout(ms) }).catch((error: unknown) => {
      throw new Error(`the machine still ran after ${ms / 1000} s`, { cause: error });
    });
  }

  /** Waits for a text on the serial line that came after the last one that was waited for. */
  async sees(pattern: RegExp, ms: number): Promise<string> {
    const end = performance.now() + ms;
    for (;;) {
      const found = pattern.exec(this.#text.slice(this.#from));
      if (found) {
        this.#from += found.index + found[0].length;
        return found[0];
      }
      if (performance.now() > end)
        throw new Error(`no ${String(pattern)} within ${ms / 1000} s; the line ends with:\n${this.#text.slice(-1500)}`);
      await pause(50);
    }
  }

  /** Forgets the serial line up to now, and that a shell was there: before a restart of the machine. */
  restarts(): void {
    this.#from = this.#text.length;
    this.#shellReady = false;
  }

  async #openShell(): Promise<void> {
    await this.sees(/root@[^#]*# /, 300_000);
    this.#type(
      'stty -echo; bind \'set enable-bracketed-paste off\' 2>/dev/null; PS1=; export TERM=dumb; echo shell-""ready',
    );
    await this.sees(/shell-ready/, 300_000);
    this.#shellReady = true;
  }

  #type(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }

  /**
   * Runs a command in the machine's shell, which `debug.env` opens. What the kernel says in between does not disturb.
   */
  async shell(command: string, ms = 180_000): Promise<Result> {
    if (!this.#shellReady) await this.#openShell();
    const mark = `M${++this.#count}x`;
    this.#type(`{ ${command}\n} > /tmp/out 2>&1; s=$?; echo "[${mark}""$s:$(base64 -w0 /tmp/out)]"`);
    const found = await this.sees(new RegExp(`\\[${mark}\\d+:[A-Za-z0-9+/=\\s]*\\]`), ms);
    const [, status = '', output = ''] = /x(\d+):([\s\S]*)\]$/.exec(found) ?? [];
    return { status: Number(status), output: Buffer.from(output.replace(/\s/g, ''), 'base64').toString() };
  }

  /** What a command in the machine printed, trimmed; rejects when it failed. */
  async output(command: string, ms?: number): Promise<string> {
    const { status, output } = await this.shell(command, ms);
    if (status !== 0) throw new Error(`${command}: ended with ${status}\n${output}`);
    return output.trim();
  }

  /** How many sectors were written to the card since the start. */
  async written(): Promise<number> {
    return Number(await this.output("awk '{print $7}' /sys/block/vda/stat"));
  }

  /** A request to the API. */
  api(method: string, path: string, json?: unknown): Promise<Answer> {
    return call(this.#ports.http, method, `/api${path}`, json === undefined ? {} : { json });
  }

  /** Waits until the API answers; how long that took since the call, in seconds. */
  async answers(ms = 400_000): Promise<number> {
    const begun = performance.now();
    while (performance.now() - begun < ms) {
      const late = pause(4000).then(() => 0);
      const status = await Promise.race([
        this.api('GET', '/health').then(
          (answer) => answer.status,
          () => 0,
        ),
        late,
      ]);
      if (status === 200) return (performance.now() - begun) / 1000;
      await pause(250);
    }
    throw new Error(`no answer within ${ms / 1000} s; the serial line ends with:\n${this.#text.slice(-1500)}`);
  }

  /** Chooses to do without a login, as an owner would at the first start. */
  async withoutLogin(): Promise<void> {
    const { status, text } = await this.api('POST', '/auth/preference', { enabled: false });
    if (status !== 200) throw new Error(`the choice was answered with ${status}: ${text}`);
  }
}

/** Says a measured figure, for the log of a run. */
export const say = (name: string, value: number, unit: string): void => {
  process.stdout.write(`  ${name}: ${Math.round(value * 10) / 10} ${unit}\n`);
};
