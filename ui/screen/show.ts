import { DAY_MINUTES } from '../../src/core/time/time-of-day.ts';
import { brightnessAt } from '../../src/core/screen.ts';
import { caseOf, type Look } from '../../src/core/look/palette.ts';
import type { ScreenBoard, ScreenOptions, ScreenView } from '../../src/schema/appliance/screens.ts';
import { flatCodes, type CodeRows } from '../../src/core/look/shown.ts';
import { optionsFor, type Address } from './address.ts';
import { element, turnPage } from './parts.ts';
import type { Sound } from './sound.ts';
import type { Wall } from './wall.ts';

const CALM = '(prefers-reduced-motion: reduce)';
const LOOK_AROUND_MS = 20_000;

/** A view, and when it came, by the clock of this browser. */
export interface Received {
  readonly view: ScreenView;
  readonly came: number;
}

const minuteOf = ({ view, came }: Received): number =>
  (view.local_minute + Math.floor(Math.max(0, Date.now() - came) / 60_000)) % DAY_MINUTES;

const isSilent = ({ silent, silence_changes_in_seconds: seconds }: ScreenBoard, came: number): boolean =>
  seconds !== null && Date.now() - came >= seconds * 1000 ? !silent : silent;

const lookOf = (board: ScreenBoard, { look }: ScreenOptions): Look => ({
  board_color: look === 'board' ? board.board_color : look,
  code62_glyph: board.code62_glyph,
  places: board.places || undefined,
});

/** What is on the screen: one board of the view after the other, as the options say. */
export class Show {
  readonly #wall: Wall;
  readonly #sound: Sound;
  readonly #address: Address;
  #received: Received | null = null;
  #timer = 0;

  constructor(wall: Wall, sound: Sound, address: Address) {
    this.#wall = wall;
    this.#sound = sound;
    this.#address = address;
    window.addEventListener('resize', () => this.draw(true));
  }

  /** What counts now. */
  get options(): ScreenOptions {
    return optionsFor(this.#address, this.#received && this.#received.view.options);
  }

  /** The view that is shown, with what its boards show now. */
  get received(): Received | null {
    return this.#received;
  }

  /** Shows another view; null shows nothing more. `still`: without turning flaps. */
  take(received: Received | null, still: boolean): void {
    this.#received = received;
    this.draw(still);
  }

  /** A board shows something else. */
  change(boardId: string, characters: CodeRows): void {
    const received = this.#received;
    if (!received) return;
    const boards = received.view.boards.map((board) =>
      board.id === boardId ? Object.assign({}, board, { characters: characters as number[][] }) : board,
    );
    // Spread before other members would become a call that old televisions do not know.
    this.take({ came: received.came, view: Object.assign({}, received.view, { boards }) }, false);
  }

  /** Draws what is to be seen now, and comes back when that is another board or another brightness. */
  draw(still = false): void {
    clearTimeout(this.#timer);
    const { options } = this;
    const { width, height } = turnPage(options.orientation);
    const room = 1 - (2 * options.margin) / 100;
    const received = this.#received;
    const board = received && this.#present(received, options);
    element('wall').hidden = !board;
    if (!received || !board) return;
    document.body.style.background = caseOf(lookOf(board, options));
    document.title = board.name;
    this.#wall.fit(width * room, height * room);
    const brightness = brightnessAt(options.night, minuteOf(received));
    element('night').style.opacity = String(1 - (brightness * board.brightness) / 100);
    this.#turn(board, received, options, still);
    const rotation = received.view.boards.length > 1 ? this.#untilNext(received, options) : LOOK_AROUND_MS;
    this.#timer = window.setTimeout(() => this.draw(), Math.min(LOOK_AROUND_MS, rotation));
  }

  #turn(board: ScreenBoard, { view, came }: Received, options: ScreenOptions, still: boolean): void {
    const { device_type, rows, cols } = board;
    const isCalm = view.reduced_motion || matchMedia(CALM).matches;
    const codes = flatCodes(board.characters || [], rows, cols);
    const subject = { form: { device_type, rows, cols }, look: lookOf(board, options) };
    const landings = this.#wall.show(subject, codes, still || isCalm);
    if (options.sound && landings.length > 0)
      this.#sound.play(landings, isSilent(board, came) ? 0 : options.volume / 100);
  }

  // By the clock of the service: screens beside each other change together.
  #serviceTime({ view, came }: Received): number {
    return Date.parse(view.now) + Date.now() - came;
  }

  #present(received: Received, { every_seconds }: ScreenOptions): ScreenBoard | undefined {
    const { boards } = received.view;
    return boards[Math.floor(this.#serviceTime(received) / (every_seconds * 1000)) % Math.max(1, boards.length)];
  }

  #untilNext(received: Received, { every_seconds }: ScreenOptions): number {
    const every = every_seconds * 1000;
    return every - (this.#serviceTime(received) % every) + 20;
  }
}
