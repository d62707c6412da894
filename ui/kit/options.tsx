import type { ComponentChildren } from 'preact';

type Choosable = readonly (readonly [value: string | number, text: ComponentChildren])[];

/** What can be chosen from a list: the value and the text of each. */
export const Options = ({ of }: { of: Choosable }) => (
  <>
    {of.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </>
);

/** The same under a name; nothing where there are none. */
export const OptionGroup = ({ label, of }: { label: string; of: Choosable }) =>
  of.length === 0 ? null : (
    <optgroup label={label}>
      <Options of={of} />
    </optgroup>
  );
