import { parseObject } from '../../core/json.ts';
import { isRecord } from '../../core/record.ts';
import type { OAuth } from '../../sources/sign-in/schema.ts';
import type { SourceAnswer, SourceFailure } from '../network/source-net.ts';

/** What a service gives; times in seconds from now, null where it does not say. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
  readonly expiresIn: number | null;
  readonly refreshExpiresIn: number | null;
}

/**
 * What an answer to a request of a sign-in means: tokens, a refusal for good, a device that is still waited for, or a
 * failure that may pass. Sentences quote nothing of the answer but its code of the standard.
 */
export type TokenAnswer =
  | { readonly tokens: Tokens }
  | { readonly refused: string }
  | { readonly waiting: 'authorization_pending' | 'slow_down' }
  | { readonly error: string };

const MOST_BYTES = 64 * 1024;
const LONGEST_TOKEN = 16 * 1024;
const LONGEST_LIFE_S = 10 * 366 * 86_400;
/** What may stand in a header as it is. */
const TOKEN = /^[\x21-\x7e]+$/;
const CODE = /^[a-z][a-z0-9_]{2,40}$/;
const DENIED = new Set([400, 401, 403]);
const PASSING = new Set(['temporarily_unavailable', 'server_error']);
const CLIENT = new Set(['invalid_client', 'unauthorized_client']);

const tokenIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= LONGEST_TOKEN && TOKEN.test(value) ? value : null;

const secondsIn = (value: unknown): number | null => {
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? Math.min(LONGEST_LIFE_S, seconds)
    : null;
};

/** The object in a body; null when it is none, or too large for an answer about tokens. */
const objectIn = (bytes: Uint8Array): Record<string, unknown> | null =>
  bytes.length > MOST_BYTES ? null : parseObject(new TextDecoder().decode(bytes));

/** The code of the standard that an answer names; some services put it into another member. */
const codeIn = (body: Record<string, unknown>): string | null => {
  const { error, message } = body;
  const named = isRecord(error) ? [error['code'], error['message'], error['status']] : [error];
  const found = [...named, message].find((one) => typeof one === 'string' && CODE.test(one));
  return typeof found === 'string' ? found : null;
};

const failureIn = (body: Record<string, unknown>, status: number, service: string): TokenAnswer => {
  const code = codeIn(body);
  if (code === 'authorization_pending' || code === 'slow_down') return { waiting: code };
  if (code !== null && CLIENT.has(code))
    return { error: `${service} does not know the client ID, or not with this client secret (${code})` };
  if (code !== null && PASSING.has(code)) return { error: `${service} cannot answer now (${code})` };
  const own = typeof body['status'] === 'number' && body['status'] !== 0 ? body['status'] : null;
  if (DENIED.has(status) || code !== null || (status < 300 && own !== null && DENIED.has(own)))
    return { refused: `${service} refuses it (${code ?? `status ${own ?? status}`})` };
  return { error: `the answer of ${service} has no token in it` };
};

/** Reads an answer to a request for tokens. */
export const readTokenAnswer = (
  reply: SourceAnswer | SourceFailure,
  { service, within }: Pick<OAuth, 'service' | 'within'>,
): TokenAnswer => {
  if ('error' in reply) {
    if (reply.status === undefined || !isRecord(reply.said)) return { error: reply.error };
    return failureIn(reply.said, reply.status, service);
  }
  const body = objectIn(reply.bytes);
  if (!body) return { error: `the answer of ${service} is no JSON of a sign-in` };
  const inner = within === undefined ? body : body[within];
  const access = isRecord(inner) ? tokenIn(inner['access_token']) : null;
  if (!isRecord(inner) || access === null) return failureIn(body, reply.status, service);
  return {
    tokens: {
      access,
      refresh: tokenIn(inner['refresh_token']),
      expiresIn: secondsIn(inner['expires_in']),
      refreshExpiresIn: secondsIn(inner['refresh_token_expires_in'] ?? inner['refresh_expires_in']),
    },
  };
};

/** What a service answers that has another device confirm the sign-in. */
export interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
  readonly expiresIn: number;
  readonly interval: number;
}

const LONGEST_WAIT_S = 1800;
const USUAL_INTERVAL_S = 5;
const LONGEST_INTERVAL_S = 60;

const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 500 && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? new URL(value).href
    : null;

/** Reads what a service answers about a device; a sentence when it is of no use. */
export const readDeviceCode = (
  reply: SourceAnswer | SourceFailure,
  { service }: Pick<OAuth, 'service'>,
): DeviceCode | { readonly error: string } => {
  if ('error' in reply) {
    const answer = readTokenAnswer(reply, { service });
    return { error: 'error' in answer ? answer.error : 'refused' in answer ? answer.refused : reply.error };
  }
  const body = objectIn(reply.bytes) ?? {};
  const code = tokenIn(body['device_code']);
  const user = body['user_code'];
  const url =
    webAddress(body['verification_uri_complete']) ?? webAddress(body['verification_uri'] ?? body['verification_url']);
  if (code === null || typeof user !== 'string' || !/^[\x20-\x7e]{1,40}$/.test(user) || url === null)
    return { error: `the answer of ${service} has no code for another device in it` };
  return {
    device_code: code,
    user_code: user,
    verification_url: url,
    expiresIn: Math.min(LONGEST_WAIT_S, secondsIn(body['expires_in']) ?? LONGEST_WAIT_S),
    interval: Math.min(LONGEST_INTERVAL_S, Math.max(1, secondsIn(body['interval']) ?? USUAL_INTERVAL_S)),
  };
};
