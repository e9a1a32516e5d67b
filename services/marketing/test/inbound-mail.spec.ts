import type { AddressInfo } from 'node:net';
import { useServiceSuite } from '@porchlight/backend/test/service';
import { eventually, freePort } from '@porchlight/testkit';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { listen, openAccount, RECORDED, startMarketingService } from './marketing-service';

/** A mail as the mail server of a contact gets it. */
interface Delivered {
  readonly returnPath: string;
  readonly replyTo: string;
  readonly messageId: string;
  readonly to: string;
}

const delivered: Delivered[] = [];
let inboundPort: number;
/** While true, people does not answer. */
let isAway = false;

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const raw = Buffer.concat(chunks)
        .toString()
        .replace(/\r\n[ \t]+/g, ' ');
      const header = (name: string): string => new RegExp(`^${name}: *(.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';
      delivered.push({
        returnPath: envelope.mailFrom ? envelope.mailFrom.address : '',
        replyTo: header('Reply-To'),
        messageId: header('Message-ID'),
        to: envelope.rcptTo[0]!.address,
      });
      done();
    });
  },
});

const suite = useServiceSuite('marketing', {
  start: async (options: Parameters<typeof startMarketingService>[0]) => {
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', () => resolve()));
    inboundPort = await freePort();
    const { port } = mailServer.server.address() as AddressInfo;
    return startMarketingService({
      ...options,
      planIntervalMs: 50,
      smtpUrl: `smtp://127.0.0.1:${port}`,
      inbound: `127.0.0.1:${inboundPort}`,
      saveEmail: async (accountId, request) => {
        if (isAway) throw new Error('people is away');
        RECORDED.push({ accountId, ...request });
      },
    });
  },
  collect: listen,
  openAccount,
});
afterAll(() => new Promise<void>((resolve) => mailServer.close(() => resolve())));

/** Sends a mail to the listener; returns its answer: 250, or the code of the refusal. */
const arrive = async (to: string, raw: string, from = 'someone@x.example'): Promise<number> => {
  const transport = createTransport({ host: '127.0.0.1', port: inboundPort, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from, to }, raw: raw.replace(/\r?\n/g, '\r\n') });
    return 250;
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0;
  } finally {
    transport.close();
  }
};

