import { ButtonLink } from '../../kit/button.tsx';
import { useDraft } from '../../kit/draft.ts';
import { navigate } from '../../router.ts';
import { pages } from '../../strings/pages.ts';
import { NEW_PAGE } from '../new-page.tsx';
import { pageOperations } from '../operations.ts';
import { bodyOf, changeDraft } from './page-draft.ts';
import type { PageDraft } from './page-draft.ts';
import { PageForm } from './page-form.tsx';

/** The editor of a page that is not stored yet. */
export const NewEditor = () => {
  const [draft, setDraft] = useDraft<PageDraft>(NEW_PAGE);
  if (!draft) {
    return (
      <div class="empty">
        <p>{pages.newNothing}</p>
        <ButtonLink main text={pages.make} href="/pages/new" />
      </div>
    );
  }
  const save = async (): Promise<null> => {
    const { id } = await pageOperations.create(bodyOf(draft));
    setDraft(null);
    navigate(`/pages/${encodeURIComponent(id)}`, true);
    return null;
  };
  const discard = () => {
    setDraft(null);
    navigate('/pages', true);
  };
  return (
    <PageForm
      id={null}
      draft={draft}
      changed
      outdated={false}
      onChange={(part) => setDraft(changeDraft(draft, part))}
      onReplace={setDraft}
      onDiscard={discard}
      onSave={save}
    />
  );
};
