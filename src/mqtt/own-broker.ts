import { decodePart } from '../core/encode.ts';
import type { MqttSettings } from '../schema/appliance/mqtt.ts';
import type { BrokerAddress } from './session.ts';

/**
 * The broker of the environment, else of the settings, for a client of that id; null when neither names one.
 */
export const ownBroker = (
  { broker_host, broker_port, tls, username, ca_certificate: authority, secrets }: MqttSettings,
  url: string | undefined,
  clientId: string,
): BrokerAddress | null => {
  if (url !== undefined) {
    const { username: user, password, protocol, host } = new URL(url);
    const scheme = protocol === 'tcp:' ? 'mqtt:' : protocol === 'tls:' ? 'mqtts:' : protocol;
    return {
      url: `${scheme}//${host}`,
      username: decodePart(user),
      password: decodePart(password),
      clientId,
      authority,
    };
  }
  if (broker_host === '') return null;
  const host = broker_host.includes(':') ? `[${broker_host}]` : broker_host;
  return {
    url: `${tls ? 'mqtts' : 'mqtt'}://${host}:${broker_port}`,
    username,
    password: secrets.password ?? '',
    clientId,
    authority,
  };
};