const write = (headers: Readonly<Record<string, string>>, body: string): string =>
  [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\n');

/** A person who got a mail of a plan that has a further step in a day. */
const sendPlanMail = async () => {
  const account = await suite.newAccount();
  const { owner, accountId } = account;
  const address = `ann${accountId}@x.example`;
  // While modules load, the first call of a file may find the service busy.
  await eventually(() => account.people({ id: 1, emails: [address], fields: { assignedUserId: 3 } }));
  const { id: templateId } = await owner.createTemplate({ name: 'T', subject: 'S', body: 'B' });
  const steps = [
    { type: 'sendEmail', templateId },
    { type: 'addTags', tags: ['later'], delay: { value: 1, unit: 'days' } },
  ];
  const { id: planId } = await owner.createPlan({ name: 'P', steps });
  const { id } = await owner.applyPlan(1, planId as number);
  let mail: Delivered | undefined;
  await eventually(() => {
    mail = delivered.find(({ to }) => to === address);
    expect(mail).toBeDefined();
    expect(RECORDED.some((one) => one.accountId === accountId)).toBe(true);
  });
  return {
    ...{ account, mail: mail!, address },
    readStatus: async () => (await owner.getApplied(id)).status,
    /** Mails of the account that were recorded besides the sent one, whose report may be repeated. */
    recorded: () => RECORDED.filter((one) => one.accountId === accountId && one.record?.status !== 'Sent'),
    suppressed: async () => (await owner.listSuppressions()).suppressions,
  };
};

const reply = ({ messageId }: Delivered, more: Readonly<Record<string, string>> = {}): string =>
  write(
    {
      From: 'Ann <ann@x.example>',
      Subject: 'Re: S',
      'Message-ID': '<answer@x.example>',
      'In-Reply-To': messageId,
      ...more,
    },
    'Yes, Friday.',
  );

/** A delivery status notification (RFC 3464). */
const report = (recipient: string, status = '5.1.1', action = 'failed'): string =>
  write(
    {
      From: 'MAILER-DAEMON@x.example',
      Subject: 'Undelivered',
      'Auto-Submitted': 'auto-replied',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
    },
    [
      '--b',
      'Content-Type: text/plain',
      '',
      'It failed.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.x.example',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      '--b--',
      '',
    ].join('\n'),
  );

describe('D12.7 replies', () => {
  it('given a plan mail, when it leaves, then replies and bounces go to signed addresses of that mail', async () => {
    const { mail } = await sendPlanMail();
    expect(mail.replyTo).toMatch(/^reply-[0-9.]+-[0-9a-f]{24}@in\.example$/);
    expect(mail.returnPath).toMatch(/^bounce-[0-9.]+-[0-9a-f]{24}@in\.example$/);
  });

  it('given a reply that names the mail, when it arrives, then it is recorded and the running plan pauses', async () => {
    const { mail, recorded, readStatus } = await sendPlanMail();
    expect(await arrive(mail.replyTo, reply(mail))).toBe(250);
    expect(recorded().map(({ record }) => record)).toMatchObject([
      {
        personId: 1,
        isIncoming: true,
        status: 'Received',
        subject: 'Re: S',
        body: 'Yes, Friday.\n',
        from: 'ann@x.example',
        messageId: '<answer@x.example>',
        threadId: mail.messageId,
        userId: 3,
      },
    ]);
    expect(await readStatus()).toBe('Paused');
  });

  it('given a reply that arrives twice, then both are recorded under one key', async () => {
    const { mail, recorded } = await sendPlanMail();
    await arrive(mail.replyTo, reply(mail));
    await arrive(mail.replyTo, reply(mail));
    expect(new Set(recorded().map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ['names no mail', { 'In-Reply-To': '' }],
    ['names a mail that was not sent to the person', { 'In-Reply-To': '<other@x.example>' }],
    ['was sent by a program', { 'Auto-Submitted': 'auto-replied' }],
  ])('given a mail that %s, when it arrives, then it is unverified and the plan runs on', async (_case, headers) => {
    const { mail, recorded, readStatus } = await sendPlanMail();
    expect(await arrive(mail.replyTo, reply(mail, headers))).toBe(250);
    expect(recorded().map(({ record }) => record!.status)).toEqual(['Unverified']);
    expect(await readStatus()).toBe('Running');
  });

  it('given a message id that was sent to another person, when it arrives for this one, then it is unverified', async () => {
    const [one, other] = [await sendPlanMail(), await sendPlanMail()];
    await arrive(one.mail.replyTo, reply(other.mail));
    expect(one.recorded().map(({ record }) => record!.status)).toEqual(['Unverified']);
  });

  it('given people that does not answer, when a reply arrives, then the sender is asked to try again', async () => {
    const { mail, recorded } = await sendPlanMail();
    isAway = true;
    expect(await arrive(mail.replyTo, reply(mail))).toBe(451);
    isAway = false;
    expect(await arrive(mail.replyTo, reply(mail))).toBe(250);
    expect(recorded()).toHaveLength(1);
  });
});

describe('D12.7 bounces', () => {
  it('given a report about the recipient at the return address, then the mail bounced and its address is suppressed', async () => {
    const { mail, address, recorded, suppressed } = await sendPlanMail();
    expect(await arrive(mail.returnPath, report(address), '')).toBe(250);
    expect(recorded().map(({ key, record }) => ({ key, status: record!.status }))).toEqual([
      { key: expect.stringMatching(/^plan:/), status: 'Bounced' },
    ]);
    expect(await suppressed()).toMatchObject([{ address, reason: 'bounced' }]);
  });

  it('given a report of a full mailbox, then the mail bounced and the address is not suppressed', async () => {
    const { mail, address, recorded, suppressed } = await sendPlanMail();
    await arrive(mail.returnPath, report(address, '5.2.2'), '');
    expect(recorded().map(({ record }) => record!.status)).toEqual(['Bounced']);
    expect(await suppressed()).toEqual([]);
  });

  it.each([
    ['about another recipient', () => report('other@x.example')],
    ['of a delay', (address: string) => report(address, '4.4.1', 'delayed')],
    ['without the form of RFC 3464', () => write({ From: 'MAILER-DAEMON@x.example' }, '550 5.1.1 no such user')],
  ])('given a report %s, then it is unverified and suppresses nothing', async (_case, build) => {
    const { mail, address, recorded, suppressed } = await sendPlanMail();
    expect(await arrive(mail.returnPath, build(address), '')).toBe(250);
    expect(recorded().map(({ record }) => record!.status)).toEqual(['Unverified']);
    expect(await suppressed()).toEqual([]);
  });

  it('given a report at the reply address, then it is unverified and suppresses nothing', async () => {
    const { mail, address, recorded, suppressed } = await sendPlanMail();
    await arrive(mail.replyTo, report(address), '');
    expect(recorded().map(({ record }) => record!.status)).toEqual(['Unverified']);
    expect(await suppressed()).toEqual([]);
  });
});

describe('D12.7 bad mail', () => {
  it.each(['postmaster@in.example', 'reply-1.1.0-000000000000000000000000@in.example', 'ann@x.example'])(
    'given no mail with the address %s, then it is refused',
    async (to) => expect(await arrive(to, write({ From: 'a@x.example' }, 'x'))).toBe(550),
  );

  it('given a mail over 1 MiB, then it is refused and nothing is recorded', async () => {
    const { mail, recorded } = await sendPlanMail();
    expect(await arrive(mail.replyTo, write({ From: 'a@x.example' }, `${'x'.repeat(70)}\n`.repeat(16_000)))).toBe(552);
    expect(recorded()).toEqual([]);
  });

  it('given parts nested deeper than 30, then the mail is refused and nothing is recorded', async () => {
    const { mail, recorded } = await sendPlanMail();
    const nested = Array.from({ length: 40 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}`);
    expect(await arrive(mail.replyTo, `From: a@x.example\n${nested.join('\n')}\n\nx`)).toBe(554);
    expect(recorded()).toEqual([]);
  });

  it('given a mail that got 50 replies, when one more arrives, then the sender is asked to try later', async () => {
    const { mail, recorded } = await sendPlanMail();
    for (let nth = 0; nth < 50; nth++) await arrive(mail.replyTo, reply(mail, { 'Message-ID': `<${nth}@x.example>` }));
    expect(await arrive(mail.replyTo, reply(mail))).toBe(452);
    expect(recorded()).toHaveLength(50);
  });
});
