import type { ShareLink } from '../../../src/schema/appliance/share-links.ts';
import { api } from '../../api.ts';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { formatMoment } from '../../kit/language.ts';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { useService } from '../../service-state.ts';
import { shareOperations } from '../../share/operations.ts';
import { shares as texts } from '../../strings/shares.ts';
import { Loaded, Panel } from '../section.tsx';

const QUESTION = { title: texts.endTitle, text: texts.endText, action: texts.endAction };

const Entry = ({ link, target, onEnd }: { link: ShareLink; target: string; onEnd: () => void }) => (
  <li>
    <span>
      <strong>{link.name ?? target}</strong>{' '}
      <span class="meta">
        {[
          link.name === null ? null : target,
          texts.since(formatMoment(link.created_at)),
          link.expires_at === null ? null : texts.until(formatMoment(link.expires_at)),
        ]
          .filter((part) => part !== null)
          .join(', ')}
      </span>
    </span>
    <ConfirmButton
      small
      text={texts.end}
      aria-label={texts.endNamed(link.name ?? target)}
      question={QUESTION}
      onConfirm={onEnd}
    />
  </li>
);

/** Links under which anybody sees one board or page: what they show, since when, and their end. */
export const ShareLinks = ({ onChange }: { onChange: () => void }) => {
  const links = useResource('shares', shareOperations.list, ['boards', 'pages']);
  const pages = useResource('share-pages', api.pages, ['pages']);
  const boards = useService((state) => state.boards);
  const { result, act } = useWork();
  const nameOf = ({ board_id, page_id }: ShareLink): string =>
    board_id === null
      ? texts.page(pages.value?.pages.find(({ id }) => id === page_id)?.name ?? texts.gone)
      : texts.board((boards ?? []).find(({ id }) => id === board_id)?.name ?? texts.gone);
  const end = act(async (link: ShareLink) => {
    await shareOperations.end(link.id);
    links.reload();
    onChange();
    return texts.ended;
  });
  return (
    <Panel title={texts.listTitle}>
      <p class="meta">{texts.listNote}</p>
      <Loaded from={links}>
        {({ shares }) =>
          shares.length === 0 ? (
            <p>{texts.listNone}</p>
          ) : (
            <ul class="events">
              {shares.map((link) => (
                <Entry key={link.id} link={link} target={nameOf(link)} onEnd={() => end(link)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Report result={result} />
    </Panel>
  );
};
