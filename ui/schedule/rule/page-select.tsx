import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import { Field, OptionGroup } from '../../kit/field.tsx';
import { schedule } from '../../strings/schedule.ts';
import type { Context } from '../rule-references.ts';

const texts = schedule.rule;

interface Showable {
  readonly id: string;
  readonly name: string;
  /** For which sizes it is made. */
  readonly sizes: string;
  readonly fits: boolean;
}

/** For which size a page is made, in numbers. */
export const sizeText = (page: Page): string => {
  const { rows, cols } = geometryOf(page);
  return texts.size(rows, cols);
};

const showablesOf = ({ pages, collections, fits }: Context): { pages: Showable[]; collections: Showable[] } => {
  const sizes = new Map(pages.map((page) => [page.id, sizeText(page)]));
  return {
    pages: pages.map(({ id, name }) => ({ id, name, sizes: sizes.get(id) ?? '', fits: fits(id) })),
    collections: collections.map(({ id, name, page_ids }) => ({
      id,
      name,
      sizes: [...new Set(page_ids.flatMap((page) => sizes.get(page) ?? []))].join(', '),
      fits: page_ids.some(fits),
    })),
  };
};

const Group = ({ label, showables }: { label: string; showables: readonly Showable[] }) => (
  <OptionGroup label={label} of={showables.filter(({ fits }) => fits).map(({ id, name }) => [id, name])} />
);

interface PageSelectProps {
  readonly label: string;
  readonly context: Context;
  readonly value: string | null;
  /** What choosing nothing is called. */
  readonly none: string;
  readonly problem?: string | null;
  /** Whether a dialogue begins with it. */
  readonly first?: boolean;
  readonly onChange: (id: string | null) => void;
}

/**
 * Chooses a page or a collection that fits a board; all others are listed with the reason why they cannot be chosen.
 */
export const PageSelect = ({ label, context, value, none, problem, first, onChange }: PageSelectProps) => {
  const { pages, collections } = showablesOf(context);
  const strange = [...pages, ...collections].filter(({ fits }) => !fits);
  const isKnown = value === null || [...pages, ...collections].some(({ id }) => id === value);
  return (
    <Field
      label={label}
      problem={problem}
      control={(tied) => (
        <select
          value={value ?? ''}
          autofocus={first}
          {...tied}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        >
          <option value="">{none}</option>
          {!isKnown && <option value={value}>{schedule.goneItem}</option>}
          <Group label={texts.pagesGroup} showables={pages} />
          <Group label={texts.collectionsGroup} showables={collections} />
          {strange.length > 0 && (
            <optgroup label={texts.unfitGroup}>
              {strange.map(({ id, name, sizes }) => (
                <option key={id} value={id} disabled={id !== value}>
                  {texts.unfit(name, sizes)}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    />
  );
};
