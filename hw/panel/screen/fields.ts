import { choiceField, numberField, switchField, textField } from '../../../src/schema/boards/connection-field.ts';
import { LIGHT_FIELDS } from '../fields.ts';

/** A screen of this machine, and how flaps are drawn on it. */
export const SCREEN_FIELDS = {
  device: textField({
    title: 'Screen',
    description: 'Path of the frame buffer, or of the device that the driver uses.',
    hint: 'Such as /dev/fb0',
    required: true,
    usual: '/dev/fb0',
    ports: 'screen',
  }),
  frame: choiceField({ title: 'Frame', description: 'Whether the case of the board is drawn around the flaps.' }, [
    ['framed', 'With a case, as the real board'],
    ['borderless', 'Flaps only, on black'],
  ]),
  rotation: choiceField({ title: 'Rotation', description: 'By how many degrees the picture is turned clockwise.' }, [
    ['0', 'Not turned'],
    ['90', 'A quarter turn clockwise'],
    ['180', 'Upside down'],
    ['270', 'A quarter turn counter-clockwise'],
  ]),
  margin: numberField(
    {
      title: 'Margin, percent',
      description: 'What stays free at each edge of the screen, in percent.',
      hint: 'For televisions that cut off the edge of the picture.',
    },
    0,
    10,
  ),
  flap_size: numberField(
    {
      title: 'Size of the flaps, percent',
      description: 'Size of the flaps in percent of the largest that fit.',
      hint: 'Leave it empty for the largest that fit.',
    },
    20,
    100,
  ),
  drift: switchField({
    title: 'Move slowly against burn-in',
    description: 'Whether the picture moves by a pixel every few minutes, so that nothing burns in.',
  }),
  swap_red_blue: switchField({
    title: 'Swap red and blue',
    description: 'Whether red and blue change places, for screens that show one as the other.',
  }),
  ...LIGHT_FIELDS,
};
