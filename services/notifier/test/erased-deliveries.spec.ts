import { DeliveryServiceDefinition } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { HOUR, useNotifier } from './notifier-service';

describe('N9 deliveries about an erased person', () => {
  const suite = useNotifier();

  test('When the person is erased, Then they end, their responses are erased and a replay leaves them out', async () => {
    const { notifier, receiver } = suite;
    const { id } = await notifier.register('peopleUpdated', `${receiver.url}/hook`);
    const client = notifier.createClient(DeliveryServiceDefinition);
    const list = async () => {
      const request = { webhookId: id, status: [], limit: 10, offset: 0, next: '' };
      return (await client.listDeliveries(request, notifier.owner())).records;
    };
    const find = async (eventId: string) => (await list()).find((delivery) => delivery.eventId === eventId)!;
    receiver.answerWith({ status: 500, body: 'ann@example.org is unknown here' });
    const update = { verb: 'updated', webhookEvents: ['peopleUpdated'] };
    const erased = await notifier.publish({ ...update, ids: [7] });
    const other = await notifier.publish({ ...update, ids: [8] });
    await eventually(async () => {
      for (const eventId of [erased, other])
        expect((await find(eventId)).attempts).toMatchObject([
          { status: 500, response: expect.stringContaining('ann') },
        ]);
    });

    const dataJson = JSON.stringify({ people: [7], children: {}, addressHashes: [] });
    await notifier.publish({ verb: 'erased', ids: [7], webhookEvents: [], dataJson });
    await eventually(async () =>
      expect(await find(erased)).toMatchObject({ status: 'GivenUp', nextAttempt: undefined }),
    );
    expect((await find(erased)).attempts[0]!.response).toBeUndefined();
    expect(await find(other)).toMatchObject({ status: 'Pending', attempts: [{ response: expect.any(String) }] });

    receiver.clear();
    notifier.clock.advance(HOUR);
    await receiver.waitFor(1);
    await eventually(async () => expect((await find(other)).attempts).toHaveLength(2));
    expect(receiver.requests.map(({ json }) => (json as { eventId: string }).eventId)).toEqual([other]);
    await expectRefusal(client.replayWebhook({ webhookId: id, eventId: erased }, notifier.owner()), 'NOT_FOUND');
  });
});
