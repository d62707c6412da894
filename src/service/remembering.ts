import { currentActor, type Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Shown } from '../loop/writer.ts';
import type { ShownFrames } from '../store/shown-frames.ts';
import { newId } from './lookup.ts';

/** Remembers each frame of a board with who put it there: whoever asks just now, or else the programme (rules, N1). */
export const rememberIn =
  (frames: ShownFrames, clock: Clock) =>
  (boardId: string, { grid, moved, why, isAsked }: Shown): void => {
    const actor: Actor = isAsked ? currentActor() : { by: 'rule' };
    const who = { by: actor.by, name: actor.name ?? null, why: actor.why ?? why };
    frames.add(boardId, { id: newId(), at: clock.now(), ...who, moved, grid });
  };
