import { memberPath } from './own-file.ts';

const MOST = 30;
const SHOWN = 80;

interface AnswerTreeProps {
  readonly value: unknown;
  readonly path?: string;
  readonly onChoose: (path: string, value: unknown) => void;
}

/** An answer as a tree; values without members can be chosen. */
export const AnswerTree = ({ value, path = '', onChoose }: AnswerTreeProps) => {
  if (typeof value !== 'object' || value === null)
    return (
      <button type="button" class="tree-value" onClick={() => onChoose(path, value)}>
        {String(value).slice(0, SHOWN)}
      </button>
    );
  const members: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? (value as unknown[]).map((one, at) => [at, one] as const)
    : Object.entries(value);
  return (
    <ul class="tree rows-6">
      {members.slice(0, MOST).map(([name, one]) => (
        <li key={name}>
          {typeof one === 'object' && one !== null ? (
            <details open={path === ''}>
              <summary>{name}</summary>
              <AnswerTree value={one} path={memberPath(path, name)} onChoose={onChoose} />
            </details>
          ) : (
            <>
              {name}: <AnswerTree value={one} path={memberPath(path, name)} onChoose={onChoose} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
};
