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

const configOf = (entity: Entity, { id, topic, availability }: Device): Record<string, unknown> => {
  const { object, platform, name, icon, hasBrightness, more } = entity;
  // What is undefined is no member of the JSON.
  return {
    platform,
    name,
    icon,
    unique_id: `${id}_${object}`,
    state_topic: entity.hasState ? `${topic}/${object}/state` : undefined,
    image_topic: entity.hasImage ? imageTopic(topic) : undefined,
    command_topic: entity.takesCommands ? `${topic}/${entity.commandsOf ?? object}/set` : undefined,
    brightness_state_topic: hasBrightness ? `${topic}/brightness/state` : undefined,
    brightness_command_topic: hasBrightness ? `${topic}/brightness/set` : undefined,
    json_attributes_topic: entity.hasAttributes ? `${topic}/${object}/attributes` : undefined,
    ...(entity.outlivesBoard && availabilityOf(availability.slice(0, 1))),
    ...more,
  };
};

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
