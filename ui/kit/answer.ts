import { useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../src/core/sentence.ts';
import { usePoll } from './poll.ts';
import type { Resource } from './resource.ts';

/** The newest answer to a question that changes while somebody types. */
export type Answer<T> = Pick<Resource<T>, 'value' | 'problem'>;

/**
 * Asks at once when the question changes, and once more every `again` ms, but never twice at the same time: what
 * changed meanwhile is asked when the answer is there. A question of null asks nothing. The old answer stays until
 * there is a new one.
 */
export const useAnswer = <Q, T>(
  question: Q | null,
  ask: (question: Q) => Promise<T>,
  again: number | null = null,
): Answer<T> => {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: null });
  const [turn, setTurn] = useState(0);
  usePoll(() => setTurn((last) => last + 1), again);
  const next = question === null ? null : { key: `${turn} ${JSON.stringify(question)}`, question };
  const latest = useRef(next);
  latest.current = next;
  const state = useRef({ busy: false, gone: false, asked: null as string | null });
  useEffect(() => {
    const run = async () => {
      const now = state.current;
      if (now.busy) return;
      now.busy = true;
      while (!now.gone && latest.current && latest.current.key !== now.asked) {
        now.asked = latest.current.key;
        const given = await ask(latest.current.question).then(
          (value) => ({ value, problem: null }),
          (error: unknown) => ({ value: null, problem: sentenceOf(error) }),
        );
        if (!now.gone) setAnswer((old) => ({ value: given.value ?? old.value, problem: given.problem }));
      }
      now.busy = false;
    };
    void run();
  }, [next?.key]);
  useEffect(() => () => void (state.current.gone = true), []);
  return answer;
};
