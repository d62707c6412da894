import { useResource } from '../../kit/resource.ts';
import { plugins as texts } from '../../strings/plugins.ts';
import { settingsOperations } from '../../settings/api.ts';

/** Tells that boards do not use transitions of plugins yet, while that is so. */
export const BetaNote = () => {
  const beta = useResource('beta', settingsOperations.beta, ['settings']);
  if (beta.value?.transition_plugins !== false) return null;
  return (
    <p class="notice notice-plain">
      {texts.betaOff} <a href="/settings/beta">{texts.betaLink}</a>
    </p>
  );
};
