import { useEffect } from 'preact/hooks';
import type { DisplaySettings } from '../../src/schema/appliance/settings.ts';

/** Time that one flap takes to fall, in ms, by the name of the speed. */
const USUAL_MS = 80;
const SPEEDS: Readonly<Record<string, number>> = { hardware: 120, quick: 40, standard: USUAL_MS, relaxed: 160 };

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const small = matchMedia('(max-width: 859px)');

type Pace = Pick<DisplaySettings, 'reduce_motion' | 'board_animations' | 'site_animations' | 'board_flap_speed'>;

let stored: Pace = {
  reduce_motion: false,
  board_animations: 'on',
  site_animations: 'on',
  board_flap_speed: 'standard',
};
/** What is being tried out, before it is stored. */
let tried: Pace | null = null;

const follow = (): void => {
  document.documentElement.dataset['motion'] = (tried ?? stored).site_animations;
};

/** Draws all boards as the owner wants them from now on. */
export const setMotionSettings = (display: DisplaySettings): void => {
  stored = display;
  follow();
};

/** Time that one flap takes to fall, in ms. */
export const flapMs = (): number => {
  const { board_flap_speed: speed } = tried ?? stored;
  return typeof speed === 'number' ? speed : (SPEEDS[speed] ?? USUAL_MS);
};

/** Whether boards change without turning flaps: the device or the owner wants it calm. */
export const isMotionReduced = (): boolean => {
  const { reduce_motion, board_animations } = tried ?? stored;
  return (
    calm.matches || reduce_motion || board_animations === 'off' || (board_animations === 'desktop' && small.matches)
  );
};

/** Draws all boards in another way for as long as a view is shown. */
export const useMotionSettings = (display: DisplaySettings): void => {
  useEffect(() => {
    tried = display;
    follow();
    return () => {
      tried = null;
      follow();
    };
  }, [JSON.stringify(display)]);
};
