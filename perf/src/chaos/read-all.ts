import type { ServiceClient } from '@porchlight/tools/src/send/service-client';

/** Reads all records of a list page by page; `path` has the page size. */
export async function readAll<T>(client: ServiceClient, path: string, key: string): Promise<T[]> {
  const all: T[] = [];
  for (let next: string | null = path; next !== null;) {
    const { status, body } = await client.call({ method: 'GET', path: next });
    if (status !== 200) throw new Error(`GET ${next} answered ${status}`);
    all.push(...(body[key] as T[]));
    const link: string | null = body._metadata.nextLink;
    next = link === null ? null : new URL(link).pathname + new URL(link).search;
  }
  return all;
}
