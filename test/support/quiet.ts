import { settle } from './fake-clock.ts';

/**
 * What the process waits for while something of its own is still on its way: files, names, connections that open, bytes
 * that leave.
 */
const ON_ITS_WAY = /^(?:FSReq|GetAddrInfo|TCPConnect|WriteWrap|ShutdownWrap|PipeConnect|Zlib)/;
const CALM_TURNS = 6;
const TURN_MS = 4;

/**
 * Lets everything that runs in this process come to rest: disk, and sockets whose both ends are here. It counts turns
 * of the event loop in which nothing was on its way, not time, so that a busy machine only makes it slower.
 */
export const untilQuiet = async (): Promise<void> => {
  for (let calm = 0; calm < CALM_TURNS; ) {
    await settle();
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    calm = process.getActiveResourcesInfo().some((kind) => ON_ITS_WAY.test(kind)) ? 0 : calm + 1;
  }
};
