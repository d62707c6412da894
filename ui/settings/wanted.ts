import { useEffect, useState } from 'preact/hooks';
import { useWork } from '../kit/work.tsx';
import { kit } from '../strings/kit.ts';

/** A setting that is stored as soon as it is chosen, and stands as it was when that fails. */
export const useWanted = <T>(stored: T, store: (next: T) => Promise<unknown>) => {
  const { result, run } = useWork();
  const [wanted, setWanted] = useState<{ readonly value: T } | null>(null);
  useEffect(() => setWanted(null), [stored]);
  const choose = (value: T) => {
    setWanted({ value });
    void run(() => store(value).then(() => kit.saved)).then((done) => done || setWanted(null));
  };
  return { value: wanted ? wanted.value : stored, choose, result };
};
