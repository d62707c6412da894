import type { ComponentChildren } from 'preact';
import { Copyable } from '../kit/copy.tsx';
import type { Example } from './examples.ts';

interface ExampleViewProps {
  readonly example: Example;
  readonly children?: ComponentChildren;
}

/** One example: what it does, and the command. */
export const ExampleView = ({ example: { name, title, note, command }, children }: ExampleViewProps) => (
  <div class="example rows-4" data-example={name}>
    <h3>{title}</h3>
    <p class="meta">{note}</p>
    <Copyable text={command} label={title} multiline />
    {children}
  </div>
);

/** A part of the page. */
export const ApiSection = ({ name, title, children }: { name: string; title: string; children: ComponentChildren }) => (
  <section class="card panel api-section rows-14" aria-labelledby={`api-${name}`}>
    <h2 id={`api-${name}`}>{title}</h2>
    {children}
  </section>
);

/** Several examples. */
export const ExampleList = ({ examples }: { examples: readonly Example[] }) => (
  <>
    {examples.map((one) => (
      <ExampleView key={one.name} example={one} />
    ))}
  </>
);
