import { geometryOf, fits } from '../../../src/core/flaps/geometry.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { api } from '../../api.ts';
import { Options } from '../../kit/options.tsx';
import { useResource } from '../../kit/resource.ts';
import { home } from '../../strings/home.ts';

const loadShowable = async () => {
  const [{ pages }, { collections }] = await Promise.all([api.pages(), api.collections()]);
  return { pages, collections };
};

/** The pages and collections that fit a board, as options of a list. */
export const PageOptions = ({ board, except = null }: { board: BoardDetail; except?: string | null }) => {
  const { value } = useResource('showable', loadShowable, ['pages', 'collections']);
  const pages = (value?.pages ?? []).filter((page) => fits(geometryOf(page), board));
  const known = new Set(pages.map(({ id }) => id));
  const collections = (value?.collections ?? []).filter(({ page_ids }) => page_ids.some((id) => known.has(id)));
  const options = (list: readonly { id: string; name: string }[]) => (
    <Options of={list.filter(({ id }) => id !== except).map(({ id, name }) => [id, name])} />
  );
  return (
    <>
      {pages.length > 0 && <optgroup label={home.pagesGroup}>{options(pages)}</optgroup>}
      {collections.length > 0 && <optgroup label={home.collectionsGroup}>{options(collections)}</optgroup>}
    </>
  );
};
