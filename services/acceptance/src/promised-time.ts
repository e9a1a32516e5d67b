import { as } from './client';

/** A read of a usual machine, beside other tests, ms. */
const USUAL_MS = 50;
const READS = 9;

/** Median time of a read, ms. */
const measureRead = async (): Promise<number> => {
  const owner = as('owner');
  const times: number[] = [];
  for (let read = 0; read < READS; read++) {
    const began = performance.now();
    await owner.get('/v1/me');
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[(READS - 1) / 2]!;
};

/** A promised time on this machine, ms: a slow one gets as many times more as its reads take longer than usual. */
export const promisedTime = async (ms: number): Promise<number> => ms * Math.max(1, (await measureRead()) / USUAL_MS);
