import type { AuthMode } from '../../schema/auth.ts';
import type { StoredAuth } from '../../schema/state.ts';

/** Whether a login is demanded: what the environment pins, then what the owner chose, else nobody has decided yet. */
export const modeOf = ({ preference }: StoredAuth, pinned: boolean | undefined): AuthMode => {
  if (pinned !== undefined) return pinned ? 'enabled' : 'disabled';
  return preference ?? 'undecided';
};
