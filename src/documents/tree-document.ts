/** How an XML document is to be read as a tree of plain values. */
export interface XmlOptions {
  /** Type of the document as its server tells it. */
  readonly contentType?: string;
}

/** How rows of text are to be read. */
export interface CsvOptions {
  readonly contentType?: string;
  /** What stands between two values; a comma unless told otherwise. */
  readonly separator?: string;
  /** Names of the columns; without them the first row names them. */
  readonly columns?: readonly string[];
  /** Lines above the first row. */
  readonly skip?: number;
}
