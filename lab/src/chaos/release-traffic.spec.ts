import { eventually } from '@porchlight/testkit';
import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { startReleaseTraffic } from './release-traffic';

/** The first response to a deal is 503 with `Retry-After`. Returns the traffic after a deal was accepted. */
const sendTraffic = async (slowdown: number) => {
  const deals: ServiceCall[] = [];
  let nextId = 1;
  const client: ServiceClient = {
    call: async (call) => {
      if (call.path === '/v1/deals' && deals.push(call) === 1)
        return { status: 503, headers: { 'retry-after': '0' }, body: { errorCode: 'DEADLINE' } };
      const body = { id: (nextId += 1), stages: [{ id: 1 }] };
      return { status: call.method === 'POST' ? 201 : 200, headers: {}, body };
    },
    close: async () => undefined,
  };
  const traffic = await startReleaseTraffic(new Map([[1, client]]), 'r', slowdown);
  await eventually(() => expect(traffic.made.some((one) => one.startsWith('deals'))).toBe(true));
  await traffic.stop();
  return { traffic, keys: deals.map(({ headers }) => headers?.['idempotency-key']) };
};

it('given a usual machine, then a response of 503 is a failure', async () => {
  const { traffic } = await sendTraffic(1);
  expect([traffic.failed, traffic.repeated]).toEqual([['POST /v1/deals: 503 {"errorCode":"DEADLINE"}'], 0]);
});

it('given a slow machine, then the call is repeated with the same key, and counted', async () => {
  const { traffic, keys } = await sendTraffic(2);
  expect([traffic.failed, traffic.repeated]).toEqual([[], 1]);
  expect(keys[0]).toBeDefined();
  expect(keys[1]).toBe(keys[0]);
});
