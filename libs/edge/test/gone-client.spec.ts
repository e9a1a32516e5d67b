import type { Request, RequestHandler, Response } from 'express';
import { createFairQueue } from '@porchlight/runtime';
import { withFairQueue } from '../src/with-fair-queue';

const queue = createFairQueue({ what: 'requests', concurrent: 1, maxWaiting: 10, maxWaitingPerHolder: 10 });

/** Whether the handler ran for a client in this state. */
const isServed = async (res: Partial<Response>, readsLead?: boolean): Promise<boolean> => {
  let served = false;
  const handler: RequestHandler = () => void (served = true);
  const req = { edge: { actor: { accountId: 1 }, operation: 'x', ...(readsLead !== undefined && { readsLead }) } };
  const run = withFairQueue(queue, handler)(req as unknown as Request, res as Response, () => undefined);
  await Promise.resolve(run).catch(() => undefined);
  return served;
};

describe('N6 no work for a client that is gone', () => {
  it('given a closed connection, then the request is not started', async () =>
    expect(await isServed({ closed: true })).toBe(false));

  it('given an open connection, then it is', async () => expect(await isServed({ closed: false })).toBe(true));

  it('given a lead whose sender did not wait, then it is stored', async () =>
    expect(await isServed({ closed: true }, true)).toBe(true));
});
