import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { live } from '../year/live.ts';
import { ask, pause, start, handedOverBy, writtenBy, type Row } from './service.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** What the disk is given at rest, for an edit, for a burst of edits and for a message. */
const measureService = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-disk-'));
  const service = await start(agent, [join(process.cwd(), 'dist/flapbox.cjs')], dir);
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    await pause(1500);
    const before = writtenBy(service.child);
    await work();
    await pause(1500);
    return (writtenBy(service.child) - before) / 1024;
  };
  const page = (name: string) =>
    ask(agent, service.port, 'POST', '/api/v1/pages', JSON.stringify({ name, type: 'template', template: ['A'] }));
  await pause(3000);
  const rest = writtenBy(service.child);
  await pause(20_000);
  const idle = writtenBy(service.child) - rest;
  const one = await costOf(() => page('One'));
  const burst = await costOf(() => Promise.all(Array.from({ length: 40 }, (_, index) => page(`Burst ${index}`))));
  const send = (text: string) =>
    ask(agent, service.port, 'POST', '/api/v1/boards/primary/message', JSON.stringify({ text }));
  const first = await costOf(() => send('HELLO'));
  // The kernel accounts for the whole folio of its page cache that a block lies in; what the service hands over, its
  // answer included, is nearer to what the device gets.
  await pause(1500);
  const before = handedOverBy(service.child);
  await send('AGAIN');
  await pause(1500);
  const message = (handedOverBy(service.child) - before) / 1024;
  await service.stop();
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
  return [
    { name: 'written to the disk in 20 idle seconds', value: idle, unit: 'bytes', target: 0 },
    { name: 'written for one page', value: one, unit: 'KB', target: 30 },
    { name: 'written for 40 pages in a burst', value: burst, unit: 'KB', target: 1500 },
    { name: 'written for the first message of an install, which makes room for all others', value: first, unit: 'KB' },
    { name: 'handed to the system for a message, its answer included', value: message, unit: 'KB', target: 10 },
  ];
};

/** Bytes and processor time of a simulated day of eight boards, with an ordinary owner and with nobody at home. */
const measureDays = async (): Promise<Row[]> => {
  const awake = setInterval(() => undefined, 60_000);
  const day = {
    from: '2025-05-06T00:00:00Z',
    to: '2025-05-08T00:00:00Z',
    seed: 3,
    daysBetweenCuts: 99,
    pollSeconds: 15,
  };
  const [quiet, usual] = [await live({ ...day, deedsPerDay: 0 }), await live({ ...day, deedsPerDay: 30 })];
  clearInterval(awake);
  return [
    {
      name: 'a simulated day of eight boards, nobody at home: bytes written',
      value: quiet.bytesWritten / 2,
      unit: 'bytes',
      target: 20_000,
    },
    {
      name: 'a simulated day of eight boards, 30 deeds: bytes written',
      value: usual.bytesWritten / 2,
      unit: 'bytes',
      target: 1_000_000,
    },
    {
      name: 'a simulated day of eight boards, 30 deeds: processor time',
      value: usual.processorSeconds / 2,
      unit: 's',
      target: 8,
    },
  ];
};

/** What flapbox gives its disk to write: a memory card wears out. */
export const run = async (): Promise<Row[]> => [...(await measureService()), ...(await measureDays())];
