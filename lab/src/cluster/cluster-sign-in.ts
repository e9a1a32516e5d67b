import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { readConnection } from '@porchlight/tools/src/send/connection';

const TIMEOUT_MS = 10_000;

/** Signs in with a wrong password from a local address, and returns the status of the response. */
export function signInWrongly(connectionFile: string, localAddress: string): Promise<number> {
  const { baseUrl, caFile } = readConnection(connectionFile);
  const body = JSON.stringify({ email: 'ada@first.example', password: 'wrong' });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), origin: baseUrl };
    const options = {
      method: 'POST',
      agent: false as const,
      ca: readFileSync(caFile),
      headers,
      localAddress,
      timeout: TIMEOUT_MS,
    };
    const sent = request(`${baseUrl}/session`, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
    sent.once('error', reject);
    sent.end(body);
  });
}
