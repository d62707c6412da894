import { isDeepStrictEqual } from 'node:util';
import type { Cancel } from '../../platform/clock.ts';
import { momentOf } from '../contract/plugin.ts';
import type { Demand } from './demand.ts';
import type { Installation } from '../keeping/installation.ts';
import type { PluginHostPorts } from '../ports.ts';
import { USUAL_BOARD, type Sources } from './sources.ts';
import type { Triggers } from './triggers.ts';

const OWNER = 'triggers';

/** What looking for triggers takes. */
export interface TriggerWatchPorts extends Pick<PluginHostPorts, 'clock' | 'log' | 'zone' | 'location'> {
  readonly installation: Installation;
  readonly sources: Sources;
  readonly demands: Demand;
  readonly triggers: Triggers;
}

/** Asks plugins whether they want to be seen at once: at every full minute, and whenever they have new data. */
export class TriggerWatch {
  readonly #ports: TriggerWatchPorts;
  #cancelMinute: Cancel = () => undefined;

  constructor(ports: TriggerWatchPorts) {
    this.#ports = ports;
  }

  /** Begins to look. */
  start(): void {
    this.#cancelMinute = this.#ports.clock.everyMinute(() => void this.checkAll());
  }

  /** Ends all triggers and looks no more. */
  stop(): void {
    this.#cancelMinute();
    this.#ports.triggers.stop();
  }

  /** Keeps plugins that may trigger up to date although no board shows them; called after a change of settings. */
  update(): void {
    const { installation, demands } = this.#ports;
    const isOn = (key: string) => installation.handleOf(key)?.active?.config['enable_triggers'] !== false;
    demands.set(OWNER, new Set(this.#keys().filter(isOn)), USUAL_BOARD);
  }

  /** Asks all; answers how many triggers run. */
  async checkAll(): Promise<number> {
    await Promise.all(this.#keys().map((key) => this.check(key)));
    return this.#ports.triggers.list().length;
  }

  /** Asks one plugin, if it may trigger and has data. Never rejects. */
  async check(key: string): Promise<void> {
    const { installation, sources, triggers, log } = this.#ports;
    const active = installation.handleOf(key)?.active;
    if (!active?.plugin.manifest.supports_triggers || !active.plugin.checkTriggers) return;
    const moment = momentOf(this.#ports, active.config);
    const current = sources.current(key, USUAL_BOARD, moment.now);
    if (!current.available) return;
    try {
      const pageId = moment.config['trigger_page_id'];
      const wishes = await active.plugin.checkTriggers({ ...moment, data: current.data, key });
      // Its owner may have switched it off meanwhile, or given it other settings.
      if (!isDeepStrictEqual(installation.handleOf(key)?.active?.config, active.config)) return;
      const refusal = triggers.take(key, typeof pageId === 'string' && pageId !== '' ? pageId : null, wishes);
      if (refusal !== null) log.warn(`${key}: ${refusal}`);
    } catch (error) {
      log.warn(`${key}: ${error instanceof Error ? error.message.slice(0, 500) : 'the triggers cannot be checked'}`);
    }
  }

  #keys(): string[] {
    const { installation } = this.#ports;
    return installation.readyKeys().filter((key) => installation.handleOf(key)?.plugin.manifest.supports_triggers);
  }
}
