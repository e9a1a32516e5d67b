import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer, ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';

const TRIES = 40;
const AGAIN_MS = 250;

/** Returns the body of a 2xx response. Throws for any other status, with the status in the message. */
export const askService = async (client: ServiceClient, call: ServiceCall): Promise<any> => {
  const { status, body } = await client.call(call);
  if (status < 200 || status > 299)
    throw new Error(`${call.method} ${call.path} returned ${status} ${body?.errorMessage ?? ''}`);
  return body;
};

/** Retries until the response is not a fault of the infrastructure. */
export async function persist(client: ServiceClient, call: ServiceCall): Promise<ServiceAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await client.call(call).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 401 && answer.status !== 429) return answer;
    if (tries === TRIES)
      throw new Error(`${call.method} ${call.path} still returns ${answer?.status ?? 'nothing'} after ${TRIES} calls.`);
    await sleep(AGAIN_MS);
  }
}

/** Reads all records of a list page by page; `path` has the page size. */
export async function readAll<T>(client: ServiceClient, path: string, key: string): Promise<T[]> {
  const all: T[] = [];
  for (let next: string | null = path; next !== null;) {
    const body = await askService(client, { method: 'GET', path: next });
    all.push(...(body[key] as T[]));
    const link: string | null = body._metadata.nextLink;
    next = link === null ? null : new URL(link).pathname + new URL(link).search;
  }
  return all;
}
