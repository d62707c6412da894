import type { McpServer } from 'tmcp';
import type { Form } from './form.ts';

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
