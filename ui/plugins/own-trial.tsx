import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../src/schema/common.ts';
import type { OwnTrial } from '../../src/schema/sources.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { sentenceOf } from '../kit/work.tsx';
import { sources as texts } from '../strings/sources.ts';
import { pluginOperations } from './api.ts';

const FORM = { device_type: 'flagship', rows: 6, cols: 22 } as const;
const PAUSE_MS = 400;

/** What a file gives when it is tried: its picture, or why there is none. */
export interface Trial {
  readonly trial: OwnTrial | null;
  readonly problem: string;
}

/** Tries a file a moment after it has stayed the same; null is not tried. */
export const useTrial = (file: string | null, config: JsonObject): Trial => {
  const [state, setState] = useState<Trial>({ trial: null, problem: '' });
  useEffect(() => {
    if (file === null) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      pluginOperations.tryOwn(file, config).then(
        (trial) => isOver || setState({ trial, problem: trial.error ?? '' }),
        (error: unknown) => isOver || setState({ trial: null, problem: sentenceOf(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [file]);
  return state;
};

/** The page of a source on flaps, and what is wrong with it. */
export const TrialPicture = ({ trial, problem }: Trial) => (
  <>
    <h2>{texts.picture}</h2>
    {trial && <BoardPicture form={FORM} characters={trial.flagship} turning />}
    {problem !== '' && <p class="field-note is-wrong">{problem}</p>}
  </>
);
