import { useState } from 'preact/hooks';
import { LONGEST_NAME } from '../../src/schema/limits.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { api } from '../api.ts';
import { Back, Button, sending } from '../kit/button.tsx';
import { Choices } from '../kit/choice.tsx';
import { TextField } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { pages } from '../strings/pages.ts';
import { beginPage } from './begin-page.ts';
import { newDraft, pageSizeOf, type PageSize } from './editor/page-draft.ts';
import { SizeFields } from './size-fields.tsx';

const TYPES = ['template', 'composite', 'single'] as const;

/** The first questions about a new page: its name, its size and what it is made of. */
export const NewPage = () => {
  const { value } = useResource('boards of a new page', api.boardSettings);
  const [name, setName] = useState('');
  const [type, setType] = useState<Page['type']>('template');
  const [chosen, setChosen] = useState<PageSize | null>(null);
  const size = chosen ?? pageSizeOf(value?.boards[0] ?? { device_type: 'flagship' });
  const begin = () => beginPage(newDraft(size, type, name.trim()));
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
          onChange={setName}
        />
        <SizeFields size={size} onChange={setChosen} />
        <Choices
          label={pages.kindOf}
          value={type}
          options={TYPES.map((value) => ({ value, name: pages.types[value], note: pages.typeHints[value] }))}
          onChange={setType}
        />
        <Button submit main text={pages.begin} />
      </form>
    </div>
  );
};
