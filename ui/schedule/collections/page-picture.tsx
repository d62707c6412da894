import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import type { Pictures } from '../week-data.ts';

/** A page drawn small at its own size. It says nothing to those who do not see it: its name stands beside it. */
export const PagePicture = ({ page, pictures }: { page: Page | undefined; pictures: Pictures }) => {
  const picture = page && pictures[page.id];
  return (
    <span class="thumbnail" aria-hidden="true">
      {page && picture?.available && <BoardPicture form={geometryOf(page)} characters={picture.raw.characters} />}
    </span>
  );
};
