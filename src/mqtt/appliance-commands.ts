import { Fault } from '../fault.ts';
import { MQTT_REFRESH_SECONDS, USUAL_STAY_MINUTES } from '../schema/limits.ts';
import { BOARD_STRATEGIES } from '../schema/appliance/settings.ts';
import { QuietWriteSchema } from '../schema/boards/stays.ts';
import { readMembers } from '../service/members.ts';
import type { Command } from './command.ts';
import { VALUE_MEMBERS, minutesOf, numberIn, requireSwitch } from './command-values.ts';
import { DONE, quietly, refreshed, type Outcome } from './outcome.ts';
import type { MqttServices } from './services.ts';

/** A command of the appliance as a whole. */
export interface ApplianceCommand {
  /** The members that it knows; buttons know none. */
  readonly members: readonly string[];
  run(services: MqttServices, command: Command): Promise<Outcome>;
}

/** The members of a command that leaves boards alone. */
export const QUIET_MEMBERS = [...VALUE_MEMBERS, 'minutes', 'until'];

/** Leaves a board, or all, alone: on for an hour, for so many minutes or until an instant; off ends it. */
export const quiet = async ({ stays }: MqttServices, board: string, command: Command): Promise<Outcome> => {
  const { until = null } = command.members ?? {};
  const minutes = until === null ? minutesOf(command) : command.members?.['minutes'];
  if (until !== null || minutes !== null) await stays.quiet(board, readMembers(QuietWriteSchema, { minutes, until }));
  else if (requireSwitch(command)) await stays.quiet(board, { minutes: USUAL_STAY_MINUTES });
  else await stays.endQuiet(board);
  return DONE;
};

/** A favourite by its id or else its name. */
const sendFavourite = async ({ favourites }: MqttServices, { text, members }: Command): Promise<Outcome> => {
  const byId = members?.['id'] ?? members?.['favourite_id'];
  const wanted = typeof byId === 'string' ? byId : text;
  const all = favourites.list().favourites;
  const found =
    all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!found) throw new Fault(404, `There is no favourite "${wanted.slice(0, 40)}".`);
  const { sent, reason, code } = await favourites.send(found.id);
  return { sent, reason, code };
};

const setStyle = ({ settings }: MqttServices, { text }: Command): Promise<Outcome> => {
  const strategy = ['instant', 'none'].includes(text.toLowerCase()) ? null : text;
  if (strategy !== null && !BOARD_STRATEGIES.some((one) => one === strategy))
    throw new Fault(400, `There is no transition "${strategy.slice(0, 40)}".`);
  return quietly(settings.setTransitions({ strategy }));
};

const setInterval = ({ settings }: MqttServices, { text }: Command): Promise<Outcome> => {
  const seconds = numberIn(text);
  if (typeof seconds === 'string') throw new Fault(400, `"${text.slice(0, 40)}" is no number of seconds.`);
  const [least, most] = MQTT_REFRESH_SECONDS;
  return quietly(settings.setPolling({ interval_seconds: Math.min(most, Math.max(least, seconds)) }));
};

/** Commands of the appliance, by their object. */
export const APPLIANCE_COMMANDS: Readonly<Record<string, ApplianceCommand>> = {
  display_service: {
    members: VALUE_MEMBERS,
    run: ({ control }, command) => {
      const running = requireSwitch(command);
      const event = { object: 'settings_changed', type: 'service_toggled', more: { running } } as const;
      return quietly(running ? control.start() : control.stop(), event);
    },
  },
  all_paused: {
    members: VALUE_MEMBERS,
    run: ({ pause }, command) => {
      const paused = requireSwitch(command);
      const event = { object: 'settings_changed', type: 'pause_toggled', more: { paused } } as const;
      return quietly(paused ? pause.pauseAll() : pause.resumeAll(), event);
    },
  },
  transition_style: { members: VALUE_MEMBERS, run: setStyle },
  refresh_interval: { members: VALUE_MEMBERS, run: setInterval },
  all_quiet: { members: QUIET_MEMBERS, run: (services, command) => quiet(services, 'all', command) },
  favourite: { members: ['id', 'favourite_id', 'name', 'value', 'text'], run: sendFavourite },
  refresh_display: {
    members: [],
    run: async ({ control }) => refreshed(await control.forceRefresh()),
  },
};
