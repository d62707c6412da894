import { declarePrefixes, resolveName, type Prefixes, type XmlName } from './xml-names.ts';

/** An element that is open. */
export interface XmlElement extends XmlName {
  readonly attributes: ReadonlyMap<string, string>;
  readonly prefixes: Prefixes;
}

/** Receives the parts of a document as they are read; `path` are the elements around, the outermost first. */
export interface XmlListener {
  onOpen(element: XmlElement, path: readonly XmlElement[]): void;
  onText(text: string): void;
  onClose(path: readonly XmlElement[]): void;
  /** Whether the rest of the document is not wanted; all of it is unless asked. */
  isDone?(): boolean;
}

/** Thrown to leave a document in the middle. */
class StopWalk extends Error {
  override readonly name = 'StopWalk';
}

const DEEPEST = 100;
const MOST_ELEMENTS = 100_000;
const MOST_ATTRIBUTES = 64;
const LONGEST_ATTRIBUTE = 4000;

const NO_PREFIXES: Prefixes = new Map();

/** Puts what the tokenizer reports together to elements, within bounds. */
class Walk {
  readonly #listener: XmlListener;
  readonly #path: XmlElement[] = [];
  #elements = 0;
  /** The tag whose attributes are being read. */
  #opening: { readonly name: string; readonly attributes: Map<string, string> } | null = null;

  constructor(listener: XmlListener) {
    this.#listener = listener;
  }

  onopentagname(name: string): void {
    this.#settle();
    this.#opening = { name, attributes: new Map() };
  }

  onattribute(name: string, value: string): void {
    const attributes = this.#opening?.attributes;
    if (attributes && attributes.size < MOST_ATTRIBUTES)
      attributes.set(name.toLowerCase(), value.slice(0, LONGEST_ATTRIBUTE));
  }

  ontext(text: string): void {
    this.#settle();
    this.#listener.onText(text);
  }

  onclosetag(): void {
    this.#settle();
    this.#listener.onClose(this.#path);
    this.#path.pop();
  }

  /** Opens the element whose tag has come to its end. */
  #settle(): void {
    if (this.#listener.isDone?.()) throw new StopWalk();
    if (!this.#opening) return;
    const { name, attributes } = this.#opening;
    this.#opening = null;
    const prefixes = declarePrefixes(this.#path.at(-1)?.prefixes ?? NO_PREFIXES, attributes);
    const element = { ...resolveName(name, prefixes), attributes, prefixes };
    if (this.#path.length >= DEEPEST || ++this.#elements > MOST_ELEMENTS) throw new StopWalk();
    this.#listener.onOpen(element, this.#path);
    this.#path.push(element);
  }
}

/**
 * Walks through an XML text that need not be well formed. Entities of its own are not expanded; what is nested too deep
 * ends the walk.
 */
export const walkXml = (text: string, listener: XmlListener): void => {
  const { Parser } = require('htmlparser2') as typeof import('htmlparser2');
  const parser = new Parser(new Walk(listener), { xmlMode: true, decodeEntities: true });
  try {
    parser.end(text);
  } catch (error) {
    if (!(error instanceof StopWalk)) throw error;
  }
};
