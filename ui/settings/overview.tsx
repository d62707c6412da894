import type { MqttStatus } from '../../src/schema/appliance/mqtt.ts';
import { settingsOperations, type AllSettings } from './api.ts';
import { useResource } from '../kit/resource.ts';
import { settings } from '../strings/settings/settings.ts';
import { formatDegrees } from './place/degrees.ts';
import { GROUPS } from './sections.ts';
import type { SectionName } from './section.tsx';
import { transitionNames } from '../strings/transitions.ts';

const { summary } = settings;

const onOff = (on: boolean): string => (on ? summary.on : summary.off);

const SUMMARIES: Partial<Record<SectionName, (all: AllSettings, broker: MqttStatus | null) => string>> = {
  boards: ({ board }) => summary.boards(board.boards.length),
  output: ({ output }) => summary.target[output.target],
  silence: ({ silence_schedule: { enabled, start_time, end_time } }) =>
    enabled ? summary.silence(start_time, end_time) : summary.off,
  transitions: ({ transitions: { strategy } }) =>
    strategy === null ? summary.noTransition : (transitionNames[strategy] ?? strategy),
  location: ({ location: { latitude, longitude } }) =>
    latitude === null || longitude === null
      ? summary.noPlace
      : summary.place(formatDegrees(latitude, 'latitude'), formatDegrees(longitude, 'longitude')),
  general: ({ general: { instance_name, timezone } }) => summary.general(instance_name, timezone),
  mqtt: ({ mqtt }, broker) =>
    broker?.running && !broker.connected ? summary.brokerAway : onOff(broker?.running ?? mqtt.enabled),
  beta: ({ beta }) => onOff(beta.transition_plugins),
};

/** All sections at a glance, with what is set in them. */
export const Overview = () => {
  const { value } = useResource('settings', settingsOperations.all, ['settings', 'boards']);
  const broker = useResource('mqtt-status', settingsOperations.mqttStatus, ['settings']).value;
  return (
    <div class="overview">
      <h1>{settings.title}</h1>
      {GROUPS.map(([group, sections]) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`} class="section-title">
            {settings.groups[group]}
          </h2>
          <ul class="overview-list rows-12">
            {sections.map(([name]) => (
              <li key={name}>
                <a class="card overview-card rows-2" href={`/settings/${name}`}>
                  <strong>{settings.names[name]}</strong>
                  <span class="meta">{(value && SUMMARIES[name]?.(value, broker)) ?? settings.intros[name]}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
