import { useEffect, useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { FLAGSHIP } from '../../src/core/flaps/geometry.ts';
import type { JsonObject } from '../../src/schema/common.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { Button } from '../kit/button.tsx';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { Report, useWork, type Result } from '../kit/work.tsx';
import { lookOf, useService } from '../service-state.ts';
import type { CodeRows } from '../../src/core/look/shown.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { sources as sourceTexts } from '../strings/sources.ts';
import { pluginOperations, type PluginSource } from './api.ts';
import { dimensionsOf } from './dimensions.ts';
import { missingOf, withoutEmpty, type Setting } from './settings/setting-schema.ts';
import { SAMPLE_FORMS, readSample } from './gallery/samples.ts';
import { switchOnTried, tryOut, type Tried } from './show-page.ts';
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

interface TryProps {
  readonly plugin: PluginDetail;
  readonly source: PluginSource;
  readonly board: BoardDetail;
  readonly now: number;
  /** The settings as they are typed, and whether they differ from the stored ones. */
  readonly config: JsonObject;
  readonly changed: boolean;
  /** Whether a setting is missing that it does not work without. */
  readonly needs: boolean;
  readonly save: () => Promise<boolean>;
  readonly reload: () => void;
}

/** What a plugin would show that is off: asked with the settings as they are typed, of which nothing is stored yet. */
const Trial = ({ plugin, board, config, changed, needs, save, reload }: TryProps) => {
  const typed = JSON.stringify(config);
  const [last, setLast] = useState<{ readonly typed: string; readonly tried: Tried } | null>(null);
  const tried = last?.typed === typed ? last.tried : null;
  const { busy, result, run, act } = useWork(typed);
  const sample = useResource(`sample ${plugin.id}`, () => readSample(plugin)).value;
  const kind = board.rows < FLAGSHIP.rows || board.cols < FLAGSHIP.cols ? 'note' : 'flagship';
  const attempt = act(async () => {
    setLast({ typed, tried: await tryOut(plugin.id, withoutEmpty(config) as JsonObject) });
    return texts.triedReal;
  });
  const keep = async () => {
    if (changed && !(await save())) return;
    await run(async () => {
      await switchOnTried(plugin.id, tried);
      reload();
    });
  };
  return (
    <>
      <BoardPicture
        form={SAMPLE_FORMS[kind]}
        characters={(tried?.trial ?? sample)?.[kind] ?? BLANK}
        turning
        {...(tried || !sample ? {} : { label: sourceTexts.sample(plugin.name) })}
      />
      <p class="meta">
        {needs ? texts.tryNeeds(sample !== null) : tried ? texts.tryKept : texts.tryOff(sample !== null)}
      </p>
      <p class="view-actions">
        {tried && <Button main text={texts.tryKeep} disabled={busy} onClick={() => void keep()} />}
        <Button main={!tried} text={busy ? texts.trying : texts.tryIt} disabled={busy || needs} onClick={attempt} />
      </p>
      <Report result={result} />
    </>
  );
};

/** What a plugin shows that is on, and a button that stores what was typed, fetches and shows what came of it. */
const Present = ({ plugin, source, board, now, changed, needs, save, reload }: TryProps) => {
  const { id, configured } = plugin;
  const [turn, setTurn] = useState(0);
  const look = useService((state) => lookOf(state, board.id));
  const picture = useResource(`plugin-picture.${id}.${board.id}.${configured}`, () =>
    configured ? draw(id, board) : Promise.resolve(NOTHING),
  );
  useEffect(picture.reload, [source.fetched_at, turn]);
  usePoll(picture.reload, configured && source.live ? LIVE_MS : null);
  const { busy, result, run } = useWork(String(changed));
  const attempt = async (): Promise<Result> => {
    const outcome = outcomeOf(await draw(id, board));
    setTurn((last) => last + 1);
    reload();
    return outcome;
  };
  const start = async () => {
    if (!changed || (await save())) await run(attempt);
  };
  return (
    <>
      <BoardPicture form={board} characters={picture.value?.characters ?? BLANK} look={look} />
      {configured ? <StateLine source={source} now={now} /> : <p class="meta">{texts.tryNeeds(false)}</p>}
      <p>
        <Button
          main
          text={busy ? texts.trying : changed ? texts.trySave : texts.tryIt}
          disabled={busy || needs}
          onClick={() => void start()}
        />
      </p>
      <Report result={result} />
    </>
  );
};

/** What a plugin shows on a board, or would show when it were on. */
export const TryOut = (given: Omit<TryProps, 'needs'>) => {
  const { settings_schema, env_overridden_keys, enabled } = given.plugin;
  const needs = missingOf(settings_schema as Setting, given.config, env_overridden_keys).length > 0;
  return (
    <section class="card panel form" aria-labelledby="try-title">
      <h2 id="try-title">{texts.tryTitle}</h2>
      {enabled ? <Present {...given} needs={needs} /> : <Trial {...given} needs={needs} />}
    </section>
  );
};
