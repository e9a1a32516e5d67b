import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUserMessage, useServiceSuite } from '@porchlight/backend/test/service';
import { formatTopic } from '@porchlight/bus';
import { ReferenceServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { eventually, expectRefusal, freePort } from '@porchlight/testkit';
import { createTransport } from 'nodemailer';
import type { SentLead } from '../src/people-calls';
import { listen, openAccount, startMarketingService } from './marketing-service';

const SAMPLES = join(__dirname, '../../../samples/adf');
const sample = (name: string): string => readFileSync(join(SAMPLES, `${name}.xml`), 'utf8');

const leads: SentLead[] = [];
let port: number;
/** What people answers instead of taking the next lead. */
let failure: Error | undefined;

const suite = useServiceSuite('marketing', {
  start: async (options: Parameters<typeof startMarketingService>[0]) => {
    port = await freePort();
    return startMarketingService({
      ...options,
      inbound: `127.0.0.1:${port}`,
      sendLead: async (lead) => {
        if (failure) throw failure;
        leads.push(lead);
      },
    });
  },
  collect: listen,
  openAccount,
});

/** Mails XML to an address; returns the reply of the listener. */
const sendLeadMail = async (to: string, xml: string, options: object): Promise<{ code: number; text: string }> => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    const { response } = await transport.sendMail({
      ...{ from: 'leads@portal.example', to, subject: 'Lead', text: xml },
      ...options,
    });
    return { code: 250, text: response };
  } catch (error) {
    const { responseCode = 0, response = '' } = error as { responseCode?: number; response?: string };
    return { code: responseCode, text: response };
  } finally {
    transport.close();
  }
};

/** Mails XML to an address; returns the code of the reply. */
const mailLead = async (to: string, xml: string, options: object = {}): Promise<number> =>
  (await sendLeadMail(to, xml, options)).code;

/** An account with an address for the leads of a portal. */
const openAddress = async () => {
  const account = await suite.newAccount();
  await account.people({ id: 1 });
  const actor = { accountId: account.accountId, userId: 2, role: 'Broker', system: 'Portal', systemId: 5 } as const;
  const broker = suite.service.as(actor);
  const created = await broker.createLeadAddress({ name: 'Portal' });
  const sent = () => leads.filter((lead) => lead.actor.accountId === account.accountId);
  return { account, broker, created, address: created['address'] as string, sent };
};

