import { Fault } from '../fault.ts';
import { actAs } from '../platform/actor.ts';
import type { BoardDetail } from '../schema/boards/boards.ts';
import { requireKnown } from '../service/members.ts';
import { APPLIANCE_COMMANDS } from './appliance-commands.ts';
import { BOARD_COMMANDS } from './board-commands.ts';
import { LARGEST_COMMAND, boardsIn, boardsInMembers, type Command } from './command.ts';
import type { Outcome } from './outcome.ts';
import type { MqttServices } from './services.ts';

const BOARD_MEMBERS = ['board_id', 'board'];

const commandIn = <T>(commands: Readonly<Record<string, T>>, { object }: Command): T | null =>
  Object.hasOwn(commands, object) ? (commands[object] ?? null) : null;

/** The command of the appliance that is meant; null for one of a board, as a refresh that names one. */
const ofAppliance = (command: Command) =>
  command.object === 'refresh_display' && command.members !== null ? null : commandIn(APPLIANCE_COMMANDS, command);

/**
 * Executes commands by the same use cases as the API, so that every refusal is the same. Throws a `Fault` that says why
 * not.
 */
export class Commands {
  readonly #services: MqttServices;

  constructor(services: MqttServices) {
    this.#services = services;
  }

  /**
   * Executes one command. An unknown board, object or member is refused, and so is a command that names two boards: it
   * never falls back to another board.
   */
  async run(command: Command): Promise<Outcome> {
    const { members, isTooLarge } = command;
    if (isTooLarge) throw new Fault(413, `A command has at most ${LARGEST_COMMAND} bytes.`);
    const known = commandIn(BOARD_COMMANDS, command) ?? commandIn(APPLIANCE_COMMANDS, command);
    if (members && known) requireKnown(members, [...known.members, ...BOARD_MEMBERS]);
    if (command.boardId === null) {
      const own = actAs({ by: 'mqtt' }, () => this.#onAppliance(command));
      if (own) return own;
    }
    const board = this.#boardOf(command);
    return { ...(await actAs({ by: 'mqtt' }, () => this.#onBoard(board, command))), boardId: board.id };
  }

  /**
   * The board that a command is about, by its topic or else its members; null for the appliance, and for a board that
   * does not exist.
   */
  boardIdOf(command: Command): string | null {
    if (command.boardId === null && ofAppliance(command)) return null;
    return this.#find(boardsIn(command)[0] ?? 'primary');
  }

  /** Whether the motors of a board can be sent home. */
  knowsHome(boardId: string): boolean {
    return this.#services.control.actions(boardId).actions.some(({ name }) => name === 'home');
  }

  #onAppliance(command: Command): Promise<Outcome> | null {
    const known = ofAppliance(command);
    if (!known) return null;
    if (boardsInMembers(command).length > 0)
      throw new Fault(400, `board_id: "${command.object}" is about the appliance as a whole, not about one board.`);
    return known.run(this.#services, command);
  }

  async #onBoard(board: BoardDetail, command: Command): Promise<Outcome> {
    const known = commandIn(BOARD_COMMANDS, command);
    if (!known) throw new Fault(404, `There is no command "${command.object.slice(0, 40)}".`);
    return known.run(this.#services, board, command);
  }

  #boardOf(command: Command): BoardDetail {
    const [first = 'primary', ...others] = boardsIn(command);
    const id = this.#idOf(first);
    const other = others.find((name) => this.#idOf(name) !== id);
    if (other !== undefined)
      throw new Fault(
        400,
        `board_id: "${other.slice(0, 40)}" is another board than "${first.slice(0, 40)}", which the command is for.`,
      );
    return this.#services.boards.detail(id);
  }

  #idOf(text: string): string {
    const id = this.#find(text);
    if (id === null) throw new Fault(404, `There is no board "${text.slice(0, 40)}".`);
    return id;
  }

  #find(text: string): string | null {
    const { boards } = this.#services.boards.list();
    if (text === 'primary') return boards[0]?.id ?? null;
    return (
      (boards.find(({ id }) => id === text) ?? boards.find(({ name }) => name.toLowerCase() === text.toLowerCase()))
        ?.id ?? null
    );
  }
}
