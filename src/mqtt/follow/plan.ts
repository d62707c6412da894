import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { State } from '../../schema/state.ts';
import { toId } from '../topics.ts';
import { ownBroker } from '../own-broker.ts';
import type { BrokerAddress } from '../session.ts';

/** Where the frames of a board come from, and who it is there. */
export interface FollowPlan {
  /** Null: no broker is known. */
  readonly address: BrokerAddress | null;
  /** Empty for a board that asks for one. */
  readonly topic: string;
  /** The id under which it tells what it shows; also that of the client. */
  readonly follower: string;
}

/** What the settings say about a board that follows; `pinned` is the broker of the environment. */
export const followPlan = (
  { id, follow, secrets }: StoredBoard,
  { mqtt, follower_suffix }: Pick<State['settings'], 'mqtt' | 'follower_suffix'>,
  pinned: string | undefined,
): FollowPlan => {
  const follower = `${toId(mqtt.instance_id + follower_suffix)}-${toId(id)}`;
  const topic = follow?.topic ?? '';
  if (!follow?.url) return { address: ownBroker(mqtt, pinned, follower), topic, follower };
  const { url, username, ca_certificate: authority } = follow;
  const password = secrets.follow_password ?? '';
  return { address: { url, username, password, clientId: follower, authority }, topic, follower };
};
