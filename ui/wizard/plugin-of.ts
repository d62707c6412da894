import { useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../src/core/sentence.ts';
import type { Result } from '../kit/work.tsx';
import { pluginOperations } from '../plugins/api.ts';

const isOn = async (plugin: string): Promise<boolean> => (await pluginOperations.detail(plugin)).enabled;

/**
 * Switches on the plugin behind a choice, so that it can be looked at, and off again when the choice goes on to another
 * one. `keep` leaves it on for good.
 */
export const usePluginOf = (
  plugin: string | null,
): { readonly on: boolean; readonly problem: Result | null; keep(): Promise<void> } => {
  const [state, setState] = useState<{ plugin: string | null; problem: Result | null } | null>(null);
  const kept = useRef(false);
  /** What is done with the plugins of former choices: one that is chosen once more is not switched off afterwards. */
  const former = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (plugin === null) return setState({ plugin, problem: null });
    let switched = false;
    let left = false;
    const settle = (problem: Result | null): void => {
      // The choice may have gone on to another one meanwhile.
      if (!left) setState({ plugin, problem });
    };
    const turnOn = async (): Promise<void> => {
      if (left || (await isOn(plugin))) return;
      switched = true;
      await pluginOperations.switchTo(plugin, true);
    };
    const turning = former.current.then(turnOn).then(
      () => settle(null),
      (error: unknown) => settle({ tone: 'bad', text: sentenceOf(error) }),
    );
    return () => {
      left = true;
      former.current = turning
        .then(() => (switched && !kept.current ? pluginOperations.switchTo(plugin, false) : undefined))
        .catch(() => undefined);
    };
  }, [plugin]);
  const keep = async (): Promise<void> => {
    kept.current = true;
    if (plugin !== null) await pluginOperations.switchTo(plugin, true);
  };
  const here = state?.plugin === plugin ? state : null;
  return { on: here !== null && here.problem === null, problem: here?.problem ?? null, keep };
};
