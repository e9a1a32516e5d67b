import { randomBytes } from 'node:crypto';
import ICAL from 'ical.js';
import { formatTopic, createMemoryBus, type Bus } from '@porchlight/bus';
import { User, type FactDataOf } from '@porchlight/contracts';
import { createRecordingMailer } from '@porchlight/mail';
import { createChangeMessage, createMessage } from '@porchlight/backend/test/service';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openAccount, startMarketingService, type Account, type MarketingService } from './marketing-service';

type Invited = FactDataOf<'people.appointments.invited'>;

const mailer = createRecordingMailer();
let database: TestDatabase;
let bus: Bus;
let service: MarketingService;

beforeAll(async () => {
  database = await startDatabase();
  bus = createMemoryBus();
  const name = `marketing_${randomBytes(6).toString('hex')}`;
  service = await startMarketingService({ uri: database.uri(name), database: name, bus, mailer });
});
afterAll(async () => {
  await service?.stop();
  await bus?.close();
  await database?.stop();
});

const INVITED: Invited = {
  appointmentId: 4,
  version: 1,
  method: 'REQUEST',
  created: '2027-03-01T12:00:00.000Z',
  updated: '2027-03-01T12:00:00.000Z',
  title: 'Tour <b>now</b>',
  description: 'Bring keys',
  location: '12 Harbor Lane',
  start: '2027-03-02T15:00:00.000Z',
  end: '2027-03-02T16:00:00.000Z',
  zone: 'America/Chicago',
  organizerId: 1,
  recipients: [],
};

/** An account whose users have confirmed and unconfirmed addresses. */
const open = async (): Promise<Account & { readonly domain: string }> => {
  const account = await openAccount(service, bus);
  const { accountId } = account;
  const domain = `${randomBytes(4).toString('hex')}.example`;
  const user = (id: number, emailConfirmed: boolean) =>
    createChangeMessage(accountId, {
      service: 'auth',
      resource: 'users',
      verb: 'updated',
      ids: [id],
      record: User.encode(
        createMessage(User, {
          id,
          version: 50,
          name: `User ${id}`,
          email: `user${id}@${domain}`,
          role: id === 1 ? 'Owner' : 'Agent',
          status: 'Active',
          emailConfirmed,
        }),
      ).finish(),
    });
  await bus.publish(formatTopic('auth'), [user(1, true), user(3, true), user(4, false)]);
  await account.people({ id: 7, emails: [`ada@${domain}`] }, { id: 8, emails: [`gone@${domain}`] });
  return { ...account, domain };
};
const invite = ({ accountId, publishPeople }: Account, more: Partial<Invited>) =>
  publishPeople(
    createChangeMessage(accountId, {
      service: 'people',
      resource: 'appointments',
      verb: 'invited',
      ids: [4],
      data: { ...INVITED, ...more },
    }),
  );
const listMails = (domain: string) => mailer.mails.filter(({ to }) => to.address.endsWith(domain));
const findMail = (address: string) =>
  eventually(() => {
    const mail = mailer.mails.find(({ to }) => to.address === address);
    expect(mail).toBeDefined();
    return mail!;
  });

describe('D12.1 invitations by mail', () => {
  it('given a person, then the mail has an invitation that a foreign parser reads, and the unsubscribe link', async () => {
    const account = await open();
    await invite(account, { recipients: [{ personId: 7 }] });
    const { subject, text, headers, icalEvent, replyTo } = await findMail(`ada@${account.domain}`);
    expect(subject).toContain('Invitation: Tour');
    expect(text).toContain('9:00');
    expect(headers).toHaveProperty('List-Unsubscribe');
    expect(replyTo).toMatchObject({ address: `user1@${account.domain}` });
    const calendar = new ICAL.Component(ICAL.parse(icalEvent!.content) as never);
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
    expect(event).toMatchObject({
      uid: `appointment-${account.accountId}-4@porchlight`,
      sequence: 0,
      summary: 'Tour <b>now</b>',
      organizer: `mailto:user1@${account.domain}`,
    });
    expect(event.startDate.toJSDate()).toEqual(new Date(INVITED.start));
    expect(event.attendees.map((attendee) => attendee.getFirstValue())).toEqual([`mailto:ada@${account.domain}`]);
  });

  it('given users, then only those with a confirmed address get a mail', async () => {
    const account = await open();
    await invite(account, { recipients: [{ userId: 4 }, { userId: 3 }] });
    const { headers } = await findMail(`user3@${account.domain}`);
    expect(headers).toBeUndefined();
    expect(listMails(account.domain)).toHaveLength(1);
  });

  it('given a suppressed address and one that only an invitee has, then no mail leaves', async () => {
    const account = await open();
    await account.owner.suppress({ address: `gone@${account.domain}`, reason: 'unsubscribed' });
    const guest = { email: `guest@${account.domain}`, name: 'Guest' };
    await invite(account, { recipients: [{ personId: 8 }, guest, { personId: 7 }] });
    await findMail(`ada@${account.domain}`);
    expect(listMails(account.domain)).toHaveLength(1);
  });

  it('given a cancellation, then the mail has the method CANCEL and the same event', async () => {
    const account = await open();
    await invite(account, { method: 'CANCEL', version: 3, recipients: [{ personId: 7 }] });
    const { subject, icalEvent } = await findMail(`ada@${account.domain}`);
    expect(subject).toContain('Cancelled: Tour');
    expect(icalEvent).toMatchObject({ method: 'CANCEL', content: expect.stringContaining('STATUS:CANCELLED') });
    expect(icalEvent!.content).toContain('SEQUENCE:2');
  });

  it('given a second version, then it is mailed to its recipients only', async () => {
    const account = await open();
    await invite(account, { recipients: [{ personId: 7 }] });
    await findMail(`ada@${account.domain}`);
    await invite(account, { version: 2, recipients: [{ userId: 3 }] });
    await findMail(`user3@${account.domain}`);
    expect(listMails(account.domain)).toHaveLength(2);
  });
});
