import type { BoardInstance } from '../../src/schema/boards/boards.ts';
import type { MqttPreference } from '../../src/schema/appliance/mqtt.ts';
import { apiPage as texts } from '../strings/api-page.ts';
import { ApiSection, ExampleList, ExampleView } from './example-list.tsx';
import { localExamples, mqttExample } from './examples.ts';

/** What is said by way of a broker. */
export const MqttSection = ({ mqtt }: { mqtt: MqttPreference }) => (
  <ApiSection name="mqtt" title={texts.groups.mqtt}>
    <p>{texts.mqttIntro}</p>
    {!mqtt.enabled && (
      <p class="notice notice-plain">
        {texts.mqttOff} <a href="/settings/mqtt">{texts.mqttLink}</a>
      </p>
    )}
    <dl class="topics">
      {texts.topics.map(([topic, meaning]) => (
        <div key={topic}>
          <dt>
            <code>{`${mqtt.base_topic}/${topic}`}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p class="field-note">{texts.mqttBoard(`${mqtt.base_topic}/board/ID/`)}</p>
    <ExampleView example={mqttExample(mqtt)} />
  </ApiSection>
);

/** How programs for Vestaboards write on the boards. */
export const VestaboardSection = ({ boards }: { boards: readonly BoardInstance[] }) => {
  const served = boards.filter(({ local_api_port }) => local_api_port !== null);
  return (
    <ApiSection name="vestaboard" title={texts.groups.vestaboard}>
      <p>{texts.vestaboardIntro}</p>
      {served.length === 0 && (
        <p class="notice notice-plain">
          {texts.vestaboardOff} <a href="/settings/boards">{texts.vestaboardLink}</a>
        </p>
      )}
      {served.map((board) => (
        <ExampleList key={board.id} examples={localExamples(location.hostname, board)} />
      ))}
    </ApiSection>
  );
};
