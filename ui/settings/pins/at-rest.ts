import { boardOperations } from '../api.ts';
import { modulesMoving, readHealth } from '../boards/hardware/module-health.ts';

const LOOK_MS = 500;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** What a wait tells: how many modules are at rest, of how many. */
export type RestListener = (resting: number, all: number) => void;

/**
 * Resolves when no module of a board moves, as after its start, when all look for their homes; at once where the
 * hardware does not tell. Rejects when the service says no, and when `isWanted` has become false.
 */
export const whenAtRest = async (boardId: string, isWanted: () => boolean, tell: RestListener): Promise<void> => {
  for (;;) {
    const { result } = await boardOperations.act(boardId, 'diagnose', {});
    const health = readHealth(result);
    const moving = health ? modulesMoving(health) : 0;
    if (moving === 0) return;
    if (!isWanted()) throw new Error('');
    tell((health?.modules.length ?? 0) - moving, health?.modules.length ?? 0);
    await pause();
  }
};
