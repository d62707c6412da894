import { useResource } from '../kit/resource.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations } from './api.ts';
import { PluginCard } from './plugin-card.tsx';
import type { Listed } from './selection.ts';

/** Tells that boards do not use transitions of plugins yet, while that is so. */
export const BetaNote = () => {
  const beta = useResource('beta', pluginOperations.beta, ['settings']);
  if (beta.value?.transition_plugins !== false) return null;
  return (
    <p class="notice notice-plain">
      {texts.betaOff} <a href="/settings/beta">{texts.betaLink}</a>
    </p>
  );
};

/** The transitions that plugins bring. */
export const TransitionList = ({ listed, now }: { listed: readonly Listed[]; now: number }) => (
  <section aria-labelledby="plugins-transition">
    <h2 id="plugins-transition" class="section-title">
      {texts.transitions}
    </h2>
    <p class="meta plugin-note">
      {texts.transitionsIntro} <a href="/settings/transitions">{texts.transitionSettings}</a>
    </p>
    <BetaNote />
    <ul class="plugin-cards">
      {listed.map(({ plugin }) => (
        <PluginCard key={plugin.id} plugin={plugin} sources={[]} now={now} />
      ))}
    </ul>
  </section>
);
