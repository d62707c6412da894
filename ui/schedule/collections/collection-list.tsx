import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { Collection } from '../../../src/schema/content/collections.ts';
import type { Place } from '../../router.ts';
import { schedule } from '../../strings/schedule.ts';
import { addressOf } from '../address.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Loading } from '../../kit/work.tsx';
import { useRuleReferences, type RuleReferences } from '../rule-references.ts';
import { usePictures } from '../week-data.ts';
import { draftOf } from './collection-draft.ts';
import { PagePicture } from './page-picture.tsx';

const texts = schedule.collections;

/** A number of seconds in the largest unit that divides it. */
const intervalText = (seconds: number): string => {
  if (seconds % 3600 === 0) return texts.hours(seconds / 3600);
  return seconds % 60 === 0 ? texts.minutes(seconds / 60) : texts.seconds(seconds);
};
const MOST_PICTURES = 3;

/** How a collection chooses among its pages, in a few words. */
const summaryOf = (collection: Collection): string => {
  const { time_seconds, random_seconds, rules } = draftOf(collection);
  if (collection.selection_mode === 'variable') return texts.summary.variable(rules.length);
  return collection.selection_mode === 'random'
    ? texts.summary.random(intervalText(random_seconds ?? 0))
    : texts.summary.time(intervalText(time_seconds ?? 0));
};

const Cards = ({ place, board, references }: { place: Place; board: BoardDetail; references: RuleReferences }) => {
  const { collections, pages } = references;
  const pictures = usePictures(
    board.id,
    collections.flatMap(({ page_ids }) => page_ids.slice(0, MOST_PICTURES)),
  );
  return (
    <ul class="collection-cards rows-16">
      {collections.map((collection) => (
        <li key={collection.id}>
          <a
            class="card collection-card rows-2"
            href={addressOf(place, `/schedule/collections/${encodeURIComponent(collection.id)}`)}
          >
            <span class={`collection-stack stack-${Math.min(MOST_PICTURES, collection.page_ids.length)}`}>
              {collection.page_ids.slice(0, MOST_PICTURES).map((id) => (
                <PagePicture key={id} page={pages.find((page) => page.id === id)} pictures={pictures} />
              ))}
            </span>
            <strong>{collection.name}</strong>
            <span class="meta">
              {texts.members(collection.page_ids.length)} · {summaryOf(collection)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
};

/** All collections, each with its first pages. */
export const CollectionList = ({ place, board }: { place: Place; board: BoardDetail }) => {
  const references = useRuleReferences();
  const add = addressOf(place, '/schedule/collections/new');
  if (!references.value) return <Loading problem={references.problem} onRetry={references.reload} />;
  if (references.value.collections.length === 0) {
    return (
      <div class="empty rows-16">
        <h2>{texts.none}</h2>
        <p class="meta">{texts.noneText}</p>
        <ButtonLink main text={texts.add} href={add} />
      </div>
    );
  }
  return (
    <>
      <div class="row collections-head">
        <p class="meta">{texts.intro}</p>
        <ButtonLink main text={texts.add} href={add} />
      </div>
      <Cards place={place} board={board} references={references.value} />
    </>
  );
};
