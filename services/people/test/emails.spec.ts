import { allActions, emails, type EmailMessage, EmailMessageServiceDefinition, people } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { publishFact } from './publish-facts';
import type { Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();

const FIELDS = 'emailsSent,emailsReceived,lastSentEmail,lastReceivedEmail,lastEmail';
const readActivity = async ({ owner }: Account, id: number) => {
  const { id: _id, ...activity } = await owner.on(people).get(id, `fields=${FIELDS}`);
  return activity;
};

const merge = ({ owner }: Pick<Account, 'owner'>, id: number, otherId: number) =>
  owner.act(
    allActions.find(({ rpc }) => rpc === 'mergePeople')!,
    { id, body: { otherId } },
  );

/** Records a mail as the marketing service does. */
const record = (accountId: number, key: string, mail: Partial<EmailMessage>, at = new Date('2026-05-01T10:00:00Z')) =>
  suite.service
    .createClient(EmailMessageServiceDefinition)
    .recordEmail(
      { key, record: { id: 0, version: 0, status: 'Sent', subject: 'Hello', ...mail }, at },
      { actor: { accountId, userId: 0, role: 'Operator' }, timeoutMs: 20_000 },
    );

// Merges, deletions and viewers of each record of a person: person-deleted.spec.ts.
describe('D12.7 emails', () => {
  it('given a person, when an email is posted, then it is recorded and the answer says that it was not sent', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const email = { personId: person.id, subject: 'Hi', body: 'See you', from: 'ada@a.example', to: 'jo@example.com' };
    expect(await owner.on(emails).create({ ...email, messageId: '<1@a.example>', threadId: 't1' })).toMatchObject({
      ...email,
      sent: false,
      recordOnly: true,
      status: 'Recorded',
      isIncoming: false,
      userId: 1,
      userName: 'Olga Owner',
      messageId: '<1@a.example>',
      threadId: 't1',
    });
  });

  it('given an email, when it is created, changed and deleted, then each fires its webhook', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    await owner.on(emails).create({ personId: person.id, subject: 'Hi' });
    expect(await owner.on(emails).update(1, { subject: 'Ho' })).toMatchObject({ subject: 'Ho', status: 'Recorded' });
    await owner.on(emails).remove(1);
    await expectRefusal(owner.on(emails).get(1), 'NOT_FOUND');
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('email'));
    await eventually(() => expect(fired()).toEqual(['emailsCreated', 'emailsUpdated', 'emailsDeleted']));
  });

  it('given emails of two people, when they are listed by person and time, then the newest of the person is first', async () => {
    const { owner } = await suite.newAccount();
    const { person: jo } = await owner.createPerson({ firstName: 'Jo' });
    const { person: al } = await owner.createPerson({ firstName: 'Al' });
    for (const personId of [jo.id, al.id, jo.id]) await owner.on(emails).create({ personId, subject: 'Hi' });
    expect((await owner.on(emails).list(`personId=${jo.id}&limit=2&sort=-created`)).ids).toEqual([3, 1]);
  });

  it('given a person whom the caller may not see, when an email is posted, then it is refused', async () => {
    const { owner, agent2 } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
    await expectRefusal(agent2.on(emails).create({ personId: person.id, subject: 'Hi' }), 'INVALID_BODY');
  });

  it.each([
    ['no subject and no body', {}],
    ['a body of 65,537 characters', { body: 'x'.repeat(65_537) }],
    ['an unknown user', { subject: 'Hi', userId: 99 }],
  ])('given %s, when an email is posted, then it is refused and nothing is stored', async (_case, content) => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    await expect(owner.on(emails).create({ personId: person.id, ...content })).rejects.toThrow();
    expect((await owner.on(emails).list()).total).toBe(0);
  });

  it('given HTML with a script, when it is recorded, then the script is not stored', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const html = '<p onclick="x()">Hi<script>x()</script></p>';
    const email = await owner.on(emails).create({ personId: person.id, body: html, isHtml: true });
    expect(email['body']).toBe('<p>Hi</p>');
  });
});

