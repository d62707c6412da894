/** Names of the tiles by their code. */
export const COLOURS: Readonly<Record<number | string, string>> = {
  63: 'red',
  64: 'orange',
  65: 'yellow',
  66: 'green',
  67: 'blue',
  68: 'violet',
  69: 'white',
};

/** Tiles side by side, as they are read aloud. */
export const tiles = (name: string, count: number): string => (count === 1 ? `${name} tile` : `${count} ${name} tiles`);
