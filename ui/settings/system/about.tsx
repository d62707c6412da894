import type { ConfigCheck, Version } from '../../../src/schema/appliance/system.ts';
import { Button } from '../../kit/button.tsx';
import { Bullets, Facts } from '../facts.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { WorkButton } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { settingsOperations, systemOperations } from '../api.ts';
import { Condition } from '../devices/condition.tsx';
import { Loaded, Panel, Section } from '../section.tsx';

const texts = system.about;
const LOOK_MS = 5000;

const factsOf = ({ package_version, build_version, is_dev, hardware_model }: Version) =>
  [
    [texts.version, is_dev ? `${package_version} (${texts.development})` : package_version],
    [texts.build, build_version === package_version ? null : build_version],
    [texts.machine, hardware_model],
    [texts.address, location.origin],
  ] as const;

const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <Bullets of={[...new Set(sentences)]} />
    </>
  );

const Check = ({ check: { valid, errors, warnings } }: { check: ConfigCheck }) => (
  <>
    {valid && warnings.length === 0 && <Condition tone="good" text={texts.good} />}
    <Sentences title={texts.errors} sentences={errors} />
    <Sentences title={texts.warnings} sentences={warnings} />
  </>
);

const LINKS = [
  ['/api-help', texts.api],
  ['/api/docs', texts.docs],
  ['/plugins', texts.plugins],
  ['/setup', texts.wizard],
] as const;

/** Which flapbox this is, and whether all is well with its settings. */
export const About = () => {
  const version = useResource('version', systemOperations.version);
  const check = useResource('check', settingsOperations.check, ['boards', 'settings', 'schedules']);
  const damage = useResource('damage', settingsOperations.damage);
  const look = () => {
    check.reload();
    damage.reload();
  };
  usePoll(look, LOOK_MS);
  return (
    <Section name="about">
      <Panel>
        <Loaded from={version}>{(value) => <Facts facts={factsOf(value)} />}</Loaded>
      </Panel>
      <Panel title={texts.checkTitle}>
        <Loaded from={check}>{(value) => <Check check={value} />}</Loaded>
        {Boolean(damage.value) && (
          <p>
            <WorkButton
              text={texts.dismissDamage}
              work={async () => void (await settingsOperations.dismissDamage().finally(look))}
            />
          </p>
        )}
        <p>
          <Button text={texts.check} onClick={look} />
        </p>
      </Panel>
      <Panel title={texts.linksTitle}>
        <ul class="links rows-4">
          {LINKS.map(([address, name]) => (
            <li key={address}>
              <a href={address}>{name}</a>
            </li>
          ))}
        </ul>
        <p class="meta">{texts.licence}</p>
      </Panel>
    </Section>
  );
};
