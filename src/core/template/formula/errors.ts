/** What a computation that failed prints. */
export type ErrorCode = '#REF' | '#VALUE' | '#DIV/0' | '#NAME?' | '#NUM' | '-';

/** A failed computation as a value: it passes through operators and functions, and prints as its code. */
export class FormulaError {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    this.code = code;
  }
}

/** A variable that does not exist, or is null. */
export const REF = new FormulaError('#REF');
/** A variable whose value is too old to be shown (rules, X11). */
export const OLD = new FormulaError('-');
/** A value of the wrong kind, or the wrong number of arguments. */
export const VALUE = new FormulaError('#VALUE');
/** A division by zero. */
export const DIV0 = new FormulaError('#DIV/0');
/** A function that does not exist. */
export const NAME = new FormulaError('#NAME?');
/** A number that does not exist or is too large. */
export const NUM = new FormulaError('#NUM');

/** Whether a value stands for a failed computation. */
export const isError = (value: unknown): value is FormulaError => value instanceof FormulaError;

/** A finite number, else `#NUM`. */
export const finite = (value: number): number | FormulaError => (Number.isFinite(value) ? value : NUM);

/** A problem of a formula that is found before it is evaluated. */
export interface FormulaProblem {
  readonly code: 'syntax' | 'unknown_function' | 'arguments' | 'unknown_source' | 'unknown_name';
  readonly message: string;
  /** Characters from the start of the trimmed body. */
  readonly offset: number;
}
