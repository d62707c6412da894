import { plugins as texts } from '../strings/plugins.ts';

const PARTS = /(`[^`]+`)/;

/**
 * What a plugin says of itself at length; what stands between backticks is code. A name of a file says nothing and is
 * left out.
 */
export const Documentation = ({ text }: { text: string }) => {
  if (/^\S+\.\w+$/.test(text.trim())) return null;
  return (
    <section class="card panel form" aria-labelledby="documentation-title">
      <h2 id="documentation-title">{texts.documentation}</h2>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} class="documentation">
          {paragraph
            .split(PARTS)
            .map((part) => (PARTS.test(part) ? <code key={part}>{part.slice(1, -1)}</code> : part))}
        </p>
      ))}
    </section>
  );
};
