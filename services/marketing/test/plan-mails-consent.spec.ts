import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createMemoryBus, type Bus } from '@porchlight/bus';
import { readMail, type ArrivedMail } from '@porchlight/mail';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { SMTPServer } from 'smtp-server';
import {
  openAccount,
  startMarketingService,
  type Account,
  type Json,
  type MarketingService,
} from './marketing-service';

let database: TestDatabase;
let bus: Bus;
let smtp: SMTPServer;
let service: MarketingService;
/** Raw mails in the order of their arrival. */
const arrived: string[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  database = await startDatabase();
  bus = createMemoryBus();
  const name = `marketing_${randomBytes(6).toString('hex')}`;
  const { port } = smtp.server.address() as AddressInfo;
  service = await startMarketingService({
    uri: database.uri(name),
    database: name,
    bus,
    planIntervalMs: 50,
    smtpUrl: `smtp://127.0.0.1:${port}`,
  });
});
afterAll(async () => {
  await service?.stop();
  await bus?.close();
  await database?.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const to = (address: string): string[] =>
  arrived.filter((raw) => raw.toLowerCase().includes(`to: `) && raw.includes(address));
const readFirst = (address: string): Promise<ArrivedMail> =>
  eventually(() => {
    const [raw] = to(address);
    expect(raw).toBeDefined();
    return readMail(raw!);
  });
/** A header of a raw mail, unfolded. */
const header = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1];

const createPlan = async ({ owner }: Account, body = '<p>Hello %contact_first_name%</p>'): Promise<number> => {
  const { id: templateId } = await owner.createTemplate({ name: 'T', subject: 'Hello', body });
  return (await owner.createPlan({ name: `P ${body.length}`, steps: [{ type: 'sendEmail', templateId }] }))[
    'id'
  ] as number;
};

/** Applies a plan and returns the mail of its log. */
const applyAndRead = async ({ owner }: Account, personId: number, planId: number): Promise<Json> => {
  const { id } = await owner.applyPlan(personId, planId);
  return eventually(async () => {
    const [mail] = (await owner.getApplied(id as number, ['mails']))['mails'] as Json[];
    expect(['Sent', 'NotSent']).toContain(mail?.['status']);
    return mail!;
  });
};

const open = () => openAccount(service, bus);

describe('D13.4 plan mails obey suppressions', () => {
  it.each([
    ['hard-bounce', 'Mails to the address bounced'],
    ['spamreport', 'The person reported a mail as spam'],
    ['dropped', 'The mail service no longer sends to the address'],
    ['unsubscribe', 'The person has unsubscribed'],
  ])('B14 hard bounces: given %s, then no plan mail is sent, and the log says why', async (type, reason) => {
    const account = await open();
    const address = `${type}@b14.example`;
    await account.people({ id: 1, emails: [address] });
    const planId = await createPlan(account);
    await account.owner.record([{ type, recipient: address, occurred: '2026-05-01T12:00:00Z' }]);
    expect(await applyAndRead(account, 1, planId)).toMatchObject({ status: 'NotSent', reason });
    expect(to(address)).toEqual([]);
  });

  it('B14 a temporary failure: given a soft bounce, then the plan mail is sent', async () => {
    const account = await open();
    await account.people({ id: 1, emails: ['soft@b14.example'] });
    await account.owner.record([{ type: 'soft-bounce', recipient: 'soft@b14.example' }]);
    expect(await applyAndRead(account, 1, await createPlan(account))).toMatchObject({ status: 'Sent' });
  });

  it.each([
    ['Complained', 'The person reported a mail as spam'],
    ['Bounced', 'Mails to the address bounced'],
  ])(
    'given a person whose email is %s, then no mail is sent before the suppression arrives',
    async (status, reason) => {
      const account = await open();
      await account.people({
        id: 1,
        fields: { emails: [{ value: `${status}@b15.example`, type: 'home', isPrimary: true, status }] },
      });
      expect(await applyAndRead(account, 1, await createPlan(account))).toMatchObject({ status: 'NotSent', reason });
    },
  );

  it('B15 an opt-out and a rewrite of emails: given the address is removed and added again, then it still gets no mail', async () => {
    const account = await open();
    const { owner } = account;
    await account.people({ id: 1, emails: ['old@b15.example'] });
    await owner.suppress({ address: 'OLD@b15.example' });
    await account.people({ id: 1, emails: ['new@b15.example'], version: 2 });
    await account.people({ id: 1, emails: ['old@b15.example'], version: 3 }, { id: 2 });
    const planId = await createPlan(account);
    expect(await applyAndRead(account, 1, planId)).toMatchObject({
      status: 'NotSent',
      reason: 'The person has unsubscribed',
    });
    const [suppression] = (await owner.listSuppressions()).suppressions;
    await owner.deleteSuppression(suppression!['id']);
    expect(await applyAndRead(account, 1, planId)).toMatchObject({ status: 'Sent' });
  });
});

describe('D13.4 opting out with one click', () => {
  it('B17 plan mails: given the address of List-Unsubscribe, when it gets a POST, then the next mail is not sent', async () => {
    const account = await open();
    await account.people({ id: 1, emails: ['ann@b17.example'] });
    const planId = await createPlan(account);
    expect(await applyAndRead(account, 1, planId)).toMatchObject({ status: 'Sent' });
    const mail = await readFirst('ann@b17.example');
    const [raw] = to('ann@b17.example');
    const link = /^<(https:\/\/porchlight\.example\/unsubscribe\/([\w-]+))>$/.exec(
      header(raw!, 'List-Unsubscribe') ?? '',
    );
    expect(header(raw!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.html).toContain('12 Harbor Lane<br>Austin, TX 78701');
    expect(mail.html).toContain(`<a href="${link![1]}">Unsubscribe</a>`);
    expect(mail.text).toContain('12 Harbor Lane\nAustin, TX 78701');
    expect(mail.text).toContain(`Unsubscribe: ${link![1]}`);

    // The person and the plan are gone: the link works.
    await account.owner.deletePlan(planId);
    await account.forget(1);
    expect(await service.unsubscribe.describe(link![2]!)).toMatchObject({ state: 'valid', address: 'ann@b17.example' });
    await account.people({ id: 2, emails: ['ANN@b17.example'] });
    const again = await createPlan(account, '<p>Again</p>');
    await service.unsubscribe.optOut(link![2]!);
    expect(await applyAndRead(account, 2, again)).toMatchObject({
      status: 'NotSent',
      reason: 'The person has unsubscribed',
    });
    expect(to('ann@b17.example')).toHaveLength(1);
  });

  it('B17 a template with the link: given %unsubscribe_url%, then the link stands there, and the footer has the address only', async () => {
    const account = await open();
    await account.people({ id: 1, emails: ['bo@b17.example'] });
    const body = '<html><body><p>Hi. <a href="%unsubscribe_url%">No more mail</a></p></body></html>';
    await applyAndRead(account, 1, await createPlan(account, body));
    const mail = await readFirst('bo@b17.example');
    expect(mail.html).toMatch(/<a href="https:\/\/porchlight\.example\/unsubscribe\/[\w-]{40,}">No more mail<\/a>/);
    expect(mail.html).not.toContain('>Unsubscribe<');
    expect(mail.html).toMatch(/Austin, TX 78701<\/p><\/body><\/html>$/);
    expect(header(to('bo@b17.example')[0]!, 'List-Unsubscribe')).toMatch(/^<https:/);
  });

  it('B17 a preview: given a merge of a template with the link, then the link is the sample', async () => {
    const account = await open();
    await account.people({ id: 1, emails: ['cy@b17.example'] });
    const { id } = await account.owner.createTemplate({ name: 'T', subject: 'S', body: '%unsubscribe_url%' });
    const sample = 'https://porchlight.example/unsubscribe/sample';
    expect(await account.owner.mergeTemplate(id as number, 1)).toMatchObject({ body: sample });
    expect(await account.owner.getTemplate(id as number, 1)).toMatchObject({ body: sample });
  });
});
