import { Switch } from '../../kit/field.tsx';
import type { Beta as BetaSettings } from '../../../src/schema/appliance/settings.ts';
import { Report, useWanted } from '../../kit/work.tsx';
import { kit } from '../../strings/kit.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Panel, storedSection, type StoredProps } from '../section.tsx';

const texts = settings.beta;

const TransitionPlugins = ({ stored, reload }: StoredProps<BetaSettings>) => {
  const { value, choose, result } = useWanted(stored.transition_plugins, async (transition_plugins) => {
    await settingsOperations.setBeta({ transition_plugins });
    reload();
    return kit.saved;
  });
  return (
    <Panel>
      <Switch label={texts.transitions} hint={texts.transitionsHint} value={value} onChange={choose} />
      <Report result={result} />
    </Panel>
  );
};

/** Parts that are not finished, to be switched on by the brave. */
export const Beta = storedSection('beta', settingsOperations.beta, TransitionPlugins);
