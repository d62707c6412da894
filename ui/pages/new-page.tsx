import { LONGEST_NAME } from '../../src/schema/limits.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { api } from '../api.ts';
import { Back, Button, sending } from '../kit/button.tsx';
import { Choices } from '../kit/choice.tsx';
import { useDraft } from '../kit/draft.ts';
import { TextField } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { pages } from '../strings/pages.ts';
import { beginPage } from './begin-page.ts';
import { newDraft, pageSizeOf, type PageSize } from './editor/page-draft.ts';
import { SizeFields } from './size-fields.tsx';

const TYPES = ['template', 'composite', 'single'] as const;

interface Questions {
  readonly name: string;
  readonly type: Page['type'];
  readonly chosen: PageSize | null;
}
const NOTHING: Questions = { name: '', type: 'template', chosen: null };

/** The first questions about a new page: its name, its size and what it is made of. */
export const NewPage = () => {
  const { value } = useResource('boards of a new page', api.boardSettings);
  const [draft, setDraft] = useDraft<Questions>('page.questions');
  const { name, type, chosen } = draft ?? NOTHING;
  const change = (changed: Partial<Questions>) => setDraft({ name, type, chosen, ...changed });
  const size = chosen ?? pageSizeOf(value?.boards[0] ?? { device_type: 'flagship' });
  const begin = () => {
    setDraft(null);
    beginPage(newDraft(size, type, name.trim()));
  };
  return (
    <div class="new-page">
      <Back text={pages.editorBack} href="/pages" />
      <form class="card form panel" onSubmit={sending(begin)}>
        <h1>{pages.newTitle}</h1>
        <TextField
          label={pages.name}
          value={name}
          placeholder={pages.namePlaceholder}
          maxLength={LONGEST_NAME}
          required
          onChange={(typed) => change({ name: typed })}
        />
        <SizeFields size={size} onChange={(wanted) => change({ chosen: wanted })} />
        <Choices
          label={pages.kindOf}
          value={type}
          options={TYPES.map((value) => ({ value, name: pages.types[value], note: pages.typeHints[value] }))}
          onChange={(kind) => change({ type: kind })}
        />
        <Button submit main text={pages.begin} />
      </form>
    </div>
  );
};
