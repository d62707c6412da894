import { useRef, useState } from 'preact/hooks';
import type { Page } from '../../../src/schema/content/pages.ts';
import { CROSS, IconButton, Stroke } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Options } from '../../kit/options.tsx';
import { schedule } from '../../strings/schedule.ts';
import { sizeText } from '../rule/page-select.tsx';
import type { Pictures } from '../week-data.ts';
import { PagePicture } from './page-picture.tsx';
import { useReorder, type Handle } from './reorder.ts';
import { moved } from '../../list.ts';
import { Said } from '../../kit/work.tsx';

const texts = schedule.collections;

interface MemberProps {
  readonly id: string;
  readonly page: Page | undefined;
  readonly place: number;
  readonly count: number;
  readonly pictures: Pictures;
  readonly handle: Handle;
  readonly onRemove: () => void;
}

const Member = ({ id, page, place, count, pictures, handle, onRemove }: MemberProps) => {
  const name = page?.name ?? texts.missing;
  return (
    <li class="member">
      <button
        type="button"
        class="icon-button member-handle"
        aria-label={texts.drag(name)}
        data-member={id}
        {...handle}
      >
        <Stroke path="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" width={3} />
      </button>
      <PagePicture page={page} pictures={pictures} />
      <span class="member-text">
        {page ? (
          <a href={`/pages/${encodeURIComponent(id)}`} aria-label={texts.openPage(name)}>
            {name}
          </a>
        ) : (
          <span>{name}</span>
        )}
        <span class="meta">
          {page && `${sizeText(page)} · `}
          {texts.position(place + 1, count)}
        </span>
      </span>
      <IconButton icon={CROSS} label={texts.remove(name)} onClick={onRemove} />
    </li>
  );
};

interface MemberListProps {
  readonly ids: readonly string[];
  readonly pages: readonly Page[];
  readonly pictures: Pictures;
  readonly problem: string | null;
  readonly onChange: (ids: readonly string[]) => void;
}

/** The members of a collection in their order: they are moved by their handles, taken out and added. */
export const MemberList = ({ ids, pages, pictures, problem, onChange }: MemberListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const nameOf = (id: string | undefined) => pages.find((page) => page.id === id)?.name ?? texts.missing;
  const move = (from: number, to: number) => {
    setSaid(texts.movedTo(nameOf(ids[from]), to + 1));
    onChange(moved(ids, from, to));
  };
  const handleOf = useReorder(list, ids.length, move);
  const remove = (id: string) => {
    setSaid(texts.removed(nameOf(id)));
    onChange(ids.filter((one) => one !== id));
  };
  const free = pages.filter(({ id }) => !ids.includes(id));
  const sizes = [...new Set(ids.flatMap((id) => pages.filter((page) => page.id === id).map(sizeText)))];
  return (
    <section class="members rows-10" aria-labelledby="members-title">
      <h2 id="members-title">{texts.pages}</h2>
      {ids.length === 0 && <p class={problem ? 'field-note is-wrong' : 'meta'}>{problem ?? texts.pagesNone}</p>}
      <ol ref={list} class="rows-8">
        {ids.map((id, place) => (
          <Member
            key={id}
            id={id}
            page={pages.find((page) => page.id === id)}
            place={place}
            count={ids.length}
            pictures={pictures}
            handle={handleOf(place)}
            onRemove={() => remove(id)}
          />
        ))}
      </ol>
      {sizes.length > 1 && <p class="field-note">{texts.sizes(sizes.join(', '))}</p>}
      <Said>{said}</Said>
      {free.length === 0 ? (
        <p class="meta">{texts.noMorePages}</p>
      ) : (
        <Field
          label={texts.addPage}
          control={({ id }) => (
            <select
              id={id}
              value=""
              onChange={(event) => event.currentTarget.value && onChange([...ids, event.currentTarget.value])}
            >
              <option value="">{texts.choosePage}</option>
              <Options of={free.map((page) => [page.id, `${page.name} (${sizeText(page)})`])} />
            </select>
          )}
        />
      )}
    </section>
  );
};
