import type { ComponentChildren } from 'preact';

/** Sentences one below the other. */
export const Bullets = ({ of }: { of: readonly string[] }) => (
  <ul class="bullets rows-4">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

interface TableProps {
  readonly label: string;
  /** What stands above its columns; empty for nothing. */
  readonly columns: readonly string[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table in a frame of its own, in which it is moved where it is too wide. */
export const Table = ({ label, columns, children }: TableProps) => (
  <div class="table-frame" tabIndex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map((column) =>
            column === '' ? (
              <td key={column} />
            ) : (
              <th key={column} scope="col">
                {column}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

/** Facts with their names; those that are null are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts rows-8">
    {facts.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
