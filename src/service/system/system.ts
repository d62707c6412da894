import { Fault } from '../../fault.ts';
import { isVirtualBoard } from '../../board/kind.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { ConfigCheck, Version, Health, Status } from '../../schema/appliance/system.ts';
import type { Damage } from '../../store/damage.ts';
import { describeDiskError } from '../../store/files/disk-error.ts';
import type { LostSecret } from '../../store/store.ts';
import type { BoardParts } from '../boards/parts.ts';
import type { BoardService } from '../boards/boards.ts';
import type { State } from '../../schema/state.ts';
import { healthOf } from './health.ts';

/** A stored secret that no key opens any more, as an owner knows it. */
interface MissingSecret {
  readonly of: 'board' | 'plugin' | 'inbox' | 'mqtt';
  /** Of the board, plugin or inbox; null for what there is once. */
  readonly id: string | null;
  readonly secret: string;
  /** What to do, for a person. */
  readonly detail: string;
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

const nameOf = (id: string, among: readonly { readonly id: string; readonly name: string }[]): string =>
  among.find((one) => one.id === id)?.name ?? id;

const describe = ({ member, place }: LostSecret, { boards, settings }: State): MissingSecret => {
  const [first = '', ...rest] = place.split('/').slice(1).map(unescape);
  const secret = rest.slice(rest.indexOf('secrets') + 1).join('.');
  const remedy = secret === 'token_hash' ? 'remove it, and add it again' : 'enter it again';
  const tell = (of: MissingSecret['of'], id: string | null, owner: string): MissingSecret => ({
    of,
    id,
    secret,
    detail: `The secret ${secret} of ${owner} cannot be read any more, because the key of the secrets is damaged or gone: ${remedy}.`,
  });
  if (member === 'boards') return tell('board', first, `the board "${nameOf(first, boards)}"`);
  if (member === 'plugins') return tell('plugin', first, `the plugin ${first}`);
  if (first === 'mqtt') return tell('mqtt', null, 'the MQTT broker');
  const [id = ''] = rest;
  return tell('inbox', id, `the inbox "${nameOf(id, settings.inboxes)}"`);
};

/** What the status depends on. */
export interface SystemServiceOptions extends Pick<BoardParts, 'store' | 'loop' | 'programme' | 'clock'> {
  readonly boards: BoardService;
  readonly version: string;
  /** When the service began, on the monotonic clock. */
  readonly startedAt: number;
  readonly zone: () => string;
  /** Keys of the plugins that are on. */
  readonly enabledPlugins: () => readonly string[];
  /** What the machine calls itself; null when it does not say. */
  readonly hardwareModel: () => string | null;
  /** What keeps the time of the machine without power; null for nothing. */
  readonly clockChip: () => string | null;
}

/** How the service is. */
export class SystemService {
  readonly #options: SystemServiceOptions;

  constructor(options: SystemServiceOptions) {
    this.#options = options;
  }

  /** Answers as long as the process serves; the loop is told apart. */
  health(): Health {
    return healthOf(this.#options.loop, this.#options.version);
  }

  /** The running version. */
  version(): Version {
    const { version, hardwareModel } = this.#options;
    return {
      package_version: version,
      build_version: version,
      is_dev: version.startsWith('0.0.0'),
      hardware_model: hardwareModel(),
    };
  }

  /** What keeps the appliance from doing what it is set to: errors stop something, warnings do not. */
  check(): ConfigCheck {
    const { store, boards } = this.#options;
    const { settings } = store.state;
    const failing = store.state.boards.flatMap((board) => {
      const { error } = boards.status(board);
      return error === null ? [] : [`${board.name}: ${error}`];
    });
    const errors = [
      ...(store.problem === null ? [] : [store.problem]),
      ...this.#missingSecrets().map(({ detail }) => detail),
      ...failing,
    ];
    const warnings = store.damaged.map(describeDamage);
    const needsPlace = store.state.schedules.some(
      (rule) => rule.enabled && (rule.start_type !== 'fixed' || rule.end_type !== 'fixed'),
    );
    if (needsPlace && settings.location.latitude === null)
      warnings.push('Rules that follow the sun need the place of the install: set it in the settings.');
    return { valid: errors.length === 0, errors, warnings };
  }

  /**
   * Names the damaged files no longer: their owner knows. Resolves with how many were named; a Fault 500 says why that
   * cannot be stored.
   */
  async dismissDamage(): Promise<number> {
    try {
      return await this.#options.store.damage.dismiss();
    } catch (error) {
      throw new Fault(500, `${describeDiskError(error)} The damage stays named.`, { cause: error });
    }
  }

  /** Loop, configuration and each board. */
  status(): Status {
    const { store, boards, loop } = this.#options;
    return {
      running: loop.running,
      initialized: true,
      config_summary: {
        ...this.config(),
        active_page_id: store.state.programmes[store.state.boards[0]?.id ?? '']?.active_page_id ?? null,
      },
      boards: Object.fromEntries(store.state.boards.map((board) => [board.id, boards.status(board)])),
    };
  }

  /** The present configuration in short, without secrets. */
  config(): Record<string, unknown> {
    const { store, programme, version, zone, clock, startedAt } = this.#options;
    const { settings, boards } = store.state;
    const primary = boards[0];
    return {
      instance_name: settings.general.instance_name,
      version,
      uptime_seconds: Math.floor((clock.monotonic() - startedAt) / 1000),
      timezone: zone(),
      clock_chip: this.#options.clockChip(),
      refresh_interval_seconds: settings.polling.interval_seconds,
      output_target: programme.target,
      board_api_mode: primary?.api_mode ?? null,
      board_host: primary && !isVirtualBoard(primary) ? hostOf(primary) : null,
      board_key_set: primary !== undefined && hasKey(primary),
      board_count: boards.length,
      enabled_plugins: this.#options.enabledPlugins(),
      transition_strategy: settings.transitions.strategy,
      transition_interval_ms: settings.transitions.step_interval_ms,
      transition_step_size: settings.transitions.step_size,
      damaged_files: [...store.damaged],
      missing_secrets: this.#missingSecrets(),
      storage_problem: store.problem,
    };
  }

  /** What an owner has to enter again. */
  #missingSecrets(): MissingSecret[] {
    const { store } = this.#options;
    return store.lostSecrets.map((one) => describe(one, store.state));
  }
}

const describeDamage = ({ file, kept_as, recovered_from }: Damage): string =>
  `The file ${file} was damaged and is kept as ${kept_as}: ` +
  `${recovered_from === 'backup' ? 'what could be saved of it is used' : 'it was begun anew'}.`;

const hostOf = ({ api_mode, host }: StoredBoard): string | null => (api_mode === 'cloud' ? 'cloud' : host || null);

/**
 * Whether there is a key to drive the board with; what programs drive it with through this appliance is another matter.
 */
const hasKey = ({ secrets: { local_api_key, cloud_key, note_array_token, tile_keys } }: StoredBoard): boolean =>
  [local_api_key, cloud_key, note_array_token, ...Object.values(tile_keys ?? {})].some(Boolean);
