import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../src/core/sentence.ts';
import { strings } from '../strings.ts';
import { ALL_PARTS, onChange, type Part } from './changes.ts';

/**
 * Something that is loaded from the service: `value` is null until it is there, `problem` says why it cannot be loaded.
 */
export interface Resource<T> {
  readonly value: T | null;
  readonly problem: string | null;
  reload(): void;
}

/**
 * Loads from the service, and again when `key` becomes another one or when a part of the library changes.
 * An answer that was overtaken by a newer question is dropped; an old value stays while a new one is on its way. When
 * the service could not be reached, it is asked again as soon as changes arrive anew.
 * `pauseMs`: a key that is typed is asked about once it has stayed the same for so long.
 */
export const useResource = <T>(
  key: string,
  load: () => Promise<T>,
  parts: readonly Part[] = [],
  pauseMs = 0,
): Resource<T> => {
  const [state, setState] = useState<{ key: string; value: T | null; problem: string | null } | null>(null);
  const asked = useRef(0);
  const ask = useRef(load);
  ask.current = load;
  const reload = useCallback(() => {
    const turn = ++asked.current;
    const keep = (value: T | null, problem: string | null) => {
      if (turn === asked.current)
        setState((old) => ({ key, value: value ?? (old?.key === key ? old.value : null), problem }));
    };
    ask.current().then(
      (value) => keep(value, null),
      (error: unknown) => keep(null, sentenceOf(error)),
    );
  }, [key]);
  useEffect(() => {
    const timer = pauseMs > 0 ? setTimeout(reload, pauseMs) : undefined;
    if (timer === undefined) reload();
    return () => {
      clearTimeout(timer);
      asked.current++;
    };
  }, [reload]);
  const here = state?.key === key ? state : null;
  // What could not be had is asked for again with any news: when the connection is back, all parts are told.
  const awaited = here?.problem === strings.unreachable ? ALL_PARTS : parts;
  useEffect(() => onChange(awaited, reload), [reload, awaited.join()]);
  return { value: here?.value ?? null, problem: here?.problem ?? null, reload };
};
