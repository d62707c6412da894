import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A page that was loaded a moment ago would come back as it is. */
const FRESH_MS = 10_000;

const isServed = (): Promise<boolean> =>
  fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads a part of the interface. Browsers ask for each only once: where it could not be had, as after an update that
 * brought others, the page is loaded anew as soon as the service answers. What is being typed outlives that.
 */
export const loadPiece = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (performance.now() > FRESH_MS && (await isServed())) location.reload();
    throw error;
  }
};

/** A part of a view whose code is loaded when somebody opens it; null until it is there, and once it is closed. */
export const usePiece = <P>(load: () => Promise<ComponentType<P>>) => {
  const [View, setView] = useState<ComponentType<P> | null>(null);
  const open = (): void =>
    void loadPiece(load).then(
      (loaded) => setView(() => loaded),
      () => undefined,
    );
  return { View, open, close: () => setView(null) };
};

/** A part of a view that is loaded `ms` after that was drawn, and keeps nobody waiting; never while `ms` is null. */
export const useDeferred = <P>(ms: number | null, load: () => Promise<ComponentType<P>>): ComponentType<P> | null => {
  const [View, setView] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    if (ms === null) return undefined;
    const show = () =>
      load().then(
        (loaded) => setView(() => loaded),
        () => undefined,
      );
    const timer = setTimeout(() => void show(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return View;
};
