import { currentActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Shown } from '../loop/writer.ts';
import type { ShownFrames } from '../store/shown-frames.ts';
import { newId } from './lookup.ts';

/** Remembers each frame of a board with who put it there: whoever asks just now, or else the programme (rules, N1). */
export const rememberIn =
  (frames: ShownFrames, clock: Clock) =>
  (boardId: string, { grid, moved, why, isAsked }: Shown): void => {
    const actor = isAsked ? currentActor() : { by: 'rule' };
    const about = { id: newId(), at: clock.now(), by: actor.by, name: null, why };
    const asked = isAsked ? { name: currentActor().name ?? null, why: currentActor().why ?? why } : {};
    frames.add(boardId, { ...about, ...asked, moved, grid });
  };
