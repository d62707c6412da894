import { keepDraft, keptDraft } from '../kit/draft.ts';
import { navigate } from '../router.ts';
import { forgetHistory } from './editor/history.ts';
import type { PageDraft } from './editor/page-draft.ts';

/** Where a page that is not stored yet is kept while it is written. */
export const NEW_PAGE = 'page.new';
/** Where those wait that were being written when another one was begun, the last one last. */
const ASIDE = 'page.new.aside';

const asideNow = (): readonly PageDraft[] => keptDraft<readonly PageDraft[]>(ASIDE) ?? [];

const hasContent = ({ template, rows, display_type }: PageDraft): boolean =>
  template.some((line) => line !== '') || rows.length > 0 || display_type !== null;

/** Begins a new page, and opens its editor. One that is being written already waits until this one is done. */
export const beginPage = (draft: PageDraft): void => {
  const present = keptDraft<PageDraft>(NEW_PAGE);
  if (present && hasContent(present)) keepDraft(ASIDE, [...asideNow(), present]);
  keepDraft(NEW_PAGE, draft);
  forgetHistory(NEW_PAGE);
  // The way back from the page is not to the question what it is to be, which is answered.
  navigate('/pages/new/edit', location.pathname === '/pages/new');
};

/** The new page is stored or given up: answers the one that was put aside last, null where there is none. */
export const endPage = (): PageDraft | null => {
  const aside = asideNow();
  keepDraft(ASIDE, aside.length > 1 ? aside.slice(0, -1) : null);
  forgetHistory(NEW_PAGE);
  return aside.at(-1) ?? null;
};
