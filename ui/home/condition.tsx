import type { ComponentChildren } from 'preact';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Condition as BoardCondition, RestoreAnswer } from '../../src/schema/boards/conditions.ts';
import { api, request } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { asSentence } from '../kit/sentence.ts';
import { Report, useWork, type Result } from '../kit/work.tsx';
import { conditionOf, flapsOf, keepBoard, useService } from '../service-state.ts';
import { home } from '../strings/home.ts';
import { momentOf } from '../kit/language.ts';
import { isOfFollowing } from './attention/faults.ts';

const restore = async (boardId: string): Promise<Result> => {
  const { sent, reason } = await request<RestoreAnswer>('POST', `/boards/${encodeURIComponent(boardId)}/restore`);
  return sent
    ? { tone: 'good', text: home.restored }
    : { tone: 'plain', text: `${home.notRestored} ${asSentence(reason ?? '')}`.trim() };
};

const Offer = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <div class="notice row">
    <span>
      <strong>{home.drifted}</strong> {text}
    </span>
    {children}
  </div>
);

/** What can be done about a board that somebody else wrote on, for its present state. */
const Drift = ({ board, condition }: { board: BoardDetail; condition: BoardCondition }) => {
  const idle = useService((state) => flapsOf(state, board.id) === 'idle');
  const { busy, result, run, act } = useWork();
  const resume = act(async () => {
    keepBoard(await api.updateBoard(board.id, { paused: false }));
    return restore(board.id);
  });
  const button = (label: string, work: () => void) => <Button small text={label} disabled={busy} onClick={work} />;
  const offer = () => {
    if (board.paused) return <Offer text={home.driftedPaused}>{button(home.resumeAndRestore, resume)}</Offer>;
    if (condition.because === 'silence') return <Offer text={home.driftedSilent(momentOf(condition.until))} />;
    if (idle) return <Offer text={home.driftedIdle} />;
    return <Offer text="">{button(home.restore, () => void run(() => restore(board.id)))}</Offer>;
  };
  return (
    <>
      {condition.drifted && offer()}
      <Report result={result} />
    </>
  );
};

const Substitutions = ({ condition: { substitutions } }: { condition: BoardCondition }) => (
  <p class="notice">
    {home.substituted}{' '}
    {Object.entries(substitutions)
      .map(([asked, shown]) => home.substitution(asked, shown))
      .join(', ')}
    .
  </p>
);

/** What is wrong with a board, in words, with what to do about it; nothing when all is well. */
export const Condition = ({ board }: { board: BoardDetail }) => {
  const condition = useService((state) => conditionOf(state, board.id));
  const idle = useService((state) => flapsOf(state, board.id) === 'idle');
  return (
    <div class="stage-notices rows-8">
      {condition?.error && (
        <p class="notice notice-bad" role="alert">
          <strong>{isOfFollowing(condition.error) ? home.followError : home.error}</strong> {condition.error}{' '}
          {home.errorNote}
        </p>
      )}
      {idle && (
        <p class="notice">
          {home.uiOnly}{' '}
          <a class="link" href="/settings/output">
            {home.uiOnlyChange}
          </a>
        </p>
      )}
      {condition && <Drift board={board} condition={condition} />}
      {condition && Object.keys(condition.substitutions).length > 0 && <Substitutions condition={condition} />}
    </div>
  );
};
