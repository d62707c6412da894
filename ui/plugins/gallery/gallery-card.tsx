import { useState } from 'preact/hooks';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { OwnTrial } from '../../../src/schema/plugins/sources.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { useMedia } from '../../kit/media.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { sources as sourceTexts } from '../../strings/sources.ts';
import { OwnButtons } from '../own/own-buttons.tsx';
import type { GalleryCard } from '../api.ts';
import { countryName } from '../../kit/language.ts';
import { showTried, tryOut, type Tried } from '../show-page.ts';
import { SAMPLE_FORMS } from './samples.ts';

/** On screens that are narrower, 22 flaps beside each other are too small to be read. */
const NARROW = '(max-width: 479px)';

const addressOf = (id: string): string => `/plugins/${encodeURIComponent(id)}`;

/** A page of a plugin on flaps that can be read: on a small screen that of a small board. */
const Picture = ({ pages, label }: { pages: Pick<OwnTrial, 'flagship' | 'note'>; label?: string }) => {
  const kind = useMedia(NARROW) ? 'note' : 'flagship';
  return <BoardPicture key={kind} form={SAMPLE_FORMS[kind]} characters={pages[kind]} turning label={label} />;
};

const Notes = ({ card }: { card: GalleryCard }) => {
  const marks = [
    card.enabled ? sourceTexts.on : '',
    card.own ? sourceTexts.own : '',
    card.kind === 'other' ? texts.ofOthers : '',
    card.serves === 'others' ? card.countries.slice(0, 2).map(countryName).join(', ') : '',
  ].filter(Boolean);
  const { needs, account } = card;
  if (marks.length === 0 && needs.length === 0 && !account) return null;
  return (
    <p class="meta source-marks">
      {marks.map((mark) => (
        <span key={mark} class="source-mark">
          {mark}
        </span>
      ))}
      {needs.length > 0 && <span>{sourceTexts.needs(needs.map(({ title }) => title).join(', '))}</span>}
      {account && (
        <a href={account.url} target="_blank" rel="noreferrer" title={account.text}>
          {sourceTexts.getKey}
        </a>
      )}
    </p>
  );
};

interface SampleCardProps {
  readonly card: GalleryCard;
  readonly board: BoardDetail | null;
  readonly reload: () => void;
}

/**
 * Something that is not in use yet, as a page of sample data. It is tried with real data before anything is switched
 * on, and shown on a board when there is some.
 */
export const SampleCard = ({ card, board, reload }: SampleCardProps) => {
  const [tried, setTried] = useState<Tried | null>(null);
  const { busy, result, act } = useWork();
  const attempt = act(async () => {
    setTried(null);
    setTried(await tryOut(card.id));
    return texts.triedReal;
  });
  const show = act(async (on: BoardDetail) => {
    const shown = await showTried(card.id, tried, on);
    reload();
    return shown;
  });
  return (
    <li class="card source-card">
      <Picture pages={tried?.trial ?? card} {...(tried ? {} : { label: sourceTexts.sample(card.name) })} />
      <h3>
        <a href={addressOf(card.id)}>{card.name}</a>
      </h3>
      <p class="meta">{card.description}</p>
      <Notes card={card} />
      <Report result={result} />
      <div class="view-actions">
        {card.configured && !tried && (
          <Button text={busy ? texts.trying : texts.tryIt} disabled={busy} onClick={attempt} />
        )}
        {tried && board && (
          <button type="button" class="button button-main" disabled={busy} onClick={() => show(board)}>
            <span class="short-name">{sourceTexts.show(board.name)}</span>
          </button>
        )}
        <ButtonLink text={sourceTexts.setUp} href={addressOf(card.id)} />
        {card.own && <OwnButtons id={card.id} name={card.name} onRemoved={reload} />}
      </div>
    </li>
  );
};
