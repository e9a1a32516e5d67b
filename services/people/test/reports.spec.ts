import { allActions, calls, EmailMessageServiceDefinition, textMessages } from '@porchlight/contracts';
import { expectRefusal } from '@porchlight/testkit';
import type { Account, Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const find = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;
const LEADS = find('reportLeads');
const ANSWERS = find('reportFirstAnswers');
const STAGES = find('reportStages');
const MARCH = { from: '2026-03-01', to: '2026-03-31', timeZone: 'America/Chicago' };

type Query = Record<string, string>;
const read = async (user: Account['owner'], action: typeof LEADS, query: Query = MARCH): Promise<Json> =>
  (await user.act(action, { query: new URLSearchParams(query).toString() })).body as Json;

/** Creates a person at a time of the past. */
const create = async ({ owner }: Account, createdAt: string, json: Json = {}): Promise<number> =>
  (await owner.createPerson({ firstName: 'Lead', source: 'Portal', createdAt, ...json })).person['id'] as number;

describe('[ext] GET /v1/reports/leads', () => {
  it('given people of several days and sources, then they are counted by day of the time zone and source', async () => {
    const account = await suite.newAccount();
    // 23:30 of the 1st in Chicago.
    await create(account, '2026-03-02T05:30:00Z');
    await create(account, '2026-03-02T18:00:00Z');
    await create(account, '2026-03-02T19:00:00Z', { source: 'Website' });
    expect(await read(account.owner, LEADS)).toEqual({
      ...MARCH,
      leads: 3,
      sources: [
        { source: 'Portal', leads: 2 },
        { source: 'Website', leads: 1 },
      ],
      days: [
        { day: '2026-03-01', source: 'Portal', leads: 1 },
        { day: '2026-03-02', source: 'Portal', leads: 1 },
        { day: '2026-03-02', source: 'Website', leads: 1 },
      ],
    });
  });

  it('given people before and after the range, then only the first and last day are included', async () => {
    const account = await suite.newAccount();
    for (const at of ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z'])
      await create(account, at);
    const { days } = await read(account.owner, LEADS, { ...MARCH, timeZone: 'UTC' });
    expect(days).toEqual([
      { day: '2026-03-01', source: 'Portal', leads: 1 },
      { day: '2026-03-31', source: 'Portal', leads: 1 },
    ]);
  });

  it('given people in the trash, deleted and of another account, then they are not counted', async () => {
    const account = await suite.newAccount();
    const other = await suite.newAccount();
    await create(other, '2026-03-02T12:00:00Z');
    await create(account, '2026-03-02T12:00:00Z', { stage: 'Trash' });
    await account.owner.deletePerson(await create(account, '2026-03-02T12:00:00Z'));
    expect((await read(account.owner, LEADS))['leads']).toBe(0);
  });

  it('given an agent, then only the people whom the agent may see are counted', async () => {
    const account = await suite.newAccount();
    await create(account, '2026-03-02T12:00:00Z', { assignedUserId: 3 });
    await create(account, '2026-03-02T12:00:00Z', { assignedUserId: 2 });
    expect((await read(account.broker, LEADS))['leads']).toBe(2);
    expect((await read(account.agent, LEADS))['leads']).toBe(1);
  });

  it('given more than 20 sources, then the smallest are counted together without a name', async () => {
    const account = await suite.newAccount();
    await create(account, '2026-03-02T12:00:00Z', { source: 'Largest' });
    for (let nth = 0; nth < 21; nth++)
      await create(account, '2026-03-02T12:00:00Z', { source: nth === 0 ? 'Largest' : `Source ${nth}` });
    const { sources } = (await read(account.owner, LEADS)) as { sources: Json[] };
    expect(sources).toHaveLength(21);
    expect(sources[0]).toEqual({ source: 'Largest', leads: 2 });
    expect(sources[20]).toEqual({ source: null, leads: 1 });
  });

  it.each([
    ['without a day', { from: '2026-03-01' }, "Missing 'to' parameter"],
    ['with a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, "'from' must be a day"],
    ['that ends before it begins', { from: '2026-03-02', to: '2026-03-01' }, 'must not be before'],
    ['of 367 days', { from: '2025-01-01', to: '2026-01-02' }, 'has 367 days; the limit is 366'],
    ['in an unknown time zone', { ...MARCH, timeZone: 'Chicago' }, "'timeZone' must be an IANA name"],
  ])('given a range %s, then 400 with the reason', async (_, query, reason) => {
    const { owner } = await suite.newAccount();
    await expectRefusal(read(owner, LEADS, query as Query), 'INVALID_QUERY', reason);
  });
});

describe('[ext] GET /v1/reports/firstAnswers', () => {
  const MINUTE_MS = 60_000;
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
  const recent = (): Query => ({ from: ago(86_400_000).slice(0, 10), to: ago(0).slice(0, 10), timeZone: 'UTC' });

  /** Records an email to a person as the marketing service does. */
  const sendEmail = ({ accountId }: Account, personId: number, at: string) =>
    suite.service
      .createClient(EmailMessageServiceDefinition)
      .recordEmail(
        { key: `${personId}/${at}`, record: { id: 0, version: 0, status: 'Sent', personId }, at: new Date(at) },
        { actor: { accountId, userId: 0, role: 'Operator' }, timeoutMs: 20_000 },
      );

  it('given a call and a text message, then the leads are answered, in the span of their waiting time', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const called = await create(account, ago(2 * MINUTE_MS), { assignedUserId: 3 });
    const written = await create(account, ago(120 * MINUTE_MS), { assignedUserId: 3 });
    await owner.on(calls).create({ personId: called, phone: '5550100', isIncoming: false });
    const message = { message: 'Hello', toNumber: '5550100', fromNumber: '5550101', isIncoming: false };
    await owner.on(textMessages).create({ ...message, personId: written });
    const report = await read(owner, ANSWERS, recent());
    expect(report).toMatchObject({
      leads: 2,
      answered: 2,
      spans: [
        { upToSeconds: 300, leads: 1 },
        { upToSeconds: 3_600, leads: 0 },
        { upToSeconds: 86_400, leads: 1 },
        { upToSeconds: 2_592_000, leads: 0 },
      ],
      users: [{ userId: 3, name: 'Ada Agent', leads: 2, answered: 2 }],
    });
    expect(report['medianSeconds']).toBeGreaterThanOrEqual(120);
    expect(report['medianSeconds']).toBeLessThan(300);
  });

  it('given a person who called, then the lead is not answered', async () => {
    const account = await suite.newAccount();
    const personId = await create(account, ago(MINUTE_MS));
    await account.owner.on(calls).create({ personId, phone: '5550100', isIncoming: true });
    expect(await read(account.owner, ANSWERS, recent())).toMatchObject({
      leads: 1,
      answered: 0,
      medianSeconds: null,
      users: [{ userId: null, name: null, leads: 1, answered: 0, medianSeconds: null }],
    });
  });

  it('given two emails, then the first one counts', async () => {
    const account = await suite.newAccount();
    const personId = await create(account, '2026-03-02T12:00:00Z');
    await sendEmail(account, personId, '2026-03-02T13:30:00Z');
    await sendEmail(account, personId, '2026-03-02T12:30:00Z');
    expect(await read(account.owner, ANSWERS)).toMatchObject({ answered: 1, medianSeconds: 1_800 });
  });

  it.each(['2026-03-02T11:59:59Z', '2026-04-02T12:00:00Z'])(
    'given an email at %s, before the lead or 31 days after it, then the lead is not answered',
    async (at) => {
      const account = await suite.newAccount();
      await sendEmail(account, await create(account, '2026-03-02T12:00:00Z'), at);
      expect(await read(account.owner, ANSWERS)).toMatchObject({ leads: 1, answered: 0 });
    },
  );
});

describe('[ext] GET /v1/reports/stages', () => {
  it('given people in stages, then all stages but Trash are listed in their order', async () => {
    const account = await suite.newAccount();
    await create(account, '2026-03-02T12:00:00Z');
    await create(account, '2026-03-03T12:00:00Z', { stage: 'Pending' });
    const { leads, stages } = (await read(account.owner, STAGES)) as { leads: number; stages: Json[] };
    const all = await account.owner.listStages('sort=orderWeight&limit=100');
    expect(leads).toBe(2);
    expect(stages.map(({ stage }) => stage)).toEqual(
      all.stages.map(({ name }) => name).filter((name) => name !== 'Trash'),
    );
    expect(stages.filter((stage) => stage['leads'] !== 0)).toMatchObject([
      { stage: 'Lead', leads: 1 },
      { stage: 'Pending', leads: 1 },
    ]);
  });
});
