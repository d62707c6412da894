import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks for something: the owner's account, a token, the button, MQTT, an assistant, or a rule of the programme. */
export type ActorKind = 'account' | 'token' | 'button' | 'mqtt' | 'assistant' | 'rule';

/** Who asks for something, and for what where that is not said by what is done. */
export interface Actor {
  readonly by: ActorKind;
  /** Name of the account. */
  readonly name?: string | null;
  readonly why?: string;
}

const RULE: Actor = { by: 'rule' };
const storage = new AsyncLocalStorage<Actor>();

/** Who asks for what is being done; a rule while nobody does. */
export const currentActor = (): Actor => storage.getStore() ?? RULE;

/** Does some work in the name of somebody; what is not said of him stays as it was. */
export const actAs = <T>(actor: Partial<Actor>, work: () => T): T => storage.run({ ...currentActor(), ...actor }, work);
