import { startReceiver, type Receiver } from '@porchlight/testkit';
import { parseAllowList } from './allow-list';
import { createEgressClient } from './egress-client';

const AT_A_TIME = 4;
const REQUESTS = 50;

describe('Connections to one origin', () => {
  let receiver: Receiver;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterAll(() => receiver.stop());

  test('When 4 senders each send the next request after a response, Then no more than 4 connections are opened', async () => {
    const client = createEgressClient({
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      allowList: parseAllowList(['localhost']),
      timeoutMs: 5_000,
      connectTimeoutMs: 5_000,
      totalTimeoutMs: 10_000,
      connectionsPerOrigin: 100,
      extraCa: receiver.ca,
    });
    const send = async (): Promise<void> => {
      for (let n = 0; n < REQUESTS; n++) await client.post(receiver.url, {}, '{}');
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, send));
    expect(receiver.requests).toHaveLength(AT_A_TIME * REQUESTS);
    expect(await receiver.connections()).toBeLessThanOrEqual(AT_A_TIME);
    await client.close();
  });
});
