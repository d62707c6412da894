import type { Entity } from './entities.ts';
import { imageTopic } from './topics.ts';

/** A device of Home Assistant's discovery. */
export interface Device {
  /** Unique among all devices; only `[A-Za-z0-9_-]`. */
  readonly id: string;
  readonly name: string;
  readonly model: string;
  /** The device that it is reached through; null for the appliance itself. */
  readonly via: string | null;
  /** `<base>` or `<base>/board/<id>`: the entities' topics lie below. */
  readonly topic: string;
  /** Every one of them has to say `online`, first that of the appliance. */
  readonly availability: readonly string[];
  readonly entities: readonly Entity[];
}

/** What all devices share. */
export interface Origin {
  readonly version: string;
  /**
   * Where the owner finds the web UI: with `http` or `https`, for Home Assistant drops a device whose address is
   * anything else.
   */
  readonly url: string;
}

const availabilityOf = (topics: readonly string[]) => ({
  availability: topics.map((topic) => ({ topic })),
  availability_mode: 'all',
});

const configOf = (
  {
    object,
    platform,
    name,
    icon,
    hasState,
    hasImage,
    hasBrightness,
    takesCommands,
    commandsOf,
    hasAttributes,
    outlivesBoard,
    more,
  }: Entity,
  { id, topic, availability }: Device,
): Record<string, unknown> => ({
  platform,
  name,
  icon,
  unique_id: `${id}_${object}`,
  ...(hasState ? { state_topic: `${topic}/${object}/state` } : {}),
  ...(hasImage ? { image_topic: imageTopic(topic) } : {}),
  ...(takesCommands ? { command_topic: `${topic}/${commandsOf ?? object}/set` } : {}),
  ...(hasBrightness
    ? { brightness_state_topic: `${topic}/brightness/state`, brightness_command_topic: `${topic}/brightness/set` }
    : {}),
  ...(hasAttributes ? { json_attributes_topic: `${topic}/${object}/attributes` } : {}),
  ...(outlivesBoard ? availabilityOf(availability.slice(0, 1)) : {}),
  ...more,
});

/** The topic at which a device is announced. */
export const discoveryTopic = (prefix: string, { id }: Pick<Device, 'id'>): string => `${prefix}/device/${id}/config`;

/** The announcement of a device with all its entities (device discovery of Home Assistant). */
export const discoveryPayload = (device: Device, { version, url }: Origin): string =>
  JSON.stringify({
    device: {
      identifiers: [device.id],
      name: device.name,
      manufacturer: 'flapbox',
      model: device.model,
      sw_version: version,
      ...(device.via === null ? {} : { via_device: device.via }),
      configuration_url: url,
    },
    origin: { name: 'flapbox', sw_version: version, support_url: url },
    ...availabilityOf(device.availability),
    qos: 1,
    components: Object.fromEntries(
      device.entities.map((entity) => [
        entity.object,
        entity.isAbsent ? { platform: entity.platform } : configOf(entity, device),
      ]),
    ),
  });
