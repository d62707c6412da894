import { buttonsOf, type GpioSettings } from '../../schema/boards/gpio.ts';
import type { PreparedPins } from '../pins/claims.ts';

/** A button or the light as it is to be opened. */
export interface GpioWire {
  readonly enabled: boolean;
  readonly pin: number;
  /** Who has its pin before it: `the button`, `the light`; null when nobody does. */
  readonly takenBy: string | null;
}

interface Wanted extends Omit<GpioWire, 'takenBy'> {
  readonly user: string;
  readonly isPrepared: boolean;
}

/**
 * The buttons, the first one first, and the light, with the pins that they have in the end. Of two that would have one
 * pin that keeps it for which the machine was prepared, else the earlier one.
 */
export const wiresOf = (settings: GpioSettings, prepared: PreparedPins): { buttons: GpioWire[]; light: GpioWire } => {
  const buttons = buttonsOf(settings).map(
    ({ enabled, pin }, at): Wanted => ({
      enabled,
      pin,
      user: 'the button',
      isPrepared: at === 0 && prepared.button !== undefined,
    }),
  );
  const light: Wanted = { ...settings.led, user: 'the light', isPrepared: prepared.led !== undefined };
  const all = [...buttons, light].sort((a, b) => Number(b.isPrepared) - Number(a.isPrepared));
  const toWire = (one: Wanted): GpioWire => {
    const earlier = all.slice(0, all.indexOf(one)).find(({ enabled, pin }) => enabled && pin === one.pin);
    return { enabled: one.enabled, pin: one.pin, takenBy: earlier?.user ?? null };
  };
  return { buttons: buttons.map(toWire), light: toWire(light) };
};
