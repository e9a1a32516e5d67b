import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { measurePair, type Latency, type PairOptions } from '../scale/measure-scale';
import type { ScaleSubject } from '../scale/scale-subjects';
import { obtainBearerToken } from './bearer-token';

export interface SignInResult {
  readonly key: Latency;
  readonly bearer: Latency;
  /** p95 with a bearer token by p95 with an API key. */
  readonly ratio: number;
}

/** GET /v1/people/{id} with an access token of an OAuth app beside an API key of the same user, in turn. */
export const runSignIn = async (
  client: ServiceClient,
  connection: Connection,
  account: ConnectionAccount,
  ids: readonly number[],
  options: PairOptions,
): Promise<SignInResult> => {
  const { accessToken, remove } = await obtainBearerToken(client, connection, account);
  try {
    const subjectWith = (name: string, headers: Record<string, string>): ScaleSubject => ({
      name,
      request: (nth) => ({ method: 'GET', path: `/v1/people/${ids[(nth * 7) % ids.length]}`, headers }),
    });
    const sides = [
      { client, subject: subjectWith('API key', {}) },
      { client, subject: subjectWith('bearer token', { authorization: `Bearer ${accessToken}` }) },
    ];
    const [key, bearer] = (await measurePair(sides, options)) as [Latency, Latency];
    return { key, bearer, ratio: bearer.p95 / key.p95 };
  } finally {
    await remove();
  }
};
