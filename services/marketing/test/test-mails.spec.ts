import { randomBytes } from 'node:crypto';
import { createUserMessage } from '@porchlight/backend/test/service';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import { createRecordingMailer } from '@porchlight/mail';
import { eventually, expectRefusal, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openAccount, startMarketingService, type MarketingService } from './marketing-service';

const QUOTA = 2;
const mailer = createRecordingMailer();
let database: TestDatabase;
let bus: Bus;
let service: MarketingService;
beforeAll(async () => {
  database = await startDatabase();
  bus = createMemoryBus();
  const name = `marketing_${randomBytes(6).toString('hex')}`;
  service = await startMarketingService({
    ...{ uri: database.uri(name), database: name, bus, mailer },
    account: { mailsPerDay: { planMails: QUOTA } },
  });
});
afterAll(async () => {
  await service?.stop();
  await bus?.close();
  await database?.stop();
});

const open = async () => {
  const account = await openAccount(service, bus);
  await account.people({ id: 1, emails: ['dora@example.org'], viewers: [3] });
  const { id } = await account.agent.createTemplate({
    ...{ name: 'Welcome', subject: 'Hello %contact_first_name%', body: '<p>Dear %contact_name%</p>' },
  });
  const before = mailer.mails.length;
  return { ...account, templateId: id as number, sent: () => mailer.mails.slice(before) };
};

describe('D6.1 a test mail of a template', () => {
  it('given a person, then the caller gets the merged mail, and the person none', async () => {
    const { agent, templateId, sent } = await open();
    expect(await agent.sendTest(templateId, 1)).toBe('ada@agency.example');
    expect(sent()).toHaveLength(1);
    expect(JSON.stringify(sent()[0])).toContain('Test: Hello Person');
    expect(JSON.stringify(sent()[0])).toContain('ada@agency.example');
    expect(JSON.stringify(sent()[0])).not.toContain('dora@example.org');
  });

  it('given more test mails than the quota of the day, then the next one is refused and not sent', async () => {
    const { agent, templateId, sent } = await open();
    for (let nth = 0; nth < QUOTA; nth++) await agent.sendTest(templateId);
    await expectRefusal(agent.sendTest(templateId), 'CONFLICT');
    expect(sent()).toHaveLength(QUOTA);
  });

  it('given an address that is not confirmed, then nothing is sent', async () => {
    const { agent, accountId, templateId, sent } = await open();
    const user = { id: 3, name: 'Ada Agent', email: 'ada@agency.example', emailConfirmed: false, version: 2 };
    await bus.publish(formatTopic('auth'), [createUserMessage(accountId, { ...user, role: 'Agent' })]);
    await eventually(() => expectRefusal(agent.sendTest(templateId), 'CONFLICT'));
    const before = sent().length;
    await expectRefusal(agent.sendTest(templateId), 'CONFLICT');
    expect(sent()).toHaveLength(before);
  });

  it('given a template or person that the caller may not see, or a lender, then it is refused', async () => {
    const { agent2, lender, templateId, sent } = await open();
    await expectRefusal(agent2.sendTest(templateId), 'NOT_FOUND');
    await expectRefusal(lender.sendTest(templateId), 'FORBIDDEN');
    expect(sent()).toEqual([]);
  });
});
