import { MODULE_STATES } from '../../panel/chainlink/messages.ts';
import type { EmulatedModule } from './module.ts';

/** What the text protocol acts on. */
export interface TextModePort {
  readonly flaps: string;
  readonly modules: readonly EmulatedModule[];
  send(text: string): void;
  /** Modules were set in motion. */
  changed(): void;
}

/** The text protocol of an emulated board: single characters as commands, lines of JSON as answers. */
export class TextMode {
  readonly #port: TextModePort;
  #buffer = '';
  #testing = false;

  constructor(port: TextModePort) {
    this.#port = port;
  }

  /** What a board says once at its start. */
  announce(): void {
    this.#buffer = '';
    this.#port.send('\n\n\n');
    this.#say({ type: 'init', num_modules: this.#port.modules.length, character_list: this.#port.flaps });
  }

  /** What a board says when all motion has ended. */
  sayStatus(): void {
    const modules = this.#port.modules.map(({ state, target, missedHomes, unexpectedHomes }) => ({
      state: MODULE_STATES[state],
      flap: this.#port.flaps[target],
      count_missed_home: missedHomes,
      count_unexpected_home: unexpectedHomes,
    }));
    this.#say({ type: 'status', modules });
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    for (const character of Buffer.from(bytes).toString('latin1')) this.#take(character);
  }

  #take(character: string): void {
    const { modules, changed } = this.#port;
    if (character === '=') this.#buffer = '';
    else if (character === '\n') this.#show(this.#buffer);
    else if (character === '+')
      this.#show(this.#buffer.length === 1 ? this.#buffer.repeat(modules.length) : this.#buffer);
    else if (character === '@') {
      for (const module of modules) module.home();
      changed();
    } else if (character === '#') this.#say({ type: 'no_op' });
    else if (character === '%') this.#say({ type: 'sensor_test', enabled: (this.#testing = !this.#testing) });
    else if (!'\r<>\\\0'.includes(character) && this.#buffer.length < modules.length) this.#buffer += character;
  }

  /** Modules turn once around even when they show their flap already. */
  #show(text: string): void {
    const { flaps, modules, changed, send } = this.#port;
    send(`${JSON.stringify({ type: 'move_echo', dest: text })}\n`);
    [...text].forEach((character, address) => {
      const flap = flaps.indexOf(character);
      if (flap >= 0) modules[address]?.goTo(flap);
    });
    changed();
  }

  #say(line: Record<string, unknown>): void {
    this.#port.send(`${JSON.stringify(line)}\n`);
  }
}
