import type { Actor } from '@porchlight/access';
import { allActions, receivedLeads, ReceivedLeadServiceDefinition, type ReportedLead } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const ERASE = allActions.find(({ rpc }) => rpc === 'erasePerson')!;
const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };

const report = (...leads: (Partial<ReportedLead> & { accountId: number; key: string })[]) =>
  suite.service.createClient(ReceivedLeadServiceDefinition).reportReceivedLeads(
    {
      leads: leads.map((lead) => ({ created: new Date(), result: 'refused', status: 400, ignored: [], ...lead })),
    },
    { actor: OPERATOR, timeoutMs: 20_000 },
  );

describe('D13.9 received leads', () => {
  it('given accepted leads, then each is recorded with its result, person and ignored fields', async () => {
    const { owner } = await suite.newAccount();
    const lead = { type: 'Registration', source: 'Portal', person: { emails: [{ value: 'ann@example.com' }] } };
    const first = await owner.send({ ...lead, color: 'red' }, { mode: 'lead' }, 'Site');
    const second = await owner.send(lead, {}, 'Site');
    const records = await eventually(async () => {
      const list = await owner.on(receivedLeads).list('');
      expect(list.total).toBe(2);
      return list.records;
    });
    expect(records).toMatchObject([
      { result: 'matched', status: 200, eventId: second.eventId, personId: first.person['id'], ignored: [] },
      {
        result: 'created',
        status: 201,
        eventId: first.eventId,
        source: 'Portal',
        type: 'Registration',
        system: 'Site',
      },
    ]);
    expect(records[1]).toMatchObject({ ignored: ['color'] });
  });

  it('given reported leads, then they can be filtered by system, source and result', async () => {
    const { owner, accountId } = await suite.newAccount();
    await report(
      { accountId, key: 'a', system: 'One', source: 'Portal', error: 'INVALID_BODY: No.', body: '{}' },
      { accountId, key: 'b', system: 'Two', source: 'Spam', result: 'ignored', status: 204 },
    );
    const statuses = async (query: string) =>
      (await owner.on(receivedLeads).list(query)).records.map(({ status }) => status);
    expect(await statuses('system=One')).toEqual([400]);
    expect(await statuses('source=Spam')).toEqual([204]);
    expect(await statuses('result=ignored')).toEqual([204]);
  });

  it('given sort=updated, then they have the order in which they were recorded', async () => {
    const { owner, accountId } = await suite.newAccount();
    await report({ accountId, key: 'a', status: 401 }, { accountId, key: 'b', status: 402 });
    const { records } = await owner.on(receivedLeads).list('sort=updated');
    expect(records.map(({ status }) => status)).toEqual([401, 402]);
  });

  it('given a report that is repeated, then the lead is recorded once', async () => {
    const { owner, accountId } = await suite.newAccount();
    await report({ accountId, key: 'a' });
    await report({ accountId, key: 'a' });
    expect((await owner.on(receivedLeads).list('')).total).toBe(1);
  });

  it('given a refused lead, then only its own record shows the body', async () => {
    const { owner, accountId } = await suite.newAccount();
    await report({ accountId, key: 'a', body: '{"a":1}' }, { accountId, key: 'b', body: '{"b":1}' });
    const { records } = await owner.on(receivedLeads).list('fields=id,body');
    expect(records.map(({ body }) => body)).toEqual([null, null]);
    const client = suite.service.createClient(ReceivedLeadServiceDefinition);
    const actor: Actor = { accountId, userId: 1, role: 'Owner' };
    const { record } = await client.getReceivedLead(
      { id: records[0]!['id'] as number, options: {} },
      { actor, timeoutMs: 20_000 },
    );
    expect(record?.body).toBe('{"b":1}');
  });

  it('given agents, then they may not read received leads', async () => {
    const { agent } = await suite.newAccount();
    await expectRefusal(agent.on(receivedLeads).list(''), 'FORBIDDEN');
  });

  it('given another account, then it sees none of them', async () => {
    const { accountId } = await suite.newAccount();
    const other = await suite.newAccount();
    await report({ accountId, key: 'a' });
    expect((await other.owner.on(receivedLeads).list('')).total).toBe(0);
  });

  it('when a person is erased, then their received leads and refused bodies with their contacts are erased', async () => {
    const { owner, accountId } = await suite.newAccount();
    const person = { emails: [{ value: 'eve@example.com' }], phones: [{ value: '4155550133' }] };
    const { person: lead } = await owner.send({ type: 'Registration', source: 'Portal', person });
    await eventually(async () => expect((await owner.on(receivedLeads).list('')).total).toBe(1));
    await report(
      { accountId, key: 'mail', body: '{"person":{"emails":[{"value":"EVE@example.com"}],"price":{}}}' },
      { accountId, key: 'phone', body: 'call (415) 555-0133' },
      { accountId, key: 'other', body: '{"person":{"emails":[{"value":"bob@example.com"}]}}' },
    );
    await owner.act(ERASE, { id: lead['id'] as number });
    const { records } = await owner.on(receivedLeads).list('');
    expect(records).toHaveLength(1);
  });
});

describe('D13.10 (6) leads that the limit of POST /events refused', () => {
  const listFacts = (accountId: number) =>
    suite.collected.changes.filter((change) => change.accountId === accountId && change.verb === 'refused');

  it('given many refused leads in reports of one hour, then the fact is published once, with the hour', async () => {
    const { accountId } = await suite.newAccount();
    const other = await suite.newAccount();
    await report({ accountId, key: 'a', status: 429 }, { accountId, key: 'b', status: 429 });
    await report({ accountId, key: 'c', status: 429 });
    await report({ accountId: other.accountId, key: 'd', status: 429 });
    await eventually(() => expect(listFacts(other.accountId)).toHaveLength(1));
    await eventually(() => expect(listFacts(accountId)).toHaveLength(1));
    const { since } = JSON.parse(listFacts(accountId)[0]!.dataJson) as { since: string };
    expect(since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  });

  it.each([
    ['ignored', 204],
    ['refused', 400],
    ['refused', 503],
  ])('given leads that were %s with %d, then no fact is published', async (result, status) => {
    const { accountId } = await suite.newAccount();
    const limited = await suite.newAccount();
    await report({ accountId, key: 'a', result, status });
    await report({ accountId: limited.accountId, key: 'b', status: 429 });
    await eventually(() => expect(listFacts(limited.accountId)).toHaveLength(1));
    expect(listFacts(accountId)).toEqual([]);
  });
});
