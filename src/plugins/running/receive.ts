import { createHmac, timingSafeEqual } from 'node:crypto';
import { Fault } from '../../fault.ts';
import { PayloadError, weighPayload, type Payload } from '../contract/payload.ts';
import { Refusal, isTransition, type ReceiveRequest } from '../contract/plugin.ts';
import type { Handle } from '../keeping/handle.ts';

const STATUS = { forbidden: 403, invalid: 400, unsupported: 405 } as const;

/** A body that was posted to a plugin. */
export type PushedBody = Pick<ReceiveRequest, 'payload' | 'headers' | 'rawBody'>;

/**
 * What a pushed body became. Throws Fault 405 when the plugin takes none, 400 while it cannot work, for a value that it
 * refuses and for one that is out of bounds, 403 for a bad signature.
 */
export const takePush = async (handle: Handle, pushed: PushedBody, now: number): Promise<Payload> => {
  const { key, plugin, configuration, obstacle } = handle;
  if (isTransition(plugin) || !plugin.receive) throw new Fault(405, `The plugin "${key}" takes no pushed data.`);
  if (!configuration.enabled) throw new Fault(400, `The plugin "${key}" is not enabled.`);
  if (obstacle !== null) throw new Fault(400, `${key}: ${obstacle}.`);
  const { id } = plugin.manifest;
  try {
    return weighPayload(await plugin.receive({ ...pushed, config: configuration.effective(), now }));
  } catch (error) {
    if (error instanceof Refusal) throw new Fault(STATUS[error.reason], configuration.hide(error.message));
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
