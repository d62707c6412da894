import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';

type Strip = ComponentType<{ board: BoardDetail }>;

/** The favourites below a board, loaded when the board has been drawn. */
export const DeferredStrip = ({ board }: { board: BoardDetail }) => {
  const [View, setView] = useState<Strip | null>(null);
  useEffect(
    () => void import('./strip.tsx').then(({ FavouriteStrip }) => setView(() => FavouriteStrip)).catch(() => undefined),
    [],
  );
  return View && <View board={board} />;
};
