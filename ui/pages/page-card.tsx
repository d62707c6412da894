import { geometryOf } from '../../src/core/flaps/geometry.ts';
import type { Page, PreviewBatch } from '../../src/schema/content/pages.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { hasDraft } from '../kit/draft.ts';
import { useService } from '../service-state.ts';
import { pages } from '../strings/pages.ts';
import { ShowFor } from './show-for.tsx';
import { describeSize } from './size.ts';

const BLANK: readonly (readonly number[])[] = [];

interface PageCardProps {
  readonly page: Page;
  readonly preview: PreviewBatch['previews'][string] | null;
  readonly off: { readonly id: string; readonly name: string } | null;
}

/**
 * A page among others, as it looks now, with the boards on which it is. `preview` is null while it is drawn, `off` the
 * plugin that it waits for.
 */
export const PageCard = ({ page, preview, off }: PageCardProps) => {
  const boards = useService((state) => state.boards);
  const on = (boards ?? []).filter((board) => board.resolved_page_id === page.id).map(({ name }) => name);
  const form = geometryOf(page);
  return (
    <li class="card">
      <a class="page-card rows-14" href={`/pages/${encodeURIComponent(page.id)}`}>
        <div class="page-card-view">
          <BoardPicture form={form} characters={preview?.available && !off ? preview.raw.characters : BLANK} />
        </div>
        <div class="page-card-foot">
          <strong>{page.name}</strong>
          <span class="meta">{describeSize(form)}</span>
          {off && <span class="meta">{pages.pluginOff(off.name)}</span>}
          {preview && !preview.available && !off && <span class="meta is-over">{pages.cannotDraw}</span>}
          {hasDraft(`page.${page.id}`) && <span class="page-card-draft">{pages.unsavedChanges}</span>}
          {on.length > 0 && <span class="page-card-on">{pages.onBoards(on.join(', '))}</span>}
        </div>
      </a>
      {!off && (
        <span class="page-card-show">
          <ShowFor what={{ id: page.id, name: page.name, sizes: [form] }} small />
        </span>
      )}
      {off && (
        <a class="button button-small page-card-switch" href={`/plugins/${encodeURIComponent(off.id)}`}>
          {pages.switchOn(off.name)}
        </a>
      )}
    </li>
  );
};
