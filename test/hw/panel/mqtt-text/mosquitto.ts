import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { until } from '../../../support/until.ts';
import { freePort } from '../../../support/free-port.ts';

/** The account that the broker wants. */
export const USER = 'wall';
/** Its password. */
export const PASSWORD = 'word-of-the-broker';

/** A real broker on the loopback address. */
export interface Mosquitto {
  readonly url: string;
  /** A client of its own, connected. */
  connect(): Promise<MqttClient>;
  /** Ends the broker as a power cut does, and starts it again. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('connect', () => resolve((socket.destroy(), true)));
    socket.on('error', () => resolve(false));
  });

/** Starts a broker that wants `USER` and `PASSWORD`; `more` are further lines of its configuration. */
export const startMosquitto = async (more = ''): Promise<Mosquitto> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-mosquitto-'));
  const port = await freePort();
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  const env = { ...process.env, PATH: path };
  writeFileSync(join(dir, 'users'), `${USER}:${PASSWORD}\n`, { mode: 0o600 });
  spawnSync('mosquitto_passwd', ['-U', join(dir, 'users')], { env });
  const account = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(
    join(dir, 'conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous false\n${more}password_file ${join(dir, 'users')}\n${account}`,
  );
  let broker: ChildProcess | null = null;
  const restart = async (): Promise<void> => {
    broker = spawn('mosquitto', ['-c', join(dir, 'conf')], { env, stdio: 'ignore' });
    await until(() => answers(port));
  };
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      const dying = broker;
      broker = null;
      if (!dying) return resolve();
      dying.once('exit', () => resolve());
      dying.kill('SIGKILL');
    });
  await restart();
  const url = `mqtt://127.0.0.1:${port}`;
  return {
    url,
    connect: () =>
      (require('mqtt') as typeof import('mqtt')).connectAsync(url, {
        username: USER,
        password: PASSWORD,
        reconnectPeriod: 50,
      }),
    kill,
    restart,
    close: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
