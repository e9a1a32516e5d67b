import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** The response of a small request to this machine. */
export interface LocalAnswer {
  readonly status: number;
  readonly body: string;
}

/** GETs a local URL within `timeoutMs`; status 0 means no response or an incomplete one. */
export function localGet(
  url: string,
  options: { caFile?: string; apiKey?: string; timeoutMs?: number } = {},
): Promise<LocalAnswer> {
  const { caFile, apiKey, timeoutMs = 3_000 } = options;
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const sent = send(
      url,
      {
        agent: false,
        ...(caFile ? { ca: readFileSync(caFile) } : {}),
        ...(apiKey ? { auth: `${apiKey}:` } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
        response.once('error', () => resolve({ status: 0, body }));
      },
    );
    sent.once('error', () => resolve({ status: 0, body: '' }));
    sent.end();
  });
}
