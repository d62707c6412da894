// The worker: interpreters of plugins, and what becomes of large documents. What it is told comes from the service
// alone.
import { parentPort } from 'node:worker_threads';
import type { Order } from '../protocol.ts';
import { collectGarbage } from './garbage.ts';
import { reportOnline } from './desk.ts';
import { readDocument } from './reader.ts';
import { Room } from './room.ts';

const rooms = new Map<string, Room>();
/** Rooms that are over: what was sent to them before the service knew is void. */
const ended = new Set<string>();

const createRoom = (name: string): Room => {
  const room = new Room(name, () => {
    rooms.delete(name);
    ended.add(name);
    collectGarbage();
  });
  rooms.set(name, room);
  return room;
};

const begin = ({ id, room, task, limits }: Extract<Order, { type: 'run' }>): void => {
  // A document is read in one piece: nothing of it stays, and there is nothing in between that could be told.
  if (task.kind === 'document') readDocument(id, task, limits);
  else if (!ended.has(room)) void (rooms.get(room) ?? createRoom(room)).run(id, task, limits);
};

const obey = (order: Order): void => {
  const room = rooms.get(order.room);
  if (order.type === 'close') {
    room?.close();
    ended.delete(order.room);
  } else if (order.type === 'cancel') room?.cancel(order.id);
  else if (order.type === 'reply') room?.reply(order.ask, order.reply);
  else begin(order);
};

parentPort?.on('message', obey);
reportOnline();
