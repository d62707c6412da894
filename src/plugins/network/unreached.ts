import type { Net, NetFailure } from './net.ts';
import type { Unreached } from './reach.ts';

/** A network that tells `listen` of every host that could not be reached. */
export const tellUnreached = (net: Net, listen: (unreached: Unreached) => void): Net => {
  const told = <T extends object>(answer: T | NetFailure): T | NetFailure => {
    if ('unreached' in answer && answer.unreached) listen(answer.unreached);
    return answer;
  };
  return {
    bytes: async (address, request) => told(await net.bytes(address, request)),
    json: async (address, request) => told(await net.json(address, request)),
  };
};
