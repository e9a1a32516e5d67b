import { LeadJourneyServiceDefinition, type ReadLeadStepsRequest } from '@porchlight/contracts';
import { eventually, randomAccountId } from '@porchlight/testkit';
import { useNotifier } from './notifier-service';

const PERSON_ID = 7;
const LEAD = { personId: PERSON_ID, isNew: true, type: 'Registration', source: 'Portal', personName: 'Ann Miller' };
const FACT = { furtherUserIds: [], offeredUserIds: [], inquiry: false, reassigned: false, historyOnly: false };

describe('D13.9 (3) what the notifier did with a lead', () => {
  const suite = useNotifier();

  const read = async (accountId: number, change: Partial<ReadLeadStepsRequest> = {}) => {
    const request = { eventId: 12, personId: PERSON_ID, isNew: true, withWebhooks: true, ...change };
    const { steps } = await suite.notifier
      .createClient(LeadJourneyServiceDefinition)
      .readLeadSteps(request, { actor: { accountId, userId: 0, role: 'Operator' } });
    return steps.map(({ step, at, detailsJson }) => ({ step, at, ...(JSON.parse(detailsJson) as object) }));
  };
  const publishLead = (accountId: number, eventId: number, notifyUserIds: number[], change: object = {}) =>
    suite.notifier.publish({
      accountId,
      resource: 'events',
      verb: 'leadReceived',
      webhookEvents: [],
      dataJson: JSON.stringify({ ...LEAD, ...FACT, eventId, notifyUserIds, ...change }),
    });

  test('given notified users, then each is a step with its channels, and without an address', async () => {
    const accountId = randomAccountId();
    await publishLead(accountId, 12, [2, 3]);
    await publishLead(accountId, 120, [4]);
    const steps = await eventually(async () => {
      const found = await read(accountId);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(steps).toMatchObject([
      { step: 'notified', userId: 2, channels: ['console'], at: expect.any(Date) },
      { step: 'notified', userId: 3, channels: ['console'], at: expect.any(Date) },
    ]);
    expect(JSON.stringify(steps)).not.toContain('@');
  });

  test('given a lead that was reassigned, then its new user is a step too', async () => {
    const accountId = randomAccountId();
    await publishLead(accountId, 12, [2]);
    await publishLead(accountId, 12, [3], { reassigned: true });
    await eventually(async () =>
      expect((await read(accountId)).map((step) => step)).toMatchObject([{ userId: 2 }, { userId: 3 }]),
    );
  });

  test('given webhooks, then each delivery is a step with the status of its last attempt', async () => {
    const accountId = randomAccountId();
    suite.receiver.answerWith({ status: 500 });
    const { id } = await suite.notifier.register('eventsCreated', suite.receiver.url, { accountId });
    const eventId = await suite.notifier.publish({
      accountId,
      resource: 'events',
      ids: [12],
      webhookEvents: ['eventsCreated'],
    });
    await eventually(async () =>
      expect(await read(accountId)).toMatchObject([
        {
          step: 'webhook',
          event: 'eventsCreated',
          eventId,
          webhookId: id,
          status: 'Pending',
          attempts: 1,
          httpStatus: 500,
        },
      ]),
    );
  });

  test('given a later attempt, then it updates the step', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', suite.receiver.url, { accountId });
    await suite.notifier.publish({ accountId, ids: [PERSON_ID] });
    await eventually(async () =>
      expect(await read(accountId)).toMatchObject([
        { step: 'webhook', event: 'peopleCreated', webhookId: id, status: 'Delivered', httpStatus: 200 },
      ]),
    );
  });

  test('given a caller other than the owner, then webhooks are left out', async () => {
    const accountId = randomAccountId();
    await suite.notifier.register('peopleCreated', suite.receiver.url, { accountId });
    await suite.notifier.publish({ accountId, ids: [PERSON_ID] });
    await eventually(async () => expect(await read(accountId)).toHaveLength(1));
    expect(await read(accountId, { withWebhooks: false })).toEqual([]);
  });

  test('given another account, then it has no steps', async () => {
    const accountId = randomAccountId();
    await publishLead(accountId, 12, [2]);
    await eventually(async () => expect(await read(accountId)).toHaveLength(1));
    expect(await read(randomAccountId())).toEqual([]);
  });
});
