import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadPiece } from './piece.ts';
import { LoadProblem } from '../kit/work.tsx';
import type { Place } from '../router.ts';
import { useService } from '../service-state.ts';
import { strings } from '../strings.ts';
import { kit } from '../strings/kit.ts';

/** A view of the interface; it gets the place that the address names. */
export type View = ComponentType<{ place: Place }>;

/**
 * A view whose code is loaded when it is first shown; one that takes long says so meanwhile, and one that cannot be
 * had is asked for again when the connection is back. `load` must be the same function at every drawing.
 */
export const LazyView = ({ load, place }: { load: () => Promise<View>; place: Place }) => {
  const [loaded, setLoaded] = useState<{ load: unknown; View: View } | null>(null);
  const [problem, setProblem] = useState(false);
  const [turn, setTurn] = useState(0);
  const live = useService((state) => state.live);
  const isThere = loaded?.load === load;
  useEffect(() => {
    if (isThere) return undefined;
    let wanted = true;
    setProblem(false);
    loadPiece(load).then(
      (View) => wanted && setLoaded({ load, View }),
      () => wanted && setProblem(true),
    );
    return () => {
      wanted = false;
    };
  }, [load, live, turn]);
  if (isThere) return <loaded.View place={place} />;
  if (problem) return <LoadProblem problem={strings.unreachable} onRetry={() => setTurn(turn + 1)} />;
  return (
    <p class="meta loading" role="status">
      {kit.loading}
    </p>
  );
};
