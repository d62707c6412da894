import { Switch } from '../../kit/field.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report } from '../../kit/work.tsx';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Loaded, Panel, Section } from '../section.tsx';
import { useWanted } from '../wanted.ts';

const texts = settings.beta;

const TransitionPlugins = ({ stored, reload }: { stored: boolean; reload: () => void }) => {
  const { value, choose, result } = useWanted(stored, (transition_plugins) =>
    settingsOperations.setBeta({ transition_plugins }).then(reload),
  );
  return (
    <Panel>
      <Switch label={texts.transitions} hint={texts.transitionsHint} value={value} onChange={choose} />
      <Report result={result} />
    </Panel>
  );
};

/** Parts that are not finished, to be switched on by the brave. */
export const Beta = () => {
  const beta = useResource('beta', settingsOperations.beta, ['settings']);
  return (
    <Section name="beta">
      <Loaded from={beta}>
        {({ transition_plugins }) => <TransitionPlugins stored={transition_plugins} reload={beta.reload} />}
      </Loaded>
    </Section>
  );
};
