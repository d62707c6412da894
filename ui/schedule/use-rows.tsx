import type { Use } from '../../src/schema/content/uses.ts';
import { useRuleTimes } from './rule-times.ts';

interface UseRowsProps {
  readonly class: string;
  readonly uses: readonly Use[];
  readonly nameOf: (use: Use) => string;
  /** The way to where it is used; null where there is none. */
  readonly addressOf: (use: Use) => string | null;
}

/** Places where something is used, one below the other, those of rules with their times. */
export const UseRows = ({ uses, nameOf, addressOf, ...list }: UseRowsProps) => {
  const times = useRuleTimes(uses);
  return (
    <ul {...list}>
      {uses.map((use, place) => {
        const address = addressOf(use);
        const words = (
          <>
            <span class={address === null ? undefined : 'link'}>{nameOf(use)}</span>
            <span class="meta">{times.get(use.schedule_id ?? '')}</span>
          </>
        );
        return <li key={place}>{address === null ? words : <a href={address}>{words}</a>}</li>;
      })}
    </ul>
  );
};
