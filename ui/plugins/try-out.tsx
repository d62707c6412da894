import { useEffect, useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards.ts';
import type { PluginDetail } from '../../src/schema/plugins.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { Report, useWork } from '../kit/work.tsx';
import type { Result } from '../kit/work.tsx';
import { serviceState, lookOf } from '../service-state.ts';
import type { CodeRows } from '../board-view/shown.ts';
import { useStore } from '../store.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations } from './api.ts';
import type { PluginSource } from './api.ts';
import { dimensionsOf } from './dimensions.ts';
import { asSentence } from '../kit/sentence.ts';
import { StateLine } from './state-line.tsx';

const BLANK: CodeRows = [];
const LIVE_MS = 10_000;

/** What a plugin draws on a board, or why it has nothing to draw. */
interface Drawn {
  readonly characters: CodeRows;
  readonly problem: string | null;
}

const NOTHING: Drawn = { characters: BLANK, problem: null };

const draw = async (plugin: string, board: BoardDetail): Promise<Drawn> => {
  const { available, error } = await pluginOperations.data(plugin);
  if (!available) return { characters: BLANK, problem: error };
  const { raw } = await pluginOperations.preview({ type: 'single', display_type: plugin, ...dimensionsOf(board) });
  return { characters: raw.characters, problem: null };
};

const outcomeOf = ({ problem }: Drawn): Result =>
  problem === null
    ? { tone: 'good', text: texts.tried }
    : { tone: 'bad', text: `${texts.tryFailed} ${asSentence(problem)}` };

const reasonFor = ({ enabled, configured }: PluginDetail): string | null => {
  if (!enabled) return texts.tryOff;
  return configured ? null : texts.tryNeeds;
};

/** What a plugin shows on a board, and a button that stores what was typed, fetches and shows what came of it. */
export const TryOut = ({
  plugin,
  source,
  board,
  now,
  changed,
  save,
  reload,
}: {
  plugin: PluginDetail;
  source: PluginSource;
  board: BoardDetail;
  now: number;
  changed: boolean;
  save: () => Promise<boolean>;
  reload: () => void;
}) => {
  const { id, enabled, configured } = plugin;
  const [turn, setTurn] = useState(0);
  const works = enabled && configured;
  const look = useStore(serviceState, (state) => lookOf(state, board.id));
  const picture = useResource(`plugin-picture.${id}.${board.id}.${works}`, () =>
    works ? draw(id, board) : Promise.resolve(NOTHING),
  );
  useEffect(picture.reload, [source.fetched_at, turn]);
  usePoll(picture.reload, works && source.live ? LIVE_MS : null);
  const { busy, result, run } = useWork(String(changed));
  const attempt = async (): Promise<Result> => {
    if (!enabled) await pluginOperations.switchTo(id, true);
    const outcome = outcomeOf(await draw(id, board));
    setTurn((last) => last + 1);
    reload();
    return outcome;
  };
  const start = async () => {
    if (!changed || (await save())) await run(attempt);
  };
  const reason = reasonFor(plugin);
  return (
    <section class="card panel form" aria-labelledby="try-title">
      <h2 id="try-title">{texts.tryTitle}</h2>
      <BoardPicture form={board} characters={picture.value?.characters ?? BLANK} look={look} />
      {reason === null ? <StateLine source={source} now={now} /> : <p class="meta">{reason}</p>}
      <p>
        <button type="button" class="button button-main" disabled={busy} onClick={() => void start()}>
          {busy ? texts.trying : enabled ? (changed ? texts.trySave : texts.tryIt) : texts.tryOn}
        </button>
      </p>
      <Report result={result} />
    </section>
  );
};
