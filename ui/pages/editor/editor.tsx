import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../../src/schema/content/pages.ts';
import { ApiError } from '../../api.ts';
import { Button, ButtonLink, Empty } from '../../kit/button.tsx';
import { keepDraft, useDraft } from '../../kit/draft.ts';
import { Loading } from '../../kit/work.tsx';
import { useResource } from '../../kit/resource.ts';
import { pages } from '../../strings/pages.ts';
import { navigate } from '../../router.ts';
import { NEW_PAGE, beginPage, endPage } from '../begin-page.ts';
import { pageOperations } from '../operations.ts';
import { bodyOf, draftOf, type PageDraft } from './page-draft.ts';
import { PageForm } from './page-form.tsx';

/** A draft of a stored page, and the version over which it was written. */
interface Change {
  readonly over: string;
  readonly page: PageDraft;
}

const changeName = (id: string): string => `page.${id}`;

const versionOf = ({ updated_at, created_at }: Page): string => updated_at ?? created_at;

/** The editor of a page that is not stored yet. What is typed while it is stored goes on as a change of it. */
export const NewEditor = () => {
  const [draft, setDraft, byNow] = useDraft<PageDraft>(NEW_PAGE);
  if (!draft) return <Empty main says={pages.newNothing} text={pages.make} href="/pages/new" />;
  const save = async (): Promise<null> => {
    const page = await pageOperations.create(bodyOf(draft));
    const later = byNow();
    if (later && later !== draft) keepDraft(changeName(page.id), { over: versionOf(page), page: later });
    setDraft(endPage());
    navigate(`/pages/${encodeURIComponent(page.id)}`, true);
    return null;
  };
  const discard = () => {
    setDraft(endPage());
    navigate('/pages', true);
  };
  return (
    <PageForm id={null} draft={draft} changed outdated={false} onChange={setDraft} onDiscard={discard} onSave={save} />
  );
};

const Loaded = ({ page }: { page: Page }) => {
  const [change, setChange, byNow] = useDraft<Change>(changeName(page.id));
  const [stored, setStored] = useState(page);
  const own = useRef<string | null>(null);
  useEffect(() => setStored(page), [page]);
  const initial = draftOf(stored);
  const draft = change?.page ?? initial;
  const version = versionOf(stored);
  const put = (next: PageDraft) => {
    const same = JSON.stringify(next) === JSON.stringify(initial);
    setChange(same ? null : { over: change?.over ?? version, page: next });
  };
  const save = async (): Promise<string | null> => {
    const { page: saved, incompatible_references } = await pageOperations.update(page.id, bodyOf(draft));
    own.current = versionOf(saved);
    setStored(saved);
    const later = byNow();
    setChange(later && later !== change ? { ...later, over: versionOf(saved) } : null);
    const broken = [...new Set(incompatible_references.map(({ board_name }) => board_name))];
    return broken.length > 0 ? pages.noLongerFits(broken.join(', ')) : null;
  };
  return (
    <PageForm
      id={page.id}
      draft={draft}
      changed={change !== null}
      outdated={change !== null && change.over !== version && own.current !== version}
      onChange={put}
      onDiscard={() => setChange(null)}
      onSave={save}
    />
  );
};

/** Instead of a page that somebody has deleted; what was typed into it here becomes a new page on request. */
const Gone = ({ id }: { id: string }) => {
  const [change, setChange] = useDraft<Change>(changeName(id));
  const rescue = () => {
    if (change) beginPage(change.page);
    setChange(null);
  };
  return (
    <div class="empty rows-16">
      <p>{pages.unknown}</p>
      {change && (
        <>
          <p>{pages.unsavedHere}</p>
          <Button main text={pages.rescue} onClick={rescue} />
        </>
      )}
      <ButtonLink text={pages.editorBack} href="/pages" />
    </div>
  );
};

/** The editor of a stored page; what was typed and not saved is there again after a reload. */
export const Editor = ({ id }: { id: string }) => {
  const [gone, setGone] = useState(false);
  const { value, problem, reload } = useResource(
    `page ${id}`,
    () =>
      pageOperations.read(id).catch((error: unknown) => {
        setGone(error instanceof ApiError && error.status === 404);
        throw error;
      }),
    ['pages'],
  );
  if (gone) return <Gone id={id} />;
  if (value) return <Loaded page={value} />;
  return <Loading problem={problem} onRetry={reload} />;
};
