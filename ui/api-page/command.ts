/** The pieces of a command that calls the API. */
export interface Call {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly address: string;
  /** What stands behind `-H`, already in quotes. */
  readonly headers?: readonly string[];
  readonly body?: unknown;
  /** Further options, such as `-N`. */
  readonly options?: readonly string[];
}

/** The header with the token that the terminal knows. */
export const TOKEN = '"Authorization: Bearer $TOKEN"';

// A single quote inside of single quotes ends them, stands escaped, and begins them again.
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command for a terminal, with curl. */
export const curl = ({ method, address, headers = [], body, options = [] }: Call): string =>
  [
    ['curl', ...options, ...(method ? ['-X', method] : []), quote(address)].join(' '),
    ...headers.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
