import { useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../../src/core/sentence.ts';

/** The newest answer to a question that changes while somebody types. */
export interface Answer<T> {
  readonly value: T | null;
  readonly problem: string | null;
}

/**
 * Asks at once when `key` changes, but never twice at the same time: what changed meanwhile is asked when the answer is
 * there. A key of null asks nothing. The old answer stays until there is a new one.
 */
export const useAnswer = <T>(key: string | null, ask: () => Promise<T>): Answer<T> => {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: null });
  const question = useRef({ key, ask });
  question.current = { key, ask };
  const state = useRef({ busy: false, gone: false, asked: null as string | null });
  useEffect(() => {
    const run = async () => {
      const now = state.current;
      if (now.busy) return;
      now.busy = true;
      while (!now.gone && question.current.key !== null && question.current.key !== now.asked) {
        now.asked = question.current.key;
        const given = await question.current.ask().then(
          (value) => ({ value, problem: null }),
          (error: unknown) => ({ value: null, problem: sentenceOf(error) }),
        );
        if (!now.gone) setAnswer((old) => ({ value: given.value ?? old.value, problem: given.problem }));
      }
      now.busy = false;
    };
    void run();
  }, [key]);
  useEffect(
    () => () => {
      state.current.gone = true;
    },
    [],
  );
  return answer;
};
