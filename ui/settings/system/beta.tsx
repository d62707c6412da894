import { useEffect, useState } from 'preact/hooks';
import { Switch } from '../../kit/field.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { kit } from '../../strings/kit.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Loaded, Panel, Section } from '../section.tsx';

const texts = settings.beta;

const TransitionPlugins = ({ stored, reload }: { stored: boolean; reload: () => void }) => {
  const { result, run } = useWork();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = (transition_plugins: boolean) => {
    setWanted(transition_plugins);
    void run(async () => {
      await settingsOperations.setBeta({ transition_plugins });
      reload();
      return kit.saved;
    }).then((done) => done || setWanted(null));
  };
  useEffect(() => setWanted(null), [stored]);
  return (
    <Panel>
      <Switch label={texts.transitions} hint={texts.transitionsHint} value={wanted ?? stored} onChange={turn} />
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
