import type { ComponentChildren } from 'preact';

/** What can be chosen from a list: the value and the text of each. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: ComponentChildren])[] }) => (
  <>
    {of.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </>
);
