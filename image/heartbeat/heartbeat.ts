import { writeSync } from 'node:fs';
import { get } from 'node:http';

// Loaded before the service and within its process: as long as its event loop turns and its API answers, systemd hears of it.
const BEAT_MS = 10_000;
const FIRST_BEAT_MS = 300;
const ANSWER_MS = 5000;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/api/health', timeout: ANSWER_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });

const beat = (fd: number, port: number, ready: boolean): void => {
  const timer = setTimeout(() => {
    void answers(port).then((alive) => {
      if (alive) writeSync(fd, ready ? 'WATCHDOG=1\n' : 'READY=1\n');
      beat(fd, port, ready || alive);
    });
  }, ready ? BEAT_MS : FIRST_BEAT_MS);
  timer.unref();
};

const fd = Number(process.env['FLAPBOX_NOTIFY_FD']);
// Programs that the service starts inherit its arguments, but must not speak for it.
delete process.env['FLAPBOX_NOTIFY_FD'];
if (Number.isInteger(fd) && fd > 2) beat(fd, Number(process.env['SERVICE_PORT'] ?? 4420), false);
