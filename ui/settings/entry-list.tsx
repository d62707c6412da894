import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/dialog.tsx';
import { Report, useWork } from '../kit/work.tsx';

type Named = (name: string) => string;

interface EntryListProps<T> {
  readonly entries: readonly T[];
  readonly texts: Readonly<Record<'none' | 'change' | 'remove' | 'removeText' | 'removed', string>> &
    Readonly<Record<'changeOf' | 'removeOf' | 'removeTitle', Named>>;
  /** What is known of an entry, in a line. */
  readonly aboutOf: (entry: T) => string;
  readonly problemOf?: (entry: T) => string | null;
  /** Whose form is open at first. */
  readonly findOpen?: () => T | undefined;
  readonly onRemove: (entry: T) => Promise<void>;
  /** The form of an entry; `close` is called to be done with it. */
  readonly formOf: (entry: T, close: () => void) => ComponentChildren;
}

/** What the owner has set up, each with what is known of it, its form and a way to remove it. */
export const EntryList = <T extends { readonly id: string; readonly name: string }>({
  entries,
  texts,
  aboutOf,
  problemOf = () => null,
  findOpen,
  onRemove,
  formOf,
}: EntryListProps<T>) => {
  const [open, setOpen] = useState(() => findOpen?.()?.id ?? null);
  const { result, run } = useWork();
  const opened = entries.find(({ id }) => id === open);
  const remove = (entry: T) => void run(() => onRemove(entry).then(() => texts.removed));
  return (
    <>
      {entries.length === 0 && <p class="meta">{texts.none}</p>}
      <ul class="found">
        {entries.map((entry) => {
          const { id, name } = entry;
          const problem = problemOf(entry);
          return (
            <li key={id} class="row">
              <span>
                <strong>{name}</strong>
                <br />
                <span class="meta">{aboutOf(entry)}</span>
                {problem !== null && (
                  <>
                    <br />
                    <span class="field-note is-wrong">{problem}</span>
                  </>
                )}
              </span>
              <span class="row row-start">
                <Button
                  small
                  text={texts.change}
                  aria-label={texts.changeOf(name)}
                  onClick={() => setOpen(open === id ? null : id)}
                />
                <ConfirmButton
                  small
                  text={texts.remove}
                  aria-label={texts.removeOf(name)}
                  question={{ title: texts.removeTitle(name), text: texts.removeText, action: texts.remove }}
                  onConfirm={() => remove(entry)}
                />
              </span>
            </li>
          );
        })}
      </ul>
      {opened && formOf(opened, () => setOpen(null))}
      <Report result={result} />
    </>
  );
};
