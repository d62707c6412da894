import { Mutex } from '../../core/mutex.ts';
import { NO_TRAIL, type WorkTrail } from '../../core/work.ts';
import { Fault } from '../../fault.ts';
import type { OwnTrial, PluginTry } from '../../schema/plugins/sources.ts';
import { askingFor, requireConsent, type Consent } from '../contract/consent.ts';
import { Feed } from './feed.ts';
import { policyOf } from './freshness.ts';
import type { Installation, Prepared } from '../keeping/installation.ts';
import type { KeptBudget } from '../keeping/kept-budget.ts';
import { drawData } from './page-picture.ts';
import { boundResult, type BoundResult } from '../contract/payload.ts';
import { isTransition, momentOf, type Access, type DataPlugin, type PluginMoment } from '../contract/plugin.ts';
import type { PluginHostPorts } from '../ports.ts';
import { USUAL_BOARD, workOf } from './sources.ts';

/** Each trial waits for the one before; more than these would wait for long. */
const MOST_WAITING = 5;
const NO_PAGE = { data: {}, flagship: [], note: [] };

/** What trials need. */
export interface TrialPorts
  extends Pick<PluginHostPorts, 'clock' | 'net' | 'documents' | 'log' | 'zone' | 'location' | 'safeStart'> {
  readonly installation: Installation;
  /** What a trial holds while it lasts is paid for here. */
  readonly budget: KeptBudget;
  readonly accessOf: (key: string) => Access;
}

/** Asks plugins once, with settings that are not stored, and keeps nothing of what they answer (rules, X16). */
export class PluginTrials {
  readonly #ports: TrialPorts;
  readonly #turns = new Mutex();
  #waiting = 0;

  constructor(ports: TrialPorts) {
    this.#ports = ports;
  }

  /**
   * What a plugin or an instance shows now, with the settings that are stored or with others. Throws Fault 404, 400 for
   * a transition and for settings that are wrong, 409 for destinations that nobody has confirmed, 429 while many wait.
   */
  async tryOut(key: string, { config, confirm }: PluginTry): Promise<OwnTrial> {
    const prepared = await this.#ports.installation.prepare(key, config ?? null);
    const { installed, name } = prepared;
    const { plugin } = installed;
    if (isTransition(plugin)) throw new Fault(400, `"${name}" is a transition: it has no data.`);
    const missing = prepared.configuration.missing();
    if (missing.length > 0) throw new Fault(400, missing.map((setting) => `${setting}: is required`).join('; '));
    if (this.#waiting >= MOST_WAITING)
      throw new Fault(429, 'Several plugins are being tried out. Wait until they are done.');
    this.#waiting++;
    try {
      return await this.#turns.run(() => this.#run(plugin, prepared, confirm ?? []));
    } finally {
      this.#waiting--;
    }
  }

  async #run(plugin: DataPlugin, prepared: Prepared, confirmed: Consent['confirmed']): Promise<OwnTrial> {
    const { installation } = this.#ports;
    const { configuration, name, installed } = prepared;
    const known = [...installation.consents.of(name).confirmed, ...confirmed];
    const { consent, wanted } = askingFor(known);
    const moment = { ...momentOf(this.#ports, configuration.effective()), consent };
    requireConsent(plugin.destinations?.(moment) ?? [], known);
    try {
      const result = await this.#ask(plugin, prepared, moment);
      requireConsent(wanted, known);
      if (!result.available) return { ...NO_PAGE, error: configuration.hide(result.error) };
      const { data: read } = result.payload;
      const data = plugin.present?.({ ...moment, data: read }) ?? read;
      return { error: null, data, ...drawData(plugin, name, { ...result, data }, moment) };
    } finally {
      this.#ports.budget.release(roomOf(name));
      if (!installation.isEnabled(installed)) plugin.dispose?.();
    }
  }

  /** One answer, within the time and the bounds of every other fetch. */
  async #ask(
    plugin: DataPlugin,
    { installed, name, configuration }: Prepared,
    moment: PluginMoment,
  ): Promise<BoundResult> {
    if (plugin.live)
      return boundResult(
        this.#trail().during(
          () => workOf({ key: name }),
          () => plugin.live?.(moment),
        ),
      );
    if (!plugin.fetchData) return { available: false, error: 'it waits for what others send: switch it on first' };
    const { clock, net, documents, zone, budget, accessOf, log } = this.#ports;
    let result: BoundResult = { available: false, error: 'there is no data' };
    const hide = (text: string): string => configuration.hide(text);
    const feed: Feed = new Feed({
      clock,
      policy: policyOf({ plugin, installed, config: moment.config }, zone),
      known: () => [],
      admit: () => null,
      hide,
      onReading: (reading) => {
        result = { available: true, payload: reading, formatted_lines: reading.formatted_lines };
      },
      fetch: async (signal, memory) => {
        const end = installed.builtIn ? () => undefined : this.#trail().begin(() => workOf({ key: name }));
        try {
          return await plugin.fetchData?.({
            ...moment,
            access: accessOf(name),
            // Sizes make no difference: both usual boards are drawn of one answer.
            board: USUAL_BOARD,
            signal,
            log: (message) => log.info(`${name}: ${hide(message).slice(0, 500)}`),
            net,
            documents,
            memory,
            keep: (what, bytes) => (feed.isClosed ? 'the trial is over' : budget.keep(roomOf(name), what, bytes)),
            release: (what) => budget.release(roomOf(name), what),
          });
        } finally {
          end();
        }
      },
    });
    await feed.refresh(true);
    feed.close();
    const { error } = feed.health();
    return error === null ? result : { available: false, error };
  }

  #trail(): WorkTrail {
    return this.#ports.safeStart?.trail ?? NO_TRAIL;
  }
}

/** Under which key the memory of a trial is paid for. */
const roomOf = (name: string): string => `trial of ${name}`;
