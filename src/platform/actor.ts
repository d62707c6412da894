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

/** Some work in somebody's name. */
interface Task {
  readonly actor: Actor;
  isOver: boolean;
}

const RULE: Actor = { by: 'rule' };
const storage = new AsyncLocalStorage<Task>();
let running = 0;

/** Who asks for what is being done; a rule while nobody does, as in what somebody's work left to be done later. */
export const currentActor = (): Actor => {
  const task = storage.getStore();
  return task && !task.isOver ? task.actor : RULE;
};

/** Does some work in the name of somebody; what is not said of him stays as it was. */
export const actAs = <T>(actor: Partial<Actor>, work: () => T): T => {
  const task: Task = { actor: { ...currentActor(), ...actor }, isOver: false };
  const end = (): void => {
    task.isOver = true;
    running--;
    // While it is in use every promise and every connection of the process costs more.
    if (running === 0) storage.disable();
  };
  running++;
  let result: T;
  try {
    result = storage.run(task, work);
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) void result.then(end, end);
  else end();
  return result;
};
