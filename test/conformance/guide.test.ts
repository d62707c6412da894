import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Driver } from '../../src/board/driver.ts';
import { describeDriver } from './driver.ts';
import type { DriverRig } from './driver.ts';

// The driver that docs/driver.md shows is run as it stands there.
const [, code = ''] = /```ts\n([^]*?)```/.exec(readFileSync('docs/driver.md', 'utf8')) ?? [];

type Wall = new (host: string, port: number) => Driver;

/** The class of the page, bundled as if it lay in `hw`. */
const load = async (): Promise<Wall> => {
  const folder = mkdtempSync(join(process.cwd(), '.cache/guide-'));
  const outfile = join(folder, 'tcp-wall.cjs');
  try {
    const { outputFiles } = await build({
      stdin: { contents: code, loader: 'ts', resolveDir: 'hw', sourcefile: 'tcp-wall.ts' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      write: false,
      logLevel: 'error',
    });
    writeFileSync(outfile, outputFiles[0]?.contents ?? '');
    return (require(outfile) as { TcpWall: Wall }).TcpWall;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const [ROWS, COLS] = [2, 5];
const BLANK = Array.from({ length: ROWS }, () => Array.from({ length: COLS }, () => 0));
const loading = load();

const make = async (): Promise<DriverRig> => {
  let shown = BLANK;
  let isBroken = false;
  let touched = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    touched++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (isBroken) socket.resetAndDestroy();
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
      if (!text.endsWith('\n') || isBroken) return;
      shown = JSON.parse(text) as number[][];
      socket.write('ok\n');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const TcpWall = await loading;
  const set = (broken: boolean) => async () => void (isBroken = broken);
  return {
    driver: new TcpWall('127.0.0.1', (server.address() as AddressInfo).port),
    rows: ROWS,
    cols: COLS,
    shown: async () => shown,
    touched: () => touched,
    break: set(true),
    mend: set(false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

describeDriver('the example of docs/driver.md', make);
