import { plugins } from '../strings/plugins.ts';
import { agoText } from './age.ts';
import type { PluginSource } from './api.ts';
import { asSentence } from '../kit/sentence.ts';
import { stateOf } from './state.ts';

/** How a source fares in words: its state, why it fails, and how old its data are. */
export const StateLine = ({ source, now }: { source: PluginSource; now: number }) => {
  const state = stateOf(source);
  const ago = source.fetched_at === null ? null : agoText(source.fetched_at, now);
  return (
    <p class={`plugin-state is-${state}`}>
      <strong>{plugins.states[state]}</strong>
      {state === 'working' && ago !== null && (
        <span>{source.receives ? plugins.received(ago) : plugins.read(ago)}</span>
      )}
      {state === 'failing' && (
        <span>
          {asSentence(source.error ?? '')} {ago !== null && plugins.oldData(ago)}
        </span>
      )}
    </p>
  );
};
