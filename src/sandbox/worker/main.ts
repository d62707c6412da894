// The worker: it runs the interpreters of plugins and the parsers of large documents. Its orders come from the service
// alone.
import { parentPort } from 'node:worker_threads';
import { collectGarbage } from '../../platform/garbage.ts';
import { MOST_BYTES_OF_ALL } from '../limits.ts';
import type { Order } from '../protocol.ts';
import { readManifest } from './manifest.ts';
import { computeAtOnce, postOnline } from './meter.ts';
import { readDocument } from './reader.ts';
import { beginSifting, endSifting, siftPiece } from './sifting.ts';
import { Room } from './room.ts';

const rooms = new Map<string, Room>();
/** Rooms that have ended: orders that the service sent before it knew are ignored. */
const ended = new Set<string>();

/** The largest room ends when all of them take too much: those that need little are not touched. */
const makeRoom = (): void => {
  const largest = [...rooms.values()].sort((a, b) => b.bytes - a.bytes);
  const sum = largest.reduce((bytes, room) => bytes + room.bytes, 0);
  if (sum > MOST_BYTES_OF_ALL) largest[0]?.giveUp();
};

const createRoom = (name: string): Room => {
  const room = new Room(name, makeRoom, () => {
    rooms.delete(name);
    ended.add(name);
    collectGarbage();
  });
  rooms.set(name, room);
  return room;
};

const begin = ({ id, room, task, limits }: Extract<Order, { type: 'run' }>): void => {
  // Documents and manifests are read synchronously and leave nothing behind: they need no room.
  if (task.kind === 'document') computeAtOnce(id, limits, () => readDocument(task));
  else if (task.kind === 'sieve') beginSifting(id, room, task, limits);
  else if (task.kind === 'manifest') computeAtOnce(id, limits, () => readManifest(task));
  else if (!ended.has(room)) void (rooms.get(room) ?? createRoom(room)).run(id, task, limits);
};

const handle = (order: Order): void => {
  const room = rooms.get(order.room);
  if (order.type === 'close') {
    room?.close();
    endSifting(order.room);
    ended.delete(order.room);
  } else if (order.type === 'cancel') room?.cancel(order.id);
  else if (order.type === 'piece') siftPiece(order.room, order.bytes);
  else if (order.type === 'reply') room?.reply(order.ask, order.reply);
  else begin(order);
};

parentPort?.on('message', handle);
postOnline();
