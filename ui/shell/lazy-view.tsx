import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { strings } from '../strings.ts';

/** A view whose code is loaded when it is first shown. `load` must be the same function at every drawing. */
export const LazyView = ({ load }: { load: () => Promise<ComponentType> }) => {
  const [loaded, setLoaded] = useState<{ View: ComponentType } | null>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    setLoaded(null);
    load().then(
      (View) => setLoaded({ View }),
      () => setProblem(true),
    );
  }, [load]);
  if (problem) return <p class="notice notice-bad">{strings.unreachable}</p>;
  return loaded ? <loaded.View /> : null;
};
