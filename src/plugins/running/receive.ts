import { createHmac, timingSafeEqual } from 'node:crypto';
import { Fault } from '../../fault.ts';
import { PayloadError, weighPayload } from '../contract/payload.ts';
import type { Payload } from '../contract/payload.ts';
import { Refusal } from '../contract/plugin.ts';
import type { DataPlugin, ReceiveRequest } from '../contract/plugin.ts';

const STATUS = { forbidden: 403, invalid: 400, unsupported: 405 } as const;

/**
 * What a pushed body became. Throws Fault 403 for a bad signature, 400 for a value that the plugin refuses or that is
 * out of bounds, 405 when it takes none; `hide` takes the plugin's secrets out of its sentences.
 */
export const takePush = async (
  plugin: DataPlugin,
  request: ReceiveRequest,
  hide = (text: string): string => text,
): Promise<Payload> => {
  const { id } = plugin.manifest;
  if (!plugin.receive) throw new Fault(405, `The plugin "${id}" takes no pushed data.`);
  try {
    return weighPayload(await plugin.receive(request));
  } catch (error) {
    if (error instanceof Refusal) throw new Fault(STATUS[error.reason], hide(error.message));
    if (error instanceof PayloadError) throw new Fault(400, `The plugin "${id}" refuses the body: ${error.message}.`);
    throw new Fault(400, `The plugin "${id}" could not use the body.`, { cause: error });
  }
};

/**
 * Checks the header `X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the raw body>` when a secret is set, in constant
 * time. Throws Refusal `forbidden` when it is missing or wrong.
 */
export const verifySignature = (secret: unknown, request: Pick<ReceiveRequest, 'headers' | 'rawBody'>): void => {
  if (typeof secret !== 'string' || secret === '') return;
  const given = /^sha256=([0-9a-f]{64})$/i.exec(request.headers['x-webhook-signature']?.trim() ?? '')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(request.rawBody, 'utf8').digest();
  const received = Buffer.from(given, 'hex');
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new Refusal('forbidden', 'The signature in X-Webhook-Signature is missing or wrong.');
};
