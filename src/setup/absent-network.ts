import type { Network } from './network.ts';

/**
 * A machine whose networks flapbox does not manage; `reason` says so to the owner. Only `capability` may be asked for
 * more.
 */
export const createAbsentNetwork = (reason: string): Network => {
  const refuse = (): Promise<never> => Promise.reject(new Error(reason));
  return {
    capability: () => Promise.resolve({ available: false, reason }),
    isOnline: () => true,
    status: refuse,
    scan: refuse,
    saved: refuse,
    connect: refuse,
    disconnect: refuse,
    forget: refuse,
    accessPointName: refuse,
    startAccessPoint: refuse,
    stopAccessPoint: refuse,
    connectivity: refuse,
    accessPointAddress: '',
    isAccessPointClient: () => false,
  };
};
