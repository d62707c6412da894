import {
  LONGEST_CERTIFICATE,
  LONGEST_HOST,
  LONGEST_MQTT_INSTANCE,
  LONGEST_NAME,
  PORTS,
} from '../../../src/schema/limits.ts';
import { brokerPlace } from '../../../src/core/pasted-address.ts';
import type { MqttStatus, MqttPreference } from '../../../src/schema/appliance/mqtt.ts';
import { LongField, NumberField, Switch, TextField } from '../../kit/field.tsx';
import { formatMoment } from '../../kit/language.ts';
import { useForm, type Form } from '../../kit/form.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { MASK, SecretField } from '../../kit/secret-field.tsx';
import { WorkButton, type Result } from '../../kit/work.tsx';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Loaded, Section } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { Condition } from './condition.tsx';

const texts = settings.mqtt;
const LOOK_MS = 2000;
const USUAL_PORT = 1883;
const SECURE_PORT = 8883;

const tell = ({ running, connected, broker }: MqttStatus): string => {
  if (connected) return texts.connected(broker ?? '');
  return running ? texts.connecting : texts.off;
};

const Status = ({ status }: { status: MqttStatus }) => {
  const { running, connected, error, source, last_connected_at } = status;
  const announce = async () => {
    await settingsOperations.announce();
    return texts.announced;
  };
  return (
    <div class="card panel form">
      <Condition tone={connected ? 'good' : running ? 'bad' : 'plain'} text={tell(status)} />
      {!connected && error !== null && <p class="field-note is-wrong">{error}</p>}
      {!connected && last_connected_at !== null && (
        <p class="meta">{texts.lastSeen(formatMoment(last_connected_at))}</p>
      )}
      {source === 'environment' && <p class="notice">{texts.fromEnvironment}</p>}
      {connected && (
        <div>
          <WorkButton text={texts.announce} work={announce} />
        </div>
      )}
    </div>
  );
};

type Problems = Partial<Record<keyof MqttPreference, string>>;
type FieldsProps = Pick<Form<MqttPreference>, 'value' | 'change' | 'field'> & { readonly problems: Problems };

const TOPIC = /^[^#+/][^#+]*$/;
const INSTANCE = /^[\w-]{1,64}$/;

/** What the service would refuse, by field. */
const problemsOf = ({ enabled, broker_host, base_topic, discovery_prefix, instance_id }: MqttPreference): Problems => ({
  ...(enabled && broker_host.trim() === '' ? { broker_host: texts.hostMissing } : {}),
  ...(brokerPlace(broker_host).broker_host.includes('/') ? { broker_host: texts.hostHint } : {}),
  ...(TOPIC.test(base_topic) ? {} : { base_topic: texts.topicWrong }),
  ...(TOPIC.test(discovery_prefix) ? {} : { discovery_prefix: texts.topicWrong }),
  ...(INSTANCE.test(instance_id) ? {} : { instance_id: texts.instanceWrong }),
});

const Broker = ({ value, problems, change, field }: FieldsProps) => {
  const secure = (tls: boolean) => {
    const usual = value.broker_port === USUAL_PORT || value.broker_port === SECURE_PORT;
    change({ tls, ...(usual ? { broker_port: tls ? SECURE_PORT : USUAL_PORT } : {}) });
  };
  return (
    <>
      <div class="pair">
        <TextField
          exact
          label={texts.host}
          hint={texts.hostHint}
          problem={problems.broker_host}
          maxLength={LONGEST_HOST}
          {...field('broker_host')}
          onDone={(typed) => change(brokerPlace(typed))}
        />
        <NumberField label={texts.port} range={PORTS} {...field('broker_port')} empty={USUAL_PORT} />
      </div>
      <Switch label={texts.tls} value={value.tls} onChange={secure} />
      {(value.tls || value.ca_certificate !== '') && (
        <LongField
          label={texts.authority}
          hint={texts.authorityHint}
          maxLength={LONGEST_CERTIFICATE}
          {...field('ca_certificate')}
        />
      )}
      <div class="pair">
        <TextField exact label={texts.username} maxLength={LONGEST_HOST} {...field('username')} />
        <SecretField label={texts.password} {...field('password')} />
      </div>
    </>
  );
};

const Topics = ({ problems, field }: FieldsProps) => (
  <>
    <h2>{texts.topicsTitle}</h2>
    <div class="pair">
      <TextField
        exact
        label={texts.base}
        problem={problems.base_topic}
        maxLength={LONGEST_NAME}
        {...field('base_topic')}
      />
      <TextField
        exact
        label={texts.discovery}
        hint={texts.discoveryHint}
        problem={problems.discovery_prefix}
        maxLength={LONGEST_NAME}
        {...field('discovery_prefix')}
      />
    </div>
    <TextField
      exact
      label={texts.instance}
      hint={texts.instanceHint}
      problem={problems.instance_id}
      maxLength={LONGEST_MQTT_INSTANCE}
      {...field('instance_id')}
    />
    <Switch label={texts.pictures} {...field('pictures')} />
    <TextField
      exact
      label={texts.external}
      hint={texts.externalHint}
      maxLength={LONGEST_HOST}
      {...field('external_url')}
    />
  </>
);

const withoutSecret = ({ password, ...typed }: Partial<MqttPreference>): Partial<MqttPreference> =>
  password === MASK || password === '' ? { ...typed, password } : typed;

/** Beside what was saved stands what came of it: the state itself is out of sight then. */
const withState = (result: Result | null, status: MqttStatus | null): Result | null =>
  result?.tone === 'good' && status?.error && !status.connected
    ? { tone: 'plain', text: `${result.text} ${status.error}` }
    : result;

interface FormProps {
  readonly stored: MqttPreference;
  readonly status: MqttStatus | null;
  readonly onSaved: () => void;
}

const MqttForm = ({ stored, status, onSaved }: FormProps) => {
  const typed = useForm('settings.mqtt', stored, withoutSecret);
  const form = { ...typed, result: withState(typed.result, status) };
  const problems = problemsOf(form.value);
  return (
    <SettingsCard form={form} label={settings.names.mqtt} store={settingsOperations.setMqtt} onSaved={onSaved}>
      <Switch label={texts.enabled} {...form.field('enabled')} />
      <Broker {...form} problems={problems} />
      <Topics {...form} problems={problems} />
    </SettingsCard>
  );
};

/** The broker that programs such as Home Assistant listen at. */
export const Mqtt = () => {
  const stored = useResource('mqtt', settingsOperations.mqtt, ['settings']);
  const status = useResource('mqtt-status', settingsOperations.mqttStatus, ['settings']);
  usePoll(status.reload, LOOK_MS);
  const saved = () => {
    stored.reload();
    status.reload();
  };
  return (
    <Section name="mqtt">
      <Loaded from={status}>{(value) => <Status status={value} />}</Loaded>
      <Loaded from={stored}>{(value) => <MqttForm stored={value} status={status.value} onSaved={saved} />}</Loaded>
    </Section>
  );
};
