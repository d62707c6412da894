import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';

/** Knows what every connection is doing, so that a stop neither cuts an answer off nor waits for idle ones. */
export interface Connections {
  /** Follows the connections of a server. */
  watch(server: Server): void;
  /** Notes an answer that has begun, until it is out. */
  begin(response: ServerResponse): void;
  /** Whether an answer on this connection is under way with its head out. */
  isAnswering(socket: Socket): boolean;
  /** Closes idle connections at once and the others after their answers, or at the latest after `ms`. */
  drain(ms: number): Promise<void>;
}

/** Follows no connection yet. */
export const createConnections = (clock: Clock): Connections => {
  const running = new Map<Socket, Set<ServerResponse>>();
  let emptied: (() => void) | null = null;
  let draining = false;

  const forget = (socket: Socket): void => {
    running.delete(socket);
    if (running.size === 0) emptied?.();
  };
  return {
    watch: (server) => {
      server.on('connection', (socket) => {
        running.set(socket, new Set());
        socket.once('close', () => forget(socket));
        if (draining) socket.destroy();
      });
    },
    begin: (response) => {
      const { socket } = response;
      const answers = socket ? running.get(socket) : undefined;
      if (!socket || !answers) return;
      answers.add(response);
      response.once('close', () => {
        answers.delete(response);
        // What was written is still on its way: end, not destroy.
        if (draining && answers.size === 0) socket.end();
      });
    },
    isAnswering: (socket) => [...(running.get(socket) ?? [])].some(({ headersSent }) => headersSent),
    drain: async (ms) => {
      draining = true;
      for (const [socket, answers] of running) {
        if (answers.size === 0) socket.destroy();
        else for (const response of answers) if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        emptied = resolve;
        clock.after(ms, () => {
          for (const socket of running.keys()) socket.destroy();
        });
      });
    },
  };
};
