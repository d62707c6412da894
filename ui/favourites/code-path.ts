import { generate } from 'lean-qr/nano';

/** White cells around a code, without which it cannot be read. */
const QUIET_ZONE = 4;

/** The dark cells of the code of a text as one path, and its width with the white around it. */
export const codePath = (text: string): { readonly path: string; readonly width: number } => {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`;
  return { path, width: code.size + 2 * QUIET_ZONE };
};