describe('D5.5 D12.7 counters and times of emails', () => {
  it('given emails in both directions, when they are recorded, then they are counted and dated', async () => {
    const account = await suite.newAccount();
    const { person } = await account.owner.createPerson({ firstName: 'Jo' });
    const email = { personId: person.id, subject: 'Hi' };
    const out = await account.owner.on(emails).create(email);
    await account.owner.on(emails).create(email);
    const incoming = await account.owner.on(emails).create({ ...email, isIncoming: true });
    expect(await readActivity(account, person.id)).toMatchObject({
      emailsSent: 2,
      emailsReceived: 1,
      lastReceivedEmail: incoming.created,
      lastEmail: incoming.created,
      lastSentEmail: expect.any(String),
    });
    await account.owner.on(emails).remove(out.id);
    await account.owner.on(emails).remove(incoming.id);
    expect(await readActivity(account, person.id)).toMatchObject({
      emailsSent: 1,
      emailsReceived: 0,
      lastReceivedEmail: null,
    });
    expect(await suite.service.recount(account.accountId)).toEqual([]);
  });

  it('given mails of campaigns and recorded emails, when both change, then their counts add up', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const count = (emailsSent: number, sequence: number) =>
      publishFact(suite.bus, accountId, 'emEvents.activity', {
        people: [{ personId: person.id, emailsSent, lastSentEmail: '2026-01-03T10:00:00Z', sequence }],
      });
    const expectSent = (sent: number) =>
      eventually(async () => expect((await readActivity(account, person.id))['emailsSent']).toBe(sent));
    await count(3, 30);
    await expectSent(3);
    const email = await owner.on(emails).create({ personId: person.id, subject: 'Hi' });
    await expectSent(4);
    await count(5, 50);
    await expectSent(6);
    await owner.on(emails).remove(email.id);
    await expectSent(5);
    expect(await readActivity(account, person.id)).toMatchObject({ lastSentEmail: '2026-01-03T10:00:00Z' });
    expect(await suite.service.recount(accountId)).toEqual([]);
  });

  it('given two people with campaigns and emails, when they are merged, then the survivor has the sums', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const { person: jo } = await owner.createPerson({ firstName: 'Jo' });
    const { person: joan } = await owner.createPerson({ firstName: 'Joan' });
    const peopleOf = [jo, joan].map(({ id: personId }) => ({
      ...{ personId, emailsSent: 2, lastSentEmail: '2026-01-03T10:00:00Z', sequence: 2 },
    }));
    await publishFact(suite.bus, accountId, 'emEvents.activity', { people: peopleOf });
    await eventually(async () => expect((await readActivity(account, joan.id))['emailsSent']).toBe(2));
    await owner.on(emails).create({ personId: joan.id, subject: 'Hi' });
    await merge({ owner }, jo.id, joan.id);
    await eventually(async () => expect((await owner.on(emails).list(`personId=${jo.id}`)).total).toBe(1));
    expect((await readActivity(account, jo.id))['emailsSent']).toBe(5);
    expect(await suite.service.recount(accountId)).toEqual([]);
  });
});

describe('D12.7 a mail that the service sent or received', () => {
  it('given a mail that is reported repeatedly, when it is recorded, then there is one record and it counts once', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
    const mail = { personId: person.id, userId: 3, messageId: '<m1@x.example>', actionPlanId: 7, to: 'jo@example.com' };
    const [first] = await Promise.all([1, 2, 3].map(() => record(accountId, 'm1', mail)));
    expect((await record(accountId, 'm1', mail)).id).toBe(first!.id);
    const { records } = await owner.on(emails).list();
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...mail,
      status: 'Sent',
      sent: true,
      recordOnly: false,
      createdBy: 'Ada Agent',
      created: '2026-05-01T10:00:00Z',
    });
    expect(await readActivity(account, person.id)).toMatchObject({
      emailsSent: 1,
      lastSentEmail: '2026-05-01T10:00:00Z',
      lastEmail: '2026-05-01T10:00:00Z',
    });
  });

  it('given a sent mail, when it is reported as bounced, then its record says so and it still counts', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const { id } = await record(accountId, 'm1', { personId: person.id });
    await record(accountId, 'm1', { personId: person.id, status: 'Bounced', subject: undefined });
    expect(await owner.on(emails).get(id!)).toMatchObject({ status: 'Bounced', sent: true, subject: 'Hello' });
    expect(await readActivity(account, person.id)).toMatchObject({ emailsSent: 1 });
  });

  it('given an unverified mail, when it is recorded, then no counter and no time changes', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    await record(accountId, 'm1', { personId: person.id, isIncoming: true, status: 'Unverified' });
    expect((await owner.on(emails).list('status=Unverified')).total).toBe(1);
    expect(await readActivity(account, person.id)).toMatchObject({ emailsReceived: 0, lastReceivedEmail: null });
    expect((await owner.on(people).get(person.id)).lastActivity).toBe(person.lastActivity);
    expect(await suite.service.recount(accountId)).toEqual([]);
  });

  it('given a person who was merged, when the mail is recorded, then the survivor has it', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person: jo } = await owner.createPerson({ firstName: 'Jo' });
    const { person: joan } = await owner.createPerson({ firstName: 'Joan' });
    await merge({ owner }, jo.id, joan.id);
    await record(accountId, 'm1', { personId: joan.id });
    expect((await owner.on(emails).get(1))['personId']).toBe(jo.id);
  });

  it('given a person who was deleted, when the mail is recorded, then there is no record', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    await owner.on(people).remove(person.id);
    expect((await record(accountId, 'm1', { personId: person.id })).id).toBeUndefined();
  });

  it('given a user of the account, when the user reports a mail, then the call is refused', async () => {
    const { accountId } = await suite.newAccount();
    const client = suite.service.createClient(EmailMessageServiceDefinition);
    const report = client.recordEmail(
      { key: 'm1', record: undefined, at: undefined },
      { actor: { accountId, userId: 1, role: 'Owner' }, timeoutMs: 20_000 },
    );
    await expectRefusal(report, 'FORBIDDEN');
  });
});
