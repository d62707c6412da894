import { LoadProblem } from './work.tsx';
import { kit } from '../strings/kit.ts';

/** What stands there until something is loaded: that it is on its way, or why it cannot be. */
export const Loading = ({ problem, onRetry }: { problem: string | null; onRetry: () => void }) =>
  problem === null ? (
    <p class="meta is-loading" role="status">
      {kit.loading}
    </p>
  ) : (
    <LoadProblem problem={problem} onRetry={onRetry} />
  );
