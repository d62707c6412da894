/** Operators that join two operands to one value, left to right. */
export type ChainOperator = '&' | '+' | '-' | '*' | '/' | '%';
/** Comparisons; `==` is written `=` and `<>` is written `!=`. */
export type Comparison = '=' | '!=' | '<' | '>' | '<=' | '>=';

/** A step of a chain: `+ operand`. */
export interface ChainStep {
  readonly operator: ChainOperator;
  readonly operand: Node;
}

/**
 * A parsed expression. Chains are flat, so their length adds no depth. Offsets count characters of the trimmed body.
 */
export type Node =
  | { readonly kind: 'literal'; readonly value: boolean | number | string | null }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[]; readonly offset: number }
  | { readonly kind: 'not'; readonly operand: Node }
  | { readonly kind: 'sign'; readonly sign: 1 | -1; readonly operand: Node }
  | { readonly kind: 'chain'; readonly first: Node; readonly rest: readonly ChainStep[] }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Node; readonly right: Node }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly operands: readonly Node[] };
