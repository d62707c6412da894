/** What the ways in which a board gets from one picture to the next are called, in English. */
export const transitionNames: Readonly<Record<string, string>> = {
  column: 'Column by column',
  'reverse-column': 'Column by column, from the right',
  'edges-to-center': 'From the edges to the middle',
  row: 'Row by row',
  diagonal: 'Diagonal',
  random: 'Random',
};
