import { createServer } from 'node:net';

// Below the ports that the kernel hands out by itself: one of those could be given to any connection before it is used.
const LOWEST = 10_240;
const HIGHEST = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of the loopback that nothing listens at, for programs that cannot choose one by themselves. */
export const freePort = async (): Promise<number> => {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
  return (await isFree(port)) ? port : freePort();
};
