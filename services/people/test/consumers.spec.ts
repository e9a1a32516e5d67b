import { listBrokenContracts } from '@porchlight/backend/test/service';
import {
  allActions,
  appointments,
  calls,
  emails,
  events,
  notes,
  ReceivedLeadServiceDefinition,
  stages,
  textMessages,
} from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { publishFact, publishUser } from './publish-facts';
import { useSuite } from './suite';

const suite = useSuite();
const MERGE = allActions.find(({ rpc }) => rpc === 'mergePeople')!;
const ERASE = allActions.find(({ rpc }) => rpc === 'erasePerson')!;
const PERSON = {
  firstName: 'Ann',
  lastName: 'Ito',
  emails: ['ann@example.org'],
  phones: ['555 0100'],
  addresses: [{ type: 'home', street: '1 Road', city: 'Austin', state: 'TX', code: '78701', country: 'US' }],
  source: 'Zillow',
  stage: 'Lead',
  assignedUserId: 3,
};

test('given the contracts of other services, then published changes and responses contain all that they read', async () => {
  const account = await suite.newAccount();
  const { accountId, owner } = account;
  const id = (await owner.createPerson(PERSON)).person['id'] as number;
  await owner.updatePerson(id, { contacted: true });
  await owner.on(calls).create({ personId: id, phone: '5125550100', isIncoming: true });
  const text = { message: 'Hi', toNumber: '5125550100', fromNumber: '5125550101', isIncoming: true };
  await owner.on(textMessages).create({ personId: id, ...text });
  await owner.on(emails).create({ personId: id, subject: 'Hi', isIncoming: true });
  await owner.on(stages).create({ name: 'New one' });
  await owner.updateStage(3, { name: 'Very hot' });
  const sendLead = async (firstName: string): Promise<number> => {
    const person = { firstName, emails: [`${firstName}@example.org`], assignedUserId: 3 };
    const lead = { type: 'Property Inquiry', source: 'Zillow', person, property: { street: '1 Road' } };
    return (await owner.send(lead)).person['id'] as number;
  };
  await owner.act(MERGE, { id, body: { otherId: await sendLead('Bo') } });
  await owner.send({ type: 'unsubscribe', person: { emails: ['dee@example.org'] } });
  const erased = await sendLead('Cy');
  await owner.on(notes).create({ personId: erased, body: 'Call back' });
  await owner.act(ERASE, { id: erased });
  const invitees = [{ userId: 3 }, { personId: id }, { email: 'guest@example.org', name: 'Guest' }];
  const times = { start: '2027-03-02T12:00:00Z', end: '2027-03-02T13:00:00Z' };
  const texts = { title: 'Tour', description: 'Bring keys', location: '12 Harbor Lane' };
  await owner.on(appointments).create({ ...texts, ...times, invitees }, 'sendInvitation=true');
  // Its reminder is due in a moment.
  const soon = (ms: number) => new Date(Date.now() + 15 * 60_000 + ms).toISOString();
  await owner.on(appointments).create({ ...texts, start: soon(3_000), end: soon(9_000), invitees });
  const step = { stepId: `${accountId}:1:0`, personId: id, userId: 0, type: 'changeStage', stage: 'Nowhere' };
  await publishFact(suite.bus, accountId, 'planSteps.due', step);
  const refused = { accountId, key: 'a', created: new Date(), result: 'refused', status: 429, ignored: [] };
  await suite.service
    .createClient(ReceivedLeadServiceDefinition)
    .reportReceivedLeads(
      { leads: [refused] },
      { actor: { accountId: 0, userId: 0, role: 'Operator' }, timeoutMs: 20_000 },
    );
  await publishUser(suite.bus, accountId, { id: 3, name: 'Ada Agent', role: 'Agent', status: 'Disabled', version: 9 });
  await eventually(() => expectRefusal(owner.createPerson({ assignedUserId: 3 }), 'USER_NOT_ACTIVE'));
  const task = { stepId: `${accountId}:1:1`, personId: id, userId: 0, type: 'createTask', task: { name: 'Call' } };
  await publishFact(suite.bus, accountId, 'planSteps.due', task);
  await eventually(async () =>
    expect(
      await listBrokenContracts({
        service: 'people',
        changes: suite.collected.changes.filter((change) => change.accountId === accountId),
        createClient: suite.service.createClient,
        actor: account.actor(1),
        calls: {
          '/porchlight.people.v1.EmailMessageService/RecordEmail': {
            request: {
              key: 'plan:1:5:2',
              record: { id: 0, version: 0, status: 'Sent', personId: id, subject: 'Hello' },
              at: new Date(),
            },
            actor: { accountId, userId: 0, role: 'Operator' },
          },
          '/porchlight.people.v1.EventService/IngestEvent': {
            request: {
              ...parseBody(events, { type: 'General Inquiry', person: { emails: ['ann@example.org'] } }, 'create'),
              options: { handling: 'lenient' },
              ignored: [],
            },
            actor: account.actor(1),
          },
        },
        // A picture comes from an external provider; no lender and no group gets these leads.
        unproduced: ['record.picture', 'data.furtherUserIds', 'data.offeredUserIds'],
      }),
    ).toEqual([]),
  );
});
