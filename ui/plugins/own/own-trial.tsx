import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../src/schema/common.ts';
import type { Destination } from '../../../src/schema/plugins/plugins.ts';
import type { OwnCheckAnswer, OwnTrial } from '../../../src/schema/plugins/sources.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { sentenceOf } from '../../../src/core/sentence.ts';
import { sources as texts } from '../../strings/sources.ts';
import { pluginOperations } from '../api.ts';
import { ConsentBox, destinationsIn } from '../consent.tsx';
import { SAMPLE_FORMS } from '../gallery/samples.ts';

const PAUSE_MS = 400;

interface Outcome {
  readonly trial: OwnTrial | null;
  readonly problem: string;
  /** What it wants to ask first. */
  readonly asks: readonly Destination[];
}

/** What a file gives when it is tried: its picture, or why there is none, and what was confirmed for it. */
export interface Trial extends Outcome {
  readonly confirmed: readonly Destination[];
  readonly confirm: () => void;
}

/** Tries a file a moment after it has stayed the same; null is not tried. */
export const useTrial = (file: string | null, config: JsonObject): Trial => {
  const [state, setState] = useState<Outcome>({ trial: null, problem: '', asks: [] });
  const [confirmed, setConfirmed] = useState<readonly Destination[]>([]);
  useEffect(() => {
    if (file === null) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      pluginOperations.tryOwn(file, config, confirmed).then(
        (trial) => isOver || setState({ trial, problem: trial.error ?? '', asks: [] }),
        (error: unknown) => {
          const asks = destinationsIn(error);
          if (!isOver) setState({ trial: null, problem: asks.length > 0 ? '' : sentenceOf(error), asks });
        },
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [file, confirmed]);
  return { ...state, confirmed, confirm: () => setConfirmed([...confirmed, ...state.asks]) };
};

/** What is wrong in a file, each with its place. */
export const FileProblems = ({ problems }: Pick<OwnCheckAnswer, 'problems'>) => (
  <>
    {problems.map(({ line, column, path, message }) => (
      <p key={`${line}.${column}.${path}`} class="field-note is-wrong">
        {texts.problem(line, column, message)}
      </p>
    ))}
  </>
);

/** The page of a source on flaps, and what is wrong with it. */
export const TrialPicture = ({ trial, problem, asks, confirm }: Trial) => (
  <>
    <h2>{texts.picture}</h2>
    <ConsentBox destinations={asks} onConfirm={() => Promise.resolve(confirm())} />
    {trial && (
      <div class="own-picture">
        <BoardPicture form={SAMPLE_FORMS.flagship} characters={trial.flagship} turning />
      </div>
    )}
    {problem !== '' && <p class="field-note is-wrong">{problem}</p>}
  </>
);
