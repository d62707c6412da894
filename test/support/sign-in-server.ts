import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stand-in does instead of what the standards ask of it. */
export type Mischief =
  | 'html'
  | 'huge'
  | 'silent'
  | 'unavailable'
  | 'no token'
  | 'line break in the token'
  | 'array'
  | 'broken off';

/**
 * A stand-in for the authorization server of a service, after RFC 6749, 7636, 7009 and 8628, with an API behind it.
 * Codes work once and for one client, address and verifier; refresh tokens rotate, and the one before is dead at once.
 */
export class SignInServer {
  /** Every form that came to `/token`, `/device` and `/revoke`, oldest first. */
  readonly forms: { readonly path: string; readonly fields: Record<string, string>; readonly basic: string | null }[] =
    [];
  /** The `Authorization` of every request to the API. */
  readonly heard: string[] = [];
  mischief: Mischief | null = null;
  /** Seconds that an access token lives. */
  life = 3600;
  rotates = true;
  /** Whether the refresh token before lives until the new one was used. */
  grace = false;
  /** Whether it cannot answer whoever asks with that one. */
  isBusyForFormer = false;
  interval = 5;
  /** Answers of the device to come; then it is granted. */
  readonly pending: string[] = [];
  clientSecret: string | null = 'very-secret-client';
  /** Called when tokens were made, before they are answered. */
  onTokens: () => Promise<void> | void = () => undefined;
  readonly #codes = new Map<string, { challenge: string; returnTo: string }>();
  readonly #access = new Set<string>();
  #refresh: string | null = null;
  #former: string | null = null;
  readonly #device = randomBytes(8).toString('hex');
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  /** Its address. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get refreshToken(): string | null {
    return this.#refresh;
  }

  /** The one before, which works where there is grace. */
  get formerToken(): string | null {
    return this.#former;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forgets every access token, as a service does that was broken into. */
  endAccess(): void {
    this.#access.clear();
  }

  /** Forgets the refresh tokens too. */
  endAll(): void {
    this.endAccess();
    this.#refresh = null;
    this.#former = null;
  }

  /** What the owner's browser does at the address of the sign-in: the address that it is sent back to. */
  async agree(url: string): Promise<string> {
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    if (status !== 302) throw new Error(`the stand-in answers with ${status}`);
    return headers.get('location') ?? '';
  }

  /** The members of a source file for it. */
  account(more: object = {}): object {
    return {
      url: `${this.origin}/apps`,
      text: 'an app of your own',
      oauth: {
        service: 'Stand-in',
        authorize: `${this.origin}/authorize`,
        token: `${this.origin}/token`,
        device: `${this.origin}/device`,
        revoke: `${this.origin}/revoke`,
        scopes: ['read', 'more'],
        steps: ['Make an app.', 'Register {{return_to}} there.'],
        ...more,
      },
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams, response);
    if (!['/token', '/device', '/revoke'].includes(url.pathname)) return this.#api(request, response);
    const fields = Object.fromEntries(new URLSearchParams(body));
    const basic = /^Basic (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    this.forms.push({ path: url.pathname, fields, basic });
    if (this.#misbehave(response)) return;
    if (url.pathname === '/revoke') return send(response, 200, {});
    const secret =
      basic === null ? (fields['client_secret'] ?? '') : Buffer.from(basic, 'base64').toString().split(':')[1];
    if (this.clientSecret !== null && secret !== this.clientSecret)
      return send(response, 401, { error: 'invalid_client' });
    if (url.pathname === '/device') return this.#begin(response);
    return this.#token(fields, response);
  }

  #misbehave(response: ServerResponse): boolean {
    const { mischief } = this;
    if (mischief === null) return false;
    if (mischief === 'silent') return true;
    if (mischief === 'html') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Sign in to this network</title>');
    } else if (mischief === 'huge') send(response, 200, { access_token: 'a'.repeat(200_000), token_type: 'bearer' });
    else if (mischief === 'unavailable') send(response, 503, { error: 'temporarily_unavailable' });
    else if (mischief === 'no token') send(response, 200, { token_type: 'bearer' });
    else if (mischief === 'array') send(response, 200, [{ access_token: 'abcdef' }]);
    else if (mischief === 'broken off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
      response.end('{"access_token": "abc');
    } else send(response, 200, { access_token: 'abc\r\nx-more: 1', token_type: 'bearer' });
    return true;
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const returnTo = query.get('redirect_uri') ?? '';
    const isRight =
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('client_id') === 'client' &&
      query.get('scope') === 'read more';
    if (!isRight) return send(response, 400, { error: 'invalid_request' });
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { challenge: query.get('code_challenge') ?? '', returnTo });
    const back = new URL(returnTo);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href });
    response.end();
  }

  #begin(response: ServerResponse): void {
    send(response, 200, {
      device_code: this.#device,
      user_code: 'WDJB-MJHT',
      verification_uri: `${this.origin}/enter`,
      expires_in: 300,
      interval: this.interval,
    });
  }

  async #token(fields: Record<string, string>, response: ServerResponse): Promise<void> {
    const grant = fields['grant_type'];
    if (grant === 'authorization_code') {
      const known = this.#codes.get(fields['code'] ?? '');
      this.#codes.delete(fields['code'] ?? '');
      const challenge = createHash('sha256')
        .update(fields['code_verifier'] ?? '')
        .digest('base64url');
      if (!known || known.challenge !== challenge || known.returnTo !== fields['redirect_uri'])
        return send(response, 400, { error: 'invalid_grant', error_description: `no code ${fields['code']}` });
      return this.#give(response);
    }
    if (grant === 'urn:ietf:params:oauth:grant-type:device_code') {
      const next = this.pending.shift();
      if (fields['device_code'] !== this.#device) return send(response, 400, { error: 'invalid_grant' });
      return next === undefined ? this.#give(response) : send(response, 400, { error: next });
    }
    if (grant !== 'refresh_token') return send(response, 400, { error: 'unsupported_grant_type' });
    const sent = fields['refresh_token'];
    if (this.isBusyForFormer && sent === this.#former) return send(response, 503, { error: 'temporarily_unavailable' });
    if (sent !== undefined && (sent === this.#refresh || (this.grace && sent === this.#former)))
      return this.#give(response, sent);
    return send(response, 400, { error: 'invalid_grant', error_description: `unknown token ${sent}` });
  }

  async #give(response: ServerResponse, sent?: string): Promise<void> {
    const access = `access-${randomBytes(12).toString('hex')}`;
    this.#access.add(access);
    const isNew = sent === undefined || this.rotates;
    if (isNew) {
      this.#former = sent ?? null;
      this.#refresh = `refresh-${randomBytes(12).toString('hex')}`;
    }
    await this.onTokens();
    const refresh = isNew ? { refresh_token: this.#refresh } : {};
    send(response, 200, { access_token: access, token_type: 'Bearer', expires_in: this.life, ...refresh });
  }

  #api(request: IncomingMessage, response: ServerResponse): void {
    const given = request.headers.authorization ?? '';
    this.heard.push(given);
    const token = given.replace('Bearer ', '');
    if (!this.#access.has(token)) return send(response, 401, { message: `the token ${token} is not known` });
    send(response, 200, { t: 20 });
  }
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};
