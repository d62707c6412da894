import type { Delivery } from '../board/delivery.ts';
import { Fault } from '../fault.ts';
import type { StoredBoard } from '../schema/board.ts';

/** The reason of a harmless non-delivery, null for a delivery; throws the status that stands for any other. */
export const requireDelivery = (board: StoredBoard, delivery: Delivery): string | null => {
  switch (delivery.status) {
    case 'sent':
      return null;
    case 'unsent':
      return delivery.reason;
    case 'throttled': {
      const retryAfter = Math.max(1, Math.ceil(delivery.retryAfterMs / 1000));
      throw new Fault(429, `${delivery.reason} Try again in ${retryAfter} s.`, { retryAfter });
    }
    case 'locked':
      throw new Fault(409, delivery.reason);
    case 'unavailable':
      throw new Fault(503, `The board "${board.name}" cannot be used: ${delivery.reason}`);
    case 'failed':
      throw new Fault(500, `The board "${board.name}" could not be written: ${delivery.reason}`);
  }
};
