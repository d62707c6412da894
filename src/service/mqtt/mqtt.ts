import { brokerPlace } from '../../core/pasted-address.ts';
import { withoutNull } from '../../core/record.ts';
import { Fault } from '../../fault.ts';
import { isLink } from '../../platform/network/own-address.ts';
import { maskAddress } from '../../platform/network/secret-address.ts';
import { MASK } from '../../schema/boards/boards.ts';
import type { MqttPreference, MqttSettings, MqttWrite } from '../../schema/appliance/mqtt.ts';
import type { Store } from '../../store/store.ts';
import { requireCertificates } from './certificates.ts';
import { clip } from '../lookup.ts';
import { changeSettings } from '../settings.ts';

/** Where the password of the broker is sent to. */
const brokerOf = ({
  broker_host,
  broker_port,
  tls,
}: Pick<MqttSettings, 'broker_host' | 'broker_port' | 'tls'>): string =>
  `${tls ? 'mqtts' : 'mqtt'}://${broker_host.trim().toLowerCase()}:${broker_port}`;

/** Whether other settings send the stored password to the broker that it was given for; without a password all do. */
export const isSameBroker = (before: MqttSettings, after: MqttSettings): boolean =>
  !before.secrets.password || brokerOf(before) === brokerOf(after);

// Both are told to everybody: the one in sentences, the other to Home Assistant.
const requireBareAddresses = ({ broker_host, external_url }: MqttSettings): void => {
  if (/[@/\\?#\s]/.test(broker_host.trim()))
    throw new Fault(400, 'broker_host: a name or IP address alone; user and password have fields of their own.');
  if (maskAddress(external_url) !== external_url)
    throw new Fault(
      400,
      'external_url: an address without user, password or key; everybody on the broker can read it.',
    );
};

const requireLink = (name: string, link: string | null | undefined): void => {
  if (link && !isLink(link))
    throw new Fault(400, `${name}: "${clip(link)}" is not an address that begins with http:// or https://.`);
};

/** The broker, as an owner sets it. */
export class MqttSettingsService {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The broker; its password is masked. */
  get(): MqttPreference {
    const { secrets, ...mqtt } = this.#store.state.settings.mqtt;
    return { ...mqtt, password: secrets.password ? MASK : '' };
  }

  /**
   * Sets the members that were sent; `***` keeps the password while the broker stays the same, an empty one removes it.
   * 400 for topics that would meet, no broker to connect to, an address that cannot be linked to, or what is no
   * certificate.
   */
  async set({ password, ...sent }: MqttWrite): Promise<MqttPreference> {
    await changeSettings(this.#store, ({ mqtt }) => {
      const { secrets, ...plain } = mqtt;
      const isKept = password === undefined || password === null || password === MASK;
      const next = {
        ...plain,
        ...withoutNull(sent),
        ...(sent.broker_host ? brokerPlace(sent.broker_host) : {}),
        secrets: isKept ? secrets : password === '' ? {} : { password },
      };
      requireBareAddresses(next);
      if (password === MASK && !secrets.password)
        throw new Fault(400, 'password: *** stands for the stored password, and there is none: send it.');
      if (isKept && !isSameBroker(mqtt, next))
        throw new Fault(
          400,
          'password: the stored one is kept only while broker_host, broker_port and tls stay the same; send it again.',
        );
      if (next.base_topic === next.discovery_prefix)
        throw new Fault(400, `base_topic: "${clip(next.base_topic)}" is the prefix of the discovery already.`);
      if (next.enabled && next.broker_host.trim() === '')
        throw new Fault(400, 'broker_host: a name or address is needed to connect.');
      requireLink('external_url', sent.external_url);
      requireCertificates('ca_certificate', sent.ca_certificate);
      return { mqtt: next };
    });
    return this.get();
  }
}
