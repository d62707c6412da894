import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { useAnswer } from '../kit/answer.ts';
import { Choices, choicesOf } from '../kit/choice.tsx';
import { useDraft } from '../kit/draft.ts';
import { LongField } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { Loading, useWork } from '../kit/work.tsx';
import { loadServiceState, lookOf, primaryOf, useService } from '../service-state.ts';
import { asSentence } from '../kit/sentence.ts';
import { navigate } from '../router.ts';
import { settingsOperations } from '../settings/api.ts';
import { wizard } from '../strings/wizard.ts';
import { usePluginOf } from './plugin-of.ts';
import {
  PLUGINS,
  READY_PAGES,
  previewReadyPage,
  showReadyPage,
  type DrawnPage,
  type ReadyPage,
} from './ready-pages.ts';
import { rememberStep } from './remembered-step.ts';
import { StepFrame } from './step-frame.tsx';

const texts = wizard.page;
/** Clocks go on meanwhile. */
const AGAIN_MS = 15_000;

const useDrawnPage = (ready: ReadyPage, words: string, board: BoardDetail, on: boolean): DrawnPage | null => {
  const { rows, cols } = board;
  const { value } = useAnswer(
    on ? { ready, words, rows, cols } : null,
    async (asked) => {
      const failed = (error: unknown): DrawnPage => ({ characters: [], problem: sentenceOf(error) });
      return { of: asked.ready, drawn: await previewReadyPage(asked.ready, asked.words, board).catch(failed) };
    },
    AGAIN_MS,
  );
  return value?.of === ready ? value.drawn : null;
};

const Preview = ({ ready, words, board, on }: { ready: ReadyPage; words: string; board: BoardDetail; on: boolean }) => {
  const drawn = useDrawnPage(ready, words, board, on);
  const look = useService((state) => lookOf(state, board.id));
  const place = useResource('setup.location', settingsOperations.location).value;
  return (
    <section class="step-preview rows-12" aria-label={texts.preview}>
      <BoardPicture form={board} characters={drawn?.characters ?? []} look={look} />
      <div class="report" role="status">
        {drawn === null && <p class="meta is-loading">{texts.drawing}</p>}
        {drawn?.problem && (
          <p class="notice notice-plain">
            {texts.notYet(asSentence(drawn.problem))}{' '}
            {place?.latitude === null && <a href="/setup/2">{texts.placeLink}</a>}
          </p>
        )}
      </div>
    </section>
  );
};

const Words = ({ words, onChange }: { words: string; onChange: (words: string) => void }) => (
  <LongField
    label={texts.words}
    hint={texts.wordsHint}
    rows={4}
    required
    spellcheck
    value={words}
    onChange={onChange}
  />
);

const PageChoice = ({ board }: { board: BoardDetail }) => {
  const [draft, setDraft] = useDraft<{ ready: ReadyPage; words: string }>('setup.page');
  const { ready, words } = draft ?? { ready: 'clock', words: texts.sample };
  const plugin = usePluginOf(PLUGINS[ready]);
  const { busy, result, run } = useWork();
  const finish = () =>
    void run(async () => {
      await plugin.keep();
      await showReadyPage(ready, words, board);
      await settingsOperations.setWizard('completed');
      await loadServiceState();
    }).then((done) => {
      if (!done) return;
      setDraft(null);
      rememberStep(null);
      navigate('/');
    });
  return (
    <StepFrame
      step={3}
      intro={texts.intro}
      busy={busy}
      result={result ?? plugin.problem}
      onNext={finish}
      next={texts.finish}
      nextBusy={texts.finishing}
    >
      <div class="step-columns rows-20">
        <div class="card panel form">
          <Choices
            label={texts.choice}
            value={ready}
            options={choicesOf(READY_PAGES, texts.pages)}
            onChange={(next) => setDraft({ ready: next, words })}
          />
          {ready === 'words' && <Words words={words} onChange={(typed) => setDraft({ ready, words: typed })} />}
        </div>
        <Preview ready={ready} words={words} board={board} on={plugin.on} />
      </div>
    </StepFrame>
  );
};

/** The third step: what the board shows first. */
export const PageStep = () => {
  const board = useService(primaryOf);
  const problem = useService((state) => state.problem);
  if (!board) return <Loading problem={problem} onRetry={() => void loadServiceState()} />;
  return <PageChoice key={board.id} board={board} />;
};
