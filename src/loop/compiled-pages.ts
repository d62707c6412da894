import type { Geometry } from '../core/flaps/geometry.ts';
import type { CompiledPage } from '../core/template/page.ts';
import type { Page } from '../schema/content/pages.ts';

/**
 * Letters of all templates that are kept compiled. The dearest formulas take some 120 bytes of memory a letter, and
 * compiling a usual page takes 20 µs.
 */
const MOST_LETTERS = 100_000;

interface Kept {
  readonly geometry: Geometry;
  readonly compiled: CompiledPage;
}

/** The letters of a template, of which compiling takes about a step each. */
export const lettersOf = ({ template }: Page): number => (template ?? []).reduce((sum, line) => sum + line.length, 1);

/** Compiled pages, by the flaps that they are for: those that were drawn last, within a bound (rules, L5). */
export class CompiledPages {
  readonly #pages = new Map<Page, Kept[]>();
  #letters = 0;

  /** The page on these flaps, as it was compiled, or as `compile` makes it now. */
  get(page: Page, geometry: Geometry, compile: () => CompiledPage): CompiledPage {
    const kept = this.#pages.get(page) ?? [];
    // The page that was drawn last stands last.
    this.#pages.delete(page);
    this.#pages.set(page, kept);
    const known = kept.find((one) => isSame(one.geometry, geometry));
    if (known) return known.compiled;
    const compiled = compile();
    kept.push({ geometry, compiled });
    this.#letters += lettersOf(page);
    this.#giveUp(page);
    return compiled;
  }

  /** Forgets all of them. */
  clear(): void {
    this.#pages.clear();
    this.#letters = 0;
  }

  #giveUp(newest: Page): void {
    for (const [page, kept] of this.#pages) {
      if (this.#letters <= MOST_LETTERS || page === newest) return;
      this.#pages.delete(page);
      this.#letters -= kept.length * lettersOf(page);
    }
  }
}

const isSame = (a: Geometry, b: Geometry): boolean => a.places === b.places && a.spellsDegree === b.spellsDegree;
