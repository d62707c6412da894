import { useRef } from 'preact/hooks';
import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { Collection } from '../../../src/schema/content/collections.ts';
import { Back } from '../../kit/button.tsx';
import { ConfirmWork } from '../../kit/dialog.tsx';
import { hasDraft } from '../../kit/draft.ts';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { Loading } from '../../kit/work.tsx';
import { kit } from '../../strings/kit.ts';
import { navigate, type Place } from '../../router.ts';
import { schedule } from '../../strings/schedule.ts';
import { addressOf } from '../address.ts';
import { libraryOperations } from '../api.ts';
import { useRuleReferences, type RuleReferences } from '../rule-references.ts';
import { NEW_COLLECTION, bodyOf, draftOf, type CollectionDraft } from './collection-draft.ts';
import { CollectionForm } from './collection-form.tsx';
import { ShowFor } from '../../pages/show-for.tsx';
import { UseList } from './use-list.tsx';

const texts = schedule.collections;

const Removal = ({ collection, total, onDone }: { collection: Collection; total: number; onDone: () => void }) => (
  <div class="removal rows-10">
    <ConfirmWork
      text={texts.delete}
      question={{
        title: texts.deleteTitle,
        text: total === 0 ? texts.deleteFree : texts.deleteUsed(total),
        action: kit.remove,
      }}
      work={() => libraryOperations.removeCollection(collection.id).then(onDone)}
    />
  </div>
);

interface ExistingProps {
  readonly collection: Collection;
  readonly pages: readonly Page[];
  readonly onDone: () => void;
}

const Existing = ({ collection, pages, onDone }: ExistingProps) => {
  const sizes = pages.filter(({ id }) => collection.page_ids.includes(id)).map(geometryOf);
  const uses = useResource(`uses ${collection.id}`, () => libraryOperations.uses(collection.id), [
    'schedules',
    'boards',
    'settings',
  ]);
  return (
    <aside class="collection-aside rows-16">
      {uses.value ? <UseList uses={uses.value} /> : <Loading problem={uses.problem} onRetry={uses.reload} />}
      <ShowFor what={{ id: collection.id, name: collection.name, sizes }} />
      <Removal collection={collection} total={uses.value?.total ?? 0} onDone={onDone} />
    </aside>
  );
};

const draftName = (id: string): string => `schedule.collection.${id}`;

interface EditorProps {
  readonly id: string;
  /** Null for one that is not there, or not any more. */
  readonly collection: Collection | null;
  /** What the form begins with. */
  readonly first: CollectionDraft;
  readonly references: RuleReferences;
  readonly board: BoardDetail;
  readonly place: Place;
}

const Editor = ({ id, collection, first, references, board, place }: EditorProps) => {
  const form = useForm<CollectionDraft>(draftName(id), first);
  const list = addressOf(place, '/schedule/collections');
  const store = async (draft: CollectionDraft) => {
    if (collection) await libraryOperations.updateCollection(collection.id, bodyOf(draft));
    else {
      await libraryOperations.createCollection(bodyOf(draft));
      navigate(list);
    }
  };
  return (
    <div class="collection rows-20">
      <CollectionForm form={form} isNew={collection === null} references={references} board={board} store={store} />
      {collection && (
        <Existing
          collection={collection}
          pages={references.pages}
          onDone={() => {
            form.discard();
            navigate(list);
          }}
        />
      )}
    </div>
  );
};

/** The form of a collection, with where it is used; `id` is `new` for one that is not there yet. */
export const CollectionEditor = ({ id, place, board }: { id: string; place: Place; board: BoardDetail }) => {
  const references = useRuleReferences();
  const last = useRef<Collection | null>(null);
  const back = addressOf(place, '/schedule/collections');
  if (!references.value) return <Loading problem={references.problem} onRetry={references.reload} />;
  const collection = references.value.collections.find((one) => one.id === id) ?? null;
  if (collection) last.current = collection;
  // What was typed into one that somebody else deletes can be stored as another one.
  const known = collection ?? (hasDraft(draftName(id)) ? last.current : null);
  return (
    <>
      <Back text={texts.title} href={back} />
      {!collection && id !== 'new' && <p class="notice">{known ? texts.goneMeanwhile : texts.gone}</p>}
      {(known || id === 'new') && (
        <Editor
          id={id}
          collection={collection}
          first={known ? draftOf(known) : NEW_COLLECTION}
          references={references.value}
          board={board}
          place={place}
        />
      )}
    </>
  );
};
