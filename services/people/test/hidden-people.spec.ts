import { allActions } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import type { Account, Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const findAction = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;

const EMAIL = 'hidden@x.example';
const PHONE = '+1 512 555 0147';
/** Callers who may not see the person: it is assigned to the first agent. */
const CALLERS = ['agent2', 'lender'] as const;
type Caller = (typeof CALLERS)[number];
type User = Account['owner'];

/** What the lead of a stranger says. */
const SENT = {
  firstName: 'Mallory',
  lastName: 'Stranger',
  emails: [EMAIL, 'mallory@x.example'],
  phones: [PHONE, '512 555 0199'],
  addresses: [{ type: 'home', street: '9 Other Street', city: 'Austin', state: 'TX', code: '78701' }],
  tags: ['mine'],
  price: 9,
  background: 'Added by a stranger',
  stage: 'Closed',
};

/** Fields that activity changes, and the version that follows. */
const ACTIVITY = ['updated', 'lastActivity', 'lastLeadActivity', 'lastCommunication'];

const openHidden = async () => {
  const account = await suite.newAccount();
  const { owner } = account;
  const { person } = await owner.createPerson({
    lastName: 'Lee',
    emails: [EMAIL],
    phones: [PHONE],
    tags: ['vip'],
    stage: 'Trash',
    assignedUserId: 3,
  });
  const id = person['id'] as number;
  const read = async (): Promise<Json> =>
    Object.fromEntries(Object.entries(await owner.getPerson(id)).filter(([name]) => !ACTIVITY.includes(name)));
  const notified = () =>
    suite.collected.changes
      .filter(({ accountId, verb }) => accountId === account.accountId && verb === 'leadReceived')
      .map(({ dataJson }) => (JSON.parse(dataJson) as Json)['notifyUserIds'] as number[]);
  return { account, owner, id, read, notified };
};

/** Every write that names a person by an email or a phone, as a caller sends it. */
const WRITES: Readonly<Record<string, (user: User) => Promise<unknown>>> = {
  'POST /events with the email': (user) => user.send({ type: 'Registration', person: { ...SENT, phones: [] } }),
  'POST /events with the phone': (user) => user.send({ type: 'Registration', person: { ...SENT, emails: [] } }),
  'POST /events of another type': (user) => user.send({ type: 'Viewed Property', person: SENT, message: 'Hello' }),
  'POST /events with both twice': async (user) => {
    await user.send({ type: 'Inquiry', person: SENT });
    await user.send({ type: 'Inquiry', person: SENT });
  },
  'POST /people with deduplicate': (user) => user.createPerson(SENT, 'deduplicate=true'),
  'POST /people': (user) => user.createPerson({ firstName: 'Mallory', emails: [EMAIL] }),
  'POST /people/batch': (user) =>
    user.act(findAction('savePeople'), { body: { people: [SENT, { phones: [PHONE], tags: ['mine'] }] } }),
  'GET /people/checkDuplicate': (user) =>
    user.act(findAction('checkDuplicate'), { query: `email=${EMAIL}&phone=5125550147` }),
  'POST /people/import': (user) =>
    user.act(findAction('importPeopleCsv'), { body: { csv: `Email,Tags\n${EMAIL},mine`, existing: 'overwrite' } }),
};

describe('N7 callers who may not see a person do not change it', () => {
  describe.each(CALLERS)('given a %s', (caller: Caller) => {
    it.each(Object.keys(WRITES))('when it sends %s, then the person keeps its data', async (route) => {
      const { account, id, read } = await openHidden();
      const before = await read();
      // Refusals change nothing either.
      await WRITES[route]!(account[caller]).catch((error: { reason?: string }) => expect(error.reason).toBeDefined());
      expect(await read()).toEqual(before);
      await expect(account[caller].getPerson(id)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    });

    it('when it sends a lead, then the event is recorded and the assigned agent is notified', async () => {
      const { account, owner, id, notified } = await openHidden();
      const { eventId } = await account[caller].send({ type: 'Registration', person: SENT, message: 'Hello' });
      expect(await owner.getEvent(eventId)).toMatchObject({ personId: id, type: 'Registration', message: 'Hello' });
      await eventually(() => expect(notified()).toEqual([[3]]));
    });

    it('when it sends a lead, then the response is 200 with the id and what it sent', async () => {
      const { account, id } = await openHidden();
      const sent = { type: 'Registration', source: 'Door', person: { emails: [EMAIL], firstName: 'Mallory' } };
      const { status, body } = await sendOverHttp(account[caller], sent);
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(['emails', 'firstName', 'id', 'source']);
      expect(body).toMatchObject({ id, firstName: 'Mallory', source: 'Door' });
      expect(body['emails']).toMatchObject([{ value: EMAIL }]);
      expect(JSON.stringify(body)).not.toMatch(/Lee|vip|0147/);
    });

    it('when it checks for a duplicate, then the response has found and nothing else', async () => {
      const { account } = await openHidden();
      const { body } = await account[caller].act(findAction('checkDuplicate'), { query: `email=${EMAIL}` });
      expect(body).toEqual({ found: true });
    });

    it('when it opts the person out, then only the status of the emails changes', async () => {
      const { account, owner, id, read } = await openHidden();
      const before = await read();
      await account[caller].send({ type: 'Unsubscribed', person: { ...SENT, stage: undefined } });
      const { emails, ...rest } = await read();
      const { emails: _emails, ...restBefore } = before;
      expect(rest).toEqual(restBefore);
      expect(emails).toMatchObject([{ value: EMAIL, status: 'Unsubscribed' }]);
      expect((await owner.getPerson(id)).emails).toHaveLength(1);
    });
  });

  it.each(['owner', 'broker', 'agent'] as const)(
    'given a caller who sees the person (%s), then a lead adds its data',
    async (caller) => {
      const { account, read } = await openHidden();
      const { person } = await account[caller].send({ type: 'Registration', person: SENT });
      expect(person).toMatchObject({ lastName: 'Lee', stage: 'Lead' });
      expect(await read()).toMatchObject({ tags: ['vip', 'mine'], price: 9 });
    },
  );

  it('given a lead that makes a person for another agent, then the sender gets the id and what it sent', async () => {
    const { account } = await openHidden();
    const person = { emails: ['new@x.example'], assignedUserId: 3 };
    const { status, body } = await sendOverHttp(account.agent2, { type: 'Registration', source: 'Door', person });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['emails', 'id', 'source']);
  });
});

/** Sends a lead and returns the response of the API. */
const sendOverHttp = async (user: User, body: Json): Promise<{ status: number; body: Json }> => {
  const response = await user.act(findAction('ingestEvent'), { body });
  return response as { status: number; body: Json };
};
