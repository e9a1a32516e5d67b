import { measureMedian } from '@porchlight/testkit';
import { as } from './client';

/** A read of a usual machine, beside other tests, ms. */
const USUAL_MS = 50;
const READS = 9;

/** A promised time on this machine, ms: a slow one gets as many times more as its reads take longer than usual. */
export const promisedTime = async (ms: number): Promise<number> => {
  const owner = as('owner');
  const readMs = await measureMedian(() => owner.get('/v1/me'), { runs: READS });
  return ms * Math.max(1, readMs / USUAL_MS);
};
