import type { DriverAction } from '../../../src/board/driver.ts';
import { textOf } from '../action-input.ts';
import type { PublishedFrame } from '../../../src/core/follow/frame.ts';
import type { FollowerList } from './followers.ts';

/** What the actions act on. */
export interface HubActionsPort {
  readonly followers: FollowerList;
  connect(signal: AbortSignal): Promise<unknown>;
  /** The frame that the followers should show, and the last sequence; null for none. */
  shown(): {
    readonly frame: Parameters<FollowerList['describe']>[0];
    readonly sequence: PublishedFrame['sequence'] | null;
  };
  /** Takes from the broker what a follower told of itself. */
  clearState(follower: string, signal: AbortSignal): Promise<void>;
}

/** Commands about the walls that follow a hub. */
export const hubActions = ({
  followers,
  connect,
  shown,
  clearState,
}: HubActionsPort): Readonly<Record<string, DriverAction>> => ({
  followers: {
    summary: 'Tells which walls follow the topic, and what each of them shows.',
    members: [],
    looks: true,
    run: async (_input, signal) => {
      await connect(signal);
      const { frame, sequence } = shown();
      return { sequence, followers: followers.describe(frame), left_out: followers.untold };
    },
  },
  forget_follower: {
    summary: 'Forgets the wall of the id "follower", which is gone for good.',
    members: ['follower'],
    looks: true,
    run: async (input, signal) => {
      const follower = textOf(input, 'follower', /^[A-Za-z0-9_-]{1,140}$/, 'the id of a wall that follows');
      await clearState(follower, signal);
      followers.hear(follower, '');
      return { follower };
    },
  },
});
