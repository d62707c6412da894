import type { ComponentChildren, ComponentType } from 'preact';
import { sending } from '../kit/button.tsx';
import { settings } from '../strings/settings/settings.ts';
import { Loading } from '../kit/work.tsx';
import { useResource, type Resource } from '../kit/resource.ts';

/** The name of a section, as it stands in the address. */
export type SectionName = keyof typeof settings.names;

/** The head of a section with its title and what it is about, above its content. */
export const Section = ({ name, children }: { name: SectionName; children: ComponentChildren }) => (
  <section class="section rows-20" aria-labelledby="section-title">
    <header class="rows-2">
      <h1 id="section-title">{settings.names[name]}</h1>
      <p class="meta">{settings.intros[name]}</p>
    </header>
    {children}
  </section>
);

/** What was loaded, once it is there; why not, when it cannot be loaded. */
export const Loaded = <T,>({ from, children }: { from: Resource<T>; children: (value: T) => ComponentChildren }) => {
  if (from.value !== null) return <>{children(from.value)}</>;
  return <Loading problem={from.problem} onRetry={from.reload} />;
};

/** What the form of a section gets: what is stored, and how to read it again. */
export interface StoredProps<T> {
  readonly stored: T;
  readonly reload: () => void;
}

/** A section that is one form over what is stored. */
export const storedSection = <T,>(name: SectionName, load: () => Promise<T>, Form: ComponentType<StoredProps<T>>) => {
  const StoredSection = () => {
    const stored = useResource(name, load, ['settings']);
    return (
      <Section name={name}>
        <Loaded from={stored}>{(value) => <Form stored={value} reload={stored.reload} />}</Loaded>
      </Section>
    );
  };
  return StoredSection;
};

interface FormCardProps {
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
  /** What stands above it. */
  readonly title?: string;
  /** What it is called where nothing stands above it. */
  readonly label?: string | undefined;
}

/**
 * A form on a card; `onSubmit` is called instead of the browser's own sending, once nothing is said to be wrong: what
 * is wrong gets the focus.
 */
export const FormCard = ({ onSubmit, children, title, label = title }: FormCardProps) => {
  const submit = (form: HTMLFormElement) => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else onSubmit();
  };
  return (
    <form class="card form panel" onSubmit={sending(submit)} aria-label={label} noValidate={false}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </form>
  );
};

/** A part of a section that few need, folded up on a card. */
export const FoldedPanel = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <details class="fold card panel folded">
    <summary>
      <h2>{title}</h2>
    </summary>
    <div class="form">{children}</div>
  </details>
);

/** A part of a section on a card. */
export const Panel = ({ title, children }: { title?: string; children: ComponentChildren }) => (
  <div class="card panel form">
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </div>
);
