import { randomUUID } from 'node:crypto';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { measurePair, type Latency, type PairOptions } from '../scale/measure-scale';
import type { ScaleSubject } from '../scale/scale-subjects';

export interface HttpSemanticsResult {
  /** GET /v1/openapi.json, ms. */
  readonly openapi: Latency;
  readonly made: Latency;
  readonly madeWithKey: Latency;
  readonly page: Latency;
  readonly codedPage: Latency;
}

const PAGE = '/v1/people?limit=100';

/** Measures optional HTTP semantics: a person with an idempotency key, a page in brotli, in turn. */
export const runHttpSemantics = async (client: ServiceClient, options: PairOptions): Promise<HttpSemanticsResult> => {
  const pair = async (one: ScaleSubject, other: ScaleSubject): Promise<[Latency, Latency]> =>
    (await measurePair(
      [one, other].map((subject) => ({ client, subject })),
      options,
    )) as [Latency, Latency];
  const get = (name: string, path: string, headers: Record<string, string>): ScaleSubject => ({
    name,
    request: () => ({ method: 'GET', path, headers }),
  });
  const make = (name: string, headers: () => Record<string, string>): ScaleSubject => ({
    name,
    request: (nth) => ({
      method: 'POST',
      path: '/v1/people',
      headers: headers(),
      json: { firstName: `Semantics ${nth}` },
    }),
  });
  const [made, madeWithKey] = await pair(
    make('a person', () => ({})),
    make('a person with a key', () => ({ 'idempotency-key': randomUUID() })),
  );
  const [page, codedPage] = await pair(
    get('a page', PAGE, { 'accept-encoding': 'identity' }),
    get('a page in brotli', PAGE, { 'accept-encoding': 'br' }),
  );
  // Sequential requests, like a browser or an SDK.
  const one = { ...options, connections: 1 };
  const [openapi] = await measurePair(
    [{ client, subject: get('the description', '/v1/openapi.json', { 'accept-encoding': 'br' }) }],
    one,
  );
  return { openapi: openapi!, made, madeWithKey, page, codedPage };
};
