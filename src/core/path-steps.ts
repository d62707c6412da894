const STEP = /\["([^"]*)"\]|\['([^']*)'\]|\[(-?\d+)\]|([^.[\]]+)/g;

/** The names and positions of a path such as `data.items[0].name`, `$.a.b` or `a["b c"]`. */
export const stepsOf = (path: string): string[] =>
  Array.from(
    path.replace(/^\$/, '').matchAll(STEP),
    ([, double, single, position, name]) => double ?? single ?? position ?? name ?? '',
  );
