/** The drivers of displays made of pixels: few installs have one, so they lie in a library of their own. */
export { Awtrix } from '../awtrix/awtrix.ts';
export { Pixoo } from '../pixoo/pixoo.ts';
