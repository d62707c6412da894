/** Something that eyes see at once. */
export interface Sight {
  readonly what:
    | 'narrow'
    | 'under a bar'
    | 'cut'
    | 'overlapping'
    | 'overflowing'
    | 'small target'
    | 'small letters'
    | 'pushed off'
    | 'faint'
    | 'broken word'
    | 'broken label'
    | 'tall button'
    | 'without an edge'
    | 'too wide';
  readonly where: string;
}

/**
 * What is wrong with the page at a glance. It runs inside of the page, so it holds everything that it uses; `first` is
 * what has to begin on the first screen.
 */
export const look = (first: string | null): Sight[] => {
  const LEAST_LETTERS = 4;
  const LEAST_TARGET = 40;
  /** Phones enlarge the page for a field with smaller letters. */
  const LEAST_LETTER_SIZE = 16;
  /** The arrow of a list takes so much of its field. */
  const ARROW = 14;
  const LONGEST_CHOICE = 40;
  /** Words of so many letters that are no names of variables stay whole, and labels of so many on one line. */
  const WORD = /(?<![\p{L}\d._/@:{-])\p{L}{3,16}(?![\p{L}\d_/@:}]|\.\p{L})/gu;
  const LONGEST_LABEL = 24;
  /** Nobody reads along a field that is wider. */
  const WIDEST_FIELD = 1000;
  const SLACK = 2;
  /** Two lines of words. Names that owners give may be longer: of those the beginning is enough. */
  const TALLEST_BUTTON = 80;
  const root = document.documentElement;
  const seen: Sight[] = [];
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30);
    const kind = (element.getAttribute('class') ?? '').split(' ')[0];
    return `<${element.tagName.toLowerCase()}${kind ? `.${kind}` : ''}> ${text}`;
  };
  const tell = (what: Sight['what'], element: Element, more = ''): void => {
    seen.push({ what, where: `${nameOf(element)} ${more}`.trim() });
  };
  // Pictures of boards, maps and plans have a geometry of their own; what is only for screen readers has none.
  const DRAWN = 'svg, canvas, .board, [role="gridcell"], .visually-hidden, .token';
  const isSeen = (element: Element): boolean =>
    element.closest(DRAWN) === null &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('details:not([open]) > :not(summary)') === null;
  const ancestors = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : [];
  const scrollers = new Map<Element, boolean>();
  const isScrolled = (element: Element): boolean => {
    const known = scrollers.get(element);
    if (known !== undefined) return known;
    const found = [element, ...ancestors(element)].some(
      (one) => one !== root && one !== document.body && /auto|scroll/.test(styleOf(one).overflowX),
    );
    scrollers.set(element, found);
    return found;
  };

  /** What is seen of a box, of which ancestors may hide or scroll away a part; null for nothing. */
  const visiblePart = (element: Element, rect: DOMRect): DOMRect | null => {
    let { left, top, right, bottom } = rect;
    for (const one of [element, ...ancestors(element)]) {
      const { overflowX, overflowY, position } = styleOf(one);
      if (one === root || one === document.body) break;
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const frame = one.getBoundingClientRect();
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
        top = Math.max(top, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
      if (position === 'fixed') break;
    }
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
  };

  // Behind a dialogue nothing is read.
  const dialog = document.querySelector('dialog[open]');
  const main = dialog ?? document.querySelector('main') ?? document.body;
  const elements = [...main.querySelectorAll('*')].filter(isSeen);
  const texts = elements.flatMap((element) =>
    [...element.childNodes].flatMap((node) => {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
      if (text === '' || element.matches('option, script, style, textarea')) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      return lines.length === 0 ? [] : [{ element, text, lines, rect: range.getBoundingClientRect() }];
    }),
  );
  for (const { element, text, lines } of texts) {
    const tops = new Set(lines.map(({ top }) => Math.round(top / 4))).size;
    if (tops > 2 && text.length / tops < LEAST_LETTERS) tell('narrow', element, `${tops} lines`);
  }

  /** Words that lie on two lines. */
  const brokenWords = (node: Node): string[] => {
    const text = node.textContent ?? '';
    const range = document.createRange();
    return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
      return Math.max(...tops) - Math.min(...tops) > 4 ? [word] : [];
    });
  };
  for (const element of main.querySelectorAll('*')) {
    if (element.childElementCount === element.childNodes.length) continue;
    if (element.closest('code, pre, textarea, option, svg, .board, .visually-hidden') || !element.checkVisibility())
      continue;
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE)
        for (const word of brokenWords(node)) tell('broken word', element, `in ${word}`);
  }
  for (const { element, text, lines } of texts) {
    const label = element.closest('.button');
    const isShort = label !== null && (label.textContent ?? '').trim().length <= LONGEST_LABEL;
    const tops = lines.map(({ top }) => top);
    if (isShort && Math.max(...tops) - Math.min(...tops) > 4) tell('broken label', element, text);
  }

  const dot = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const pen = dot.getContext('2d', { willReadFrequently: true });
  const read = new Map<string, readonly number[]>();
  /** Red, green, blue and opacity of any colour that a style may name, each from 0 to 1. */
  const colorOf = (text: string): readonly number[] => {
    const known = read.get(text);
    if (known || !pen) return known ?? [0, 0, 0, 0];
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const parts = [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
    read.set(text, parts);
    return parts;
  };
  const over = (above: readonly number[], below: readonly number[]): number[] => {
    const opacity = above[3] ?? 1;
    return [0, 1, 2].map((at) => (above[at] ?? 0) * opacity + (below[at] ?? 0) * (1 - opacity));
  };
  const brightness = (color: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** What text stands on; null where that is a picture. */
  const groundOf = (element: Element): number[] | null => {
    const { backgroundColor, backgroundImage } = styleOf(element);
    if (backgroundImage !== 'none') return null;
    const color = colorOf(backgroundColor);
    if (color[3] === 1) return [...color].slice(0, 3);
    const below = element.parentElement ? groundOf(element.parentElement) : [1, 1, 1];
    return below && over(color, below);
  };
  for (const { element } of texts) {
    const isOff = element.closest(':disabled, [aria-disabled="true"], [inert]') !== null;
    const isFaded = [element, ...ancestors(element)].some((one) => styleOf(one).opacity !== '1');
    const ground = isOff || isFaded ? null : groundOf(element);
    if (!ground) continue;
    const { color, fontSize, fontWeight } = styleOf(element);
    const size = parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.6 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const [dark = 0, light = 0] = [brightness(over(colorOf(color), ground)), brightness(ground)].sort((a, b) => a - b);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < least - 0.05) tell('faint', element, contrast.toFixed(1));
  }

  for (const element of elements.filter((one) => one.matches('.button')))
    if (element.clientHeight > TALLEST_BUTTON) tell('tall button', element, `${element.clientHeight}`);

  for (const element of elements.filter((one) => one.matches('.button'))) {
    const { backgroundColor, borderTopColor } = styleOf(element);
    const ground = element.parentElement && groundOf(element.parentElement);
    const differs = (color: string): boolean =>
      ground !== null && over(colorOf(color), ground).some((part, at) => Math.abs(part - (ground[at] ?? 0)) > 0.01);
    if (ground && !differs(backgroundColor) && !differs(borderTopColor)) tell('without an edge', element);
  }

  /** Frames that hide what does not fit into them, as far up as nothing scrolls. */
  const framesOf = (element: Element): DOMRect[] => {
    const all = [element, ...ancestors(element)];
    const end = all.findIndex((one) => /auto|scroll/.test(styleOf(one).overflowY) || one === document.body);
    return all
      .slice(0, end)
      .filter((one) => /hidden|clip/.test(styleOf(one).overflowY))
      .map((one) => one.getBoundingClientRect());
  };
  for (const { element, lines } of texts) {
    const frames = framesOf(element);
    const isHalved = lines.some(({ top, bottom }) => {
      const seen =
        Math.min(bottom, ...frames.map((one) => one.bottom)) - Math.max(top, ...frames.map((one) => one.top));
      return seen > 4 && seen < bottom - top - 4;
    });
    if (isHalved) tell('cut', element, 'through a line');
  }

  for (const element of elements) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, lineHeight, maxHeight } = styleOf(element);
    const own = texts.some((one) => one.element === element);
    const isCutWide = overflowX !== 'visible' && !/auto|scroll/.test(overflowX) && textOverflow !== 'ellipsis';
    const isCutHigh = /hidden|clip/.test(overflowY) && webkitLineClamp === 'none';
    if (own && isCutWide && element.scrollWidth > element.clientWidth + SLACK) tell('cut', element);
    // Where a plan has no room for more, whole lines of a name are left out.
    const lines = element.clientHeight / parseFloat(lineHeight);
    const isWhole = maxHeight !== 'none' && Math.abs(lines - Math.round(lines)) < 0.06;
    if (own && isCutHigh && !isWhole && element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 4)
      tell('cut', element);
    if (element instanceof HTMLSelectElement) {
      const chosen = element.selectedOptions[0]?.text ?? '';
      const { font, paddingLeft, paddingRight } = styleOf(element);
      const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
      if (pen) pen.font = font;
      // Names that owners give may be longer than any field.
      if (chosen.length < LONGEST_CHOICE && (pen?.measureText(chosen).width ?? 0) > room) tell('cut', element, chosen);
    }
    if (element instanceof HTMLInputElement && element.placeholder !== '' && element.value === '') {
      const { font, paddingLeft, paddingRight } = styleOf(element);
      const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (pen) pen.font = font;
      if ((pen?.measureText(element.placeholder).width ?? 0) > room + SLACK) tell('cut', element, element.placeholder);
    }
    if (element.matches('input:not([type="file"]), select, textarea')) {
      const size = parseFloat(styleOf(element).fontSize);
      if (size < LEAST_LETTER_SIZE && !element.matches('[type="checkbox"], [type="radio"], [type="range"]'))
        tell('small letters', element, `${size}`);
    }
    if (element.matches('input, select, textarea') && element.clientWidth > WIDEST_FIELD)
      tell('too wide', element, `${element.clientWidth}`);
  }

  for (const element of elements.filter((one) =>
    one.matches('button, a, input, select, textarea, img, table, pre, p, li'),
  )) {
    const { right, left, width } = element.getBoundingClientRect();
    if (width > 0 && (right > root.clientWidth + 1 || left < -1) && !isScrolled(element))
      tell('overflowing', element, 'the window');
  }
  for (const { element, rect } of texts) {
    // An ellipsis says that there is more.
    if (isScrolled(element) || styleOf(element).textOverflow === 'ellipsis') continue;
    const box = [element, ...ancestors(element)].find((one) => {
      const { borderLeftWidth, backgroundColor, display } = styleOf(one);
      return (
        display !== 'inline' &&
        (parseFloat(borderLeftWidth) > 0 || !/^rgba\(0, 0, 0, 0\)$|^transparent$/.test(backgroundColor))
      );
    });
    const frame = box?.getBoundingClientRect();
    if (frame && (rect.right > frame.right + SLACK || rect.left < frame.left - SLACK))
      tell('overflowing', element, 'its box');
  }

  if (root.scrollWidth > root.clientWidth) tell('overflowing', root, `${root.scrollWidth} of ${root.clientWidth}`);

  const targets = elements.filter((one) =>
    one.matches(
      'button, a[href], select, summary, textarea, input:not([type="hidden"]), [role="button"], [role="switch"]',
    ),
  );
  const areaOf = (element: Element): DOMRect => {
    const label = element.matches('input[type="checkbox"], input[type="radio"]') ? element.closest('label') : null;
    return (label ?? element).getBoundingClientRect();
  };
  for (const element of targets) {
    const { display } = styleOf(element);
    const inText = display === 'inline' && element.matches('a');
    const isStretched = getComputedStyle(element, '::after').position === 'absolute';
    const { width, height } = areaOf(element);
    if (!inText && !isStretched && width > 0 && (width < LEAST_TARGET - 0.5 || height < LEAST_TARGET - 0.5))
      tell('small target', element, `${Math.round(width)} × ${Math.round(height)}`);
  }

  interface Box {
    readonly element: Element;
    readonly rect: DOMRect;
  }
  const boxes: Box[] = [
    ...targets
      .filter((one) => getComputedStyle(one, '::after').position !== 'absolute')
      .map((element) => ({ element, rect: areaOf(element) })),
    ...texts.flatMap(({ element, lines }) => lines.map((rect) => ({ element, rect }))),
  ]
    .flatMap(({ element, rect }) => {
      const part = visiblePart(element, rect);
      return part ? [{ element, rect: part }] : [];
    })
    .sort((a, b) => a.rect.top - b.rect.top);
  const isBar = (element: Element): boolean => /fixed|sticky/.test(styleOf(element).position);
  const barOf = (element: Element): Element | null => [element, ...ancestors(element)].find(isBar) ?? null;
  const bars = new Map(boxes.map(({ element }) => [element, barOf(element)] as const));
  boxes.forEach((a, index) => {
    for (let at = index + 1; at < boxes.length; at++) {
      const b = boxes[at];
      if (!b || b.rect.top > a.rect.bottom - 3) break;
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      const isApart = a.element !== b.element && !a.element.contains(b.element) && !b.element.contains(a.element);
      const isLabel = a.element.closest('label') !== null && a.element.closest('label') === b.element.closest('label');
      const sameBar = bars.get(a.element) === bars.get(b.element);
      if (wide > 3 && high > 4 && isApart && !isLabel && sameBar)
        tell('overlapping', a.element, `with ${nameOf(b.element)}`);
    }
  });

  const top = first === null ? null : main.querySelector(first)?.getBoundingClientRect();
  if (top && top.top + scrollY > innerHeight * 0.85)
    tell('pushed off', main.querySelector(first ?? '') ?? main, `${Math.round(top.top + scrollY)} of ${innerHeight}`);

  const covers = [...document.querySelectorAll('*')].filter(
    (one) =>
      dialog === null &&
      styleOf(one).position === 'fixed' &&
      one.checkVisibility({ visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 0,
  );
  const before = scrollY;
  for (const end of [0, root.scrollHeight]) {
    scrollTo({ top: end, behavior: 'instant' });
    for (const bar of covers) {
      const cover = bar.getBoundingClientRect();
      const isAtBottom = cover.top > innerHeight / 2;
      if (cover.height > innerHeight / 2 || isAtBottom !== end > 0) continue;
      for (const element of new Set(boxes.map((box) => box.element))) {
        if (bar.contains(element) || (bars.get(element) && styleOf(bars.get(element) as Element).position === 'fixed'))
          continue;
        const { top: above = 0, bottom = 0, width = 0 } = visiblePart(element, areaOf(element)) ?? {};
        const under = isAtBottom
          ? bottom > cover.top + SLACK && above < innerHeight
          : above < cover.bottom - SLACK && bottom > 0;
        if (width > 0 && under) tell('under a bar', element);
      }
    }
  }
  scrollTo({ top: before, behavior: 'instant' });
  return seen;
};
