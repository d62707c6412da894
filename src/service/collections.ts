import { lettersOf } from '../core/collection/collection-expressions.ts';
import { checkCollection } from '../core/collection/collection-check.ts';
import { checkFormula, ruleBody } from '../core/template/formula/formula.ts';
import { withoutNull } from '../core/record.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type {
  Collection,
  CollectionCreate,
  CollectionExtras,
  CollectionUpdate,
  FlatCollection,
  Member,
} from '../schema/content/collections.ts';
import { MOST_COLLECTION_LETTERS } from '../schema/limits.ts';
import type { Store } from '../store/store.ts';
import { newCollectionId, collectionOf } from './pages/showable.ts';

/** The shared library of collections. */
export class CollectionService {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** All collections in the order in which they were made. */
  list(): { collections: readonly Collection[]; total: number } {
    const { collections } = this.#store.state;
    return { collections, total: collections.length };
  }

  /** One collection; 404 when there is none. */
  get(id: string): Collection {
    return collectionOf(this.#store.state, id);
  }

  /** Stores a new collection; 400 when a member is missing or a rule is wrong. */
  async create(body: CreateBody): Promise<Collection> {
    const collection: Collection = {
      id: newCollectionId(),
      name: body.name,
      page_ids: body.page_ids ?? (body.members ?? []).map(({ page_id }) => page_id),
      selection_mode: body.selection_mode,
      time: body.time ?? { interval_seconds: 30 },
      variable: body.variable ?? null,
      random: body.random ?? null,
      ...extrasOf(body),
      created_at: toInstant(this.#clock.now()),
      updated_at: null,
    };
    await this.#store.update((state) => {
      check(collection, state.pages, body);
      return { collections: [...state.collections, collection] };
    });
    return collection;
  }

  /** Applies the sent fields; 400 when the result does not hold together. */
  async update(id: string, body: UpdateBody): Promise<Collection> {
    await this.#store.update((state) => {
      const before = collectionOf(state, id);
      const collection: Collection = {
        ...before,
        name: body.name ?? before.name,
        page_ids: body.page_ids ?? body.members?.map(({ page_id }) => page_id) ?? before.page_ids,
        selection_mode: body.selection_mode ?? before.selection_mode,
        time: body.time ?? before.time,
        variable: body.variable === undefined ? before.variable : body.variable,
        random: body.random === undefined ? before.random : body.random,
        ...extrasOf(body),
        updated_at: toInstant(this.#clock.now()),
      };
      // Members and a fallback that are gone by now stay until an owner sends others, so that the rest can be edited.
      const aligned = collection.members ? { ...collection, members: flatCollection(collection).members } : collection;
      const kept = (body.page_ids ?? body.members) ? [] : before.page_ids.map((page_id) => ({ id: page_id }));
      const isFallbackKept = aligned.fallback_page_id === before.fallback_page_id;
      const checked = isFallbackKept ? { ...aligned, fallback_page_id: null } : aligned;
      check(checked, [...state.pages, ...kept], body);
      return { collections: state.collections.map((one) => (one.id === id ? aligned : one)) };
    });
    return this.get(id);
  }

  /** Removes a collection; members stay, pins and rules keep an id that no longer resolves (rules, L1). */
  async remove(id: string): Promise<{ id: string }> {
    await this.#store.update((state) => {
      collectionOf(state, id);
      return { collections: state.collections.filter((one) => one.id !== id) };
    });
    return { id };
  }
}

type CreateBody = Omit<CollectionCreate, 'page_ids'> & Partial<NullablePages> & CollectionExtras;
type UpdateBody = CollectionUpdate & CollectionExtras;
interface NullablePages {
  page_ids: string[] | null | undefined;
}

/** What the flat surface has beside v1, as far as it was sent; null clears it. */
const extrasOf = ({ members, rotation, skip_empty, fallback_page_id }: CollectionExtras): Partial<Collection> => ({
  ...(members && { members: members.map(plainMember) }),
  ...(rotation && { rotation }),
  ...(typeof skip_empty === 'boolean' && { skip_empty }),
  ...(fallback_page_id !== undefined && { fallback_page_id: fallback_page_id || null }),
});

/** A member with what it has of its own alone. */
const plainMember = (member: Member): Member => withoutNull(member) as Member;

/** A collection as v1 has it. */
export const versioned = ({
  members: _members,
  rotation: _rotation,
  skip_empty: _skip,
  fallback_page_id: _fallback,
  ...collection
}: Collection): Collection => collection;

/** A collection as the flat surface has it: each page with what it has of its own. */
export const flatCollection = (collection: Collection): FlatCollection => ({
  ...collection,
  members: collection.page_ids.map(
    (page_id) => collection.members?.find((one) => one.page_id === page_id) ?? { page_id },
  ),
  rotation: collection.rotation ?? 'interval',
  skip_empty: collection.skip_empty ?? true,
  fallback_page_id: collection.fallback_page_id ?? null,
});

const check = (
  collection: Collection,
  pages: readonly { readonly id: string }[],
  { page_ids, members }: CreateBody | UpdateBody,
): void => {
  if (lettersOf(collection) > MOST_COLLECTION_LETTERS)
    throw new Fault(
      400,
      `The rules and conditions of a collection can have ${MOST_COLLECTION_LETTERS} letters together.`,
    );
  const sent = members && !page_ids ? 'members' : 'page_ids';
  const [first] = checkCollection(collection, pages, checkExpression, sent);
  if (first !== undefined) throw new Fault(400, first);
};

/**
 * The first thing that is wrong with the form of an expression; whether its sources exist may change and is not asked.
 */
const checkExpression = (expression: string): string | null => {
  const [problem] = checkFormula(ruleBody(expression));
  return problem ? `${problem.message} (at offset ${problem.offset})` : null;
};
