import { request } from 'node:http';

/** An answer as a bare client sees it. */
export interface PeerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What a bare client sends. */
export interface PeerRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** One request of a bare client over a connection of its own; rejects as node:http does. */
export const ask = (url: string, { method = 'GET', headers = {}, body }: PeerRequest = {}): Promise<PeerAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