describe('D12.7 addresses for leads by mail', () => {
  it('given a broker with a system, when an address is created, then it is shown once and has its system', async () => {
    const { broker, created } = await openAddress();
    expect(created).toMatchObject({
      id: 1,
      name: 'Portal',
      system: 'Portal',
      systemId: 5,
      createdById: 2,
      address: expect.stringMatching(/^lead-[0-9a-f]{40}@in\.example$/),
    });
    expect((await broker.getLeadAddress(1))['address']).toBeUndefined();
  });

  it('given a system that is deleted, then its addresses are found and deleted, and mails to them are refused', async () => {
    const { account, broker, address } = await openAddress();
    const other = { accountId: account.accountId, userId: 2, role: 'Broker', system: 'Other', systemId: 6 } as const;
    await suite.service.as(other).createLeadAddress({ name: 'Seller' });
    const references = suite.service.createClient(ReferenceServiceDefinition);
    const record = { kind: 'systems', id: 5, name: 'PORTAL' };
    const call = { actor: { accountId: account.accountId, userId: 1, role: 'Owner' } as const, timeoutMs: 20_000 };
    expect((await references.findReferences({ record }, call)).references).toEqual([
      { kind: 'leadAddress', id: 1, name: 'Portal' },
    ]);
    expect(await references.deleteReferences({ record }, call)).toEqual({ deleted: 1 });
    expect(await references.deleteReferences({ record }, call)).toEqual({ deleted: 0 });
    expect(await mailLead(address, sample('01-portal-property'))).toBe(550);
    await expectRefusal(broker.getLeadAddress(1), 'NOT_FOUND');
    expect(await broker.getLeadAddress(2)).toMatchObject({ system: 'Other' });
  });

  it('given an agent, when an address is created, then it is refused', async () => {
    const { account } = await openAddress();
    await expectRefusal(account.agent.createLeadAddress({ name: 'Mine' }), 'FORBIDDEN');
  });

  it('given credentials that may not send leads, when an address is created, then it is refused', async () => {
    const { account } = await openAddress();
    const scopes = ['write', 'marketing'];
    const actor = { accountId: account.accountId, userId: 1, role: 'Owner', system: 'Portal', scopes } as const;
    await expectRefusal(suite.service.as(actor).createLeadAddress({ name: 'App' }), 'INSUFFICIENT_SCOPE');
  });

  it('given a mailed lead, then it goes to people as a lead of the user and the system of the address', async () => {
    const { address, sent, broker } = await openAddress();
    expect(await mailLead(address, sample('01-portal-property'))).toBe(250);
    expect(sent()).toMatchObject([
      {
        actor: { userId: 2, role: 'Broker', system: 'Portal', systemId: 5 },
        request: {
          record: {
            type: 'Property Inquiry',
            source: 'HomeHarbor',
            message: 'Is Saturday after 2 pm possible?',
            person: { firstName: 'Maria', lastName: 'Keller', emails: [{ value: 'maria.keller@example.com' }] },
            property: { street: '4418 Bluebonnet Ln', price: 615_000 },
          },
          options: { handling: 'lenient' },
        },
      },
    ]);
    expect((await broker.getLeadAddress(1))['lastUsed']).toEqual(expect.any(String));
  });

  it('given the XML as an attached file, then it is read too', async () => {
    const { address, sent } = await openAddress();
    const attachments = [
      { filename: 'lead.xml', content: sample('02-general-inquiry'), contentType: 'application/xml' },
    ];
    expect(await mailLead(address, 'See the file.', { attachments })).toBe(250);
    expect(sent()).toHaveLength(1);
  });

  it('given a mail that a program sent, then its lead counts', async () => {
    const { address, sent } = await openAddress();
    const headers = { 'Auto-Submitted': 'auto-generated' };
    expect(await mailLead(address, sample('02-general-inquiry'), { headers })).toBe(250);
    expect(sent()).toHaveLength(1);
  });

  it('given people that does not answer, when the mail is sent again, then the lead has the same key', async () => {
    const { address, sent } = await openAddress();
    const mail = {
      raw: `From: a@portal.example\r\n\r\n${sample('02-general-inquiry')}`,
      envelope: { from: '', to: address },
    };
    failure = refuse('UNAVAILABLE');
    expect(await mailLead(address, '', mail)).toBe(451);
    failure = undefined;
    await mailLead(address, '', mail);
    await mailLead(address, '', mail);
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  });

  it('given an address that was deleted, when a lead arrives, then it is refused', async () => {
    const { address, broker, sent } = await openAddress();
    await broker.deleteLeadAddress(1);
    expect(await mailLead(address, sample('02-general-inquiry'))).toBe(550);
    expect(sent()).toEqual([]);
  });

  it('given a disabled creator, when a lead arrives, then it is refused', async () => {
    const { account, address } = await openAddress();
    await suite.bus.publish(formatTopic('auth'), [
      createUserMessage(account.accountId, {
        id: 2,
        name: 'Bea Broker',
        role: 'Broker',
        status: 'Disabled',
        version: 9,
      }),
    ]);
    await eventually(async () => expect(await mailLead(address, sample('02-general-inquiry'))).toBe(550));
  });

  it.each([
    ['a token that was never created', `lead-${'0'.repeat(40)}@in.example`],
    ['another domain', `lead-${'0'.repeat(40)}@other.example`],
  ])('given %s, then the mail is refused', async (_case, address) => {
    expect(await mailLead(address, sample('02-general-inquiry'))).toBe(550);
  });

  it.each([
    ['no XML', () => 'Call me', 'The mail has no ADF/XML.'],
    ['a document type', () => sample('12-doctype'), 'a document type (DOCTYPE) is not allowed.'],
    ['XML that is not closed', () => sample('15-not-closed'), 'unclosed tag'],
    ['more than 256 kB', () => `<adf>${'x\n'.repeat(150_000)}</adf>`, 'it has more than 262144 bytes.'],
  ])('given a mail with %s, then the refusal says so and people gets nothing', async (_case, read, reason) => {
    const { address, sent } = await openAddress();
    const { code, text } = await sendLeadMail(address, read(), {});
    expect(code).toBe(554);
    expect(text).toContain(reason);
    expect(sent()).toEqual([]);
  });

  it('given a lead that people refuses, then the mail is refused', async () => {
    const { address } = await openAddress();
    failure = refuse('INVALID_BODY', { problems: 'A lead needs a name.' });
    const answer = await mailLead(address, sample('02-general-inquiry'));
    failure = undefined;
    expect(answer).toBe(554);
  });
});
