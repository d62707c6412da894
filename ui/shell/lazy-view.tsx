import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Place } from '../router.ts';
import { strings } from '../strings.ts';
import { kit } from '../strings/kit.ts';

/** A view of the interface; it gets the place that the address names. */
export type View = ComponentType<{ place: Place }>;

/**
 * A view whose code is loaded when it is first shown; one that takes long says so meanwhile. `load` must be the same
 * function at every drawing.
 */
export const LazyView = ({ load, place }: { load: () => Promise<View>; place: Place }) => {
  const [loaded, setLoaded] = useState<{ load: unknown; View: View } | null>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    let wanted = true;
    setProblem(false);
    load().then(
      (View) => wanted && setLoaded({ load, View }),
      () => wanted && setProblem(true),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  if (problem) return <p class="notice notice-bad">{strings.unreachable}</p>;
  if (loaded?.load === load) return <loaded.View place={place} />;
  return (
    <p class="meta loading" role="status">
      {kit.loading}
    </p>
  );
};
