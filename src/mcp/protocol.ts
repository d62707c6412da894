import type { McpServer } from 'tmcp';
import type { Answer, Fields } from './answer.ts';
import type { Form } from './form.ts';

/** A request as the library's transport reads it. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Fields;
  readonly signal: AbortSignal;
  json(): Promise<unknown>;
}

/** The library's transport; null where nothing is at the address. */
export interface Transport {
  respond(request: Asked): Promise<Answer | null>;
  close(): Promise<void>;
}

/** The protocol library: loaded for the first client, as most appliances never have one. */
export const loadProtocol = () => {
  const { McpServer, McpError } = require('tmcp') as typeof import('tmcp');
  const { HttpTransport } = require('@tmcp/transport-http') as typeof import('@tmcp/transport-http');
  return { McpServer, McpError, HttpTransport };
};

/** What the protocol library offers. */
export type Protocol = ReturnType<typeof loadProtocol>;

/** A server of the protocol library, with forms as its schemas. */
export type Server = McpServer<Form>;
