import { Suppression } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { personMessage, type Account, type Json } from './marketing-service';
import { useSuite } from './suite';

const suite = useSuite();

const AT = Date.UTC(2026, 4, 1, 12);
const at = (seconds: number): string => new Date(AT + seconds * 1_000).toISOString();

const addCampaign = async (account: Account, originId = '1'): Promise<number> =>
  (await account.owner.createCampaign({ origin: 'Mailer', originId, name: `Campaign ${originId}` })).id;

const listRows = async (as: Account['owner'], query = ''): Promise<Json[]> =>
  (await as.listEmEvents(query)).emEvents.map(({ personId, campaignId, type, count }) => ({
    personId,
    campaignId,
    type,
    count,
  }));

describe('figures of a campaign', () => {
  it('given a person whose email bounced before it was delivered, then each figure counts the person once', async () => {
    const account = await suite.newAccount();
    await account.people(
      { id: 11, emails: ['ann@example.org'], viewers: [3] },
      { id: 12, emails: ['bob@example.org'], viewers: [4] },
    );
    const campaignId = await addCampaign(account);
    const event = (type: string, recipient: string): Json => ({ type, recipient, campaignId, occurred: at(0) });
    await account.owner.record([
      ...['soft-bounce', 'hard-bounce', 'delivered', 'open', 'open'].map((type) => event(type, 'ann@example.org')),
      event('dropped', 'bob@example.org'),
    ]);
    const figures = {
      campaignId,
      sent: 2,
      delivered: 1,
      opened: 1,
      clicked: 0,
      bounced: 2,
      optedOut: 0,
      complained: 0,
    };
    expect(await account.owner.readFigures(campaignId)).toEqual(figures);
    expect(await account.agent.readFigures(campaignId)).toEqual({ ...figures, sent: 1, bounced: 1 });
    await expectRefusal(account.owner.readFigures(campaignId + 1), 'NOT_FOUND');
  });
});

describe('events are recorded', () => {
  it('D6.4 are counted per person, campaign and type, for each visible person with the address', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2, lender } = account;
    await account.people(
      { id: 11, emails: ['Ann@Example.org'], viewers: [3] },
      { id: 12, emails: ['ann@example.org', 'two@example.org'], viewers: [3, 4] },
      { id: 13, emails: ['carl@example.org'], viewers: [4] },
    );
    const campaignId = await addCampaign(account);
    const event = (type: string, recipient: string, seconds = 0): Json => ({
      type,
      recipient,
      campaignId,
      occurred: at(seconds),
    });

    const first = await agent.record([
      event('delivered', 'ann@example.org'),
      event('open', 'Ann <ANN@example.org>', 5),
      event('open', 'two@example.org', 6),
      event('delivered', 'carl@example.org'),
      event('delivered', 'Ghost <ghost@example.org>'),
      event('open', 'ghost@example.org', 9),
      event('open', 'not an address'),
    ]);
    // Persons 11 and 12 for each of the first two, 12 for the third; 13 is not the agent's.
    expect(first.emEventIds).toHaveLength(5);
    expect(new Set(first.emEventIds).size).toBe(5);
    expect(first.recipientsNotFound).toEqual(['carl@example.org', 'ghost@example.org', 'not an address']);

    expect(await listRows(agent)).toEqual(
      expect.arrayContaining([
        { personId: 11, campaignId, type: 'delivered', count: 1 },
        { personId: 12, campaignId, type: 'delivered', count: 1 },
        { personId: 11, campaignId, type: 'open', count: 1 },
        { personId: 12, campaignId, type: 'open', count: 2 },
      ]),
    );
    const row = (await owner.listEmEvents('personId=12&type=open')).emEvents[0]!;
    expect(row).toMatchObject({ count: 2, type: 'open', personId: 12, campaignId, campaignName: 'Campaign 1' });
    expect(row['created']).toMatch(/Z$/);
    expect(row['updated']).toMatch(/Z$/);

    // A lender sees none and may record none; the other agent sees person 12 alone.
    await expectRefusal(lender.record([event('open', 'ann@example.org')]), 'FORBIDDEN');
    const visible = await agent2.listEmEvents();
    expect(visible.total).toBe(2);
    expect(visible.emEvents.every(({ personId }) => personId === 12)).toBe(true);

    // The owner's key sees all people.
    const second = await owner.record([event('delivered', 'carl@example.org')]);
    expect(second.emEventIds).toHaveLength(1);
    expect((await owner.listEmEvents()).total).toBe(5);
  });

  it('given repeated events, then their ids are returned and nothing is counted, within a call and across calls', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['a@example.org'] }, { id: 2, emails: ['b@example.org'] });
    const campaignId = await addCampaign(account);
    const event = (recipient: string, seconds: number): Json => ({
      type: 'open',
      recipient,
      campaignId,
      occurred: at(seconds),
    });
    const all = [
      event('a@example.org', 1),
      event('b@example.org', 1),
      event('A@example.org', 1),
      event('a@example.org', 2),
    ];
    const { emEventIds } = await account.owner.record(all);
    expect(emEventIds[2]).toBe(emEventIds[0]);
    expect(new Set(emEventIds).size).toBe(3);
    expect((await account.owner.record(all)).emEventIds).toEqual(emEventIds);
    const [, b, , a2] = emEventIds;
    expect((await account.owner.record([all[3]!, event('b@example.org', 9), all[1]!])).emEventIds).toEqual([
      a2,
      expect.any(Number),
      b,
    ]);
    // The same sent at the same moment on several connections is the same, too.
    const rush = Array.from({ length: 40 }, (_, n) => event(n % 2 ? 'a@example.org' : 'b@example.org', 100 + n));
    const answers = await Promise.all(Array.from({ length: 5 }, () => account.owner.record(rush)));
    for (const answer of answers) expect(answer.emEventIds).toEqual(answers[0]!.emEventIds);
    expect(await listRows(account.owner, 'personId=1')).toEqual([{ personId: 1, campaignId, type: 'open', count: 22 }]);
    expect(await listRows(account.owner, 'personId=2')).toEqual([{ personId: 2, campaignId, type: 'open', count: 22 }]);
    expect((await account.owner.listEmEvents()).total).toBe(2);
  });

  it('given an invalid event, then the error names its position and nothing is stored', async () => {
    const account = await suite.newAccount();
    const stranger = await suite.newAccount();
    await account.people({ id: 1, emails: ['a@example.org'] });
    const campaignId = await addCampaign(account);
    for (const originId of ['x', 'y']) await addCampaign(stranger, originId);
    const foreign = (await stranger.owner.listCampaigns()).campaigns[0]!['id'] as number;
    expect(foreign).not.toBe(campaignId);
    const events = (count: number): Json[] =>
      Array.from({ length: count }, (_, n) => ({
        type: 'open',
        recipient: 'a@example.org',
        campaignId,
        occurred: at(n),
      }));

    const wrong = events(1_000);
    wrong[731] = { ...wrong[731], campaignId: foreign };
    const reason = `Field 'emEvents[731].campaignId' refers to a campaign that does not exist: ${foreign}.`;
    await expectRefusal(account.owner.record(wrong, true), 'INVALID_BODY', reason);
    const nobody = events(3);
    nobody[2] = { ...nobody[2], userId: 99 };
    await expect(account.owner.record([])).rejects.toThrow("'emEvents'");
    await expect(account.owner.record(events(1_001))).rejects.toThrow('at most 1000 events');
    await expect(account.owner.record([{ ...events(1)[0], type: 'sneezed' }])).rejects.toThrow("'emEvents[0].type'");
    expect((await account.owner.listEmEvents()).total).toBe(0);

    // A user who does not exist is ignored (decisions section 11).
    expect((await account.owner.record(nobody)).emEventIds).toHaveLength(3);
    const { emEventIds } = await account.owner.record(events(1_000));
    expect(new Set(emEventIds).size).toBe(1_000);
    expect(await listRows(account.owner)).toEqual([{ personId: 1, campaignId, type: 'open', count: 1_000 }]);
  });

  it('D13.5 batches: given wrong events among others, then they reject only themselves', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['a@example.org'] });
    const campaignId = await addCampaign(account);
    const event = (n: number, more: Json = {}): Json => ({
      type: 'open',
      recipient: 'a@example.org',
      campaignId,
      occurred: at(n),
      ...more,
    });
    const sent = [
      event(0),
      event(1, { campaignId: campaignId + 7 }),
      event(2),
      event(3, { type: 'sneezed' }),
      event(4, { recipient: ' ' }),
      event(5, { problem: "Field 'emEvents.5.occurred' must be a time." }),
      event(6),
    ];
    const { emEventIds, rejected } = await account.owner.record(sent);
    expect(rejected).toEqual([
      { index: 1, reason: expect.stringContaining('campaign that does not exist') },
      { index: 3, reason: expect.stringContaining("'emEvents[3].type' must be one of") },
      { index: 4, reason: expect.stringContaining("Missing 'emEvents[4].recipient'") },
      { index: 5, reason: "Field 'emEvents.5.occurred' must be a time." },
    ]);
    expect(emEventIds).toHaveLength(3);
    const again = await account.owner.record([sent[6]!, sent[0]!, sent[2]!]);
    expect(again.emEventIds).toEqual([emEventIds[2], emEventIds[0], emEventIds[1]]);
    expect(await listRows(account.owner)).toEqual([{ personId: 1, campaignId, type: 'open', count: 3 }]);
  });

  it('D13.5 batches: given only wrong events, then nothing is stored', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['a@example.org'] });
    const wrong = [{ type: 'sneezed', recipient: 'a@example.org', campaignId: 0, occurred: at(0) }];
    await expectRefusal(account.owner.record([...wrong, ...wrong]), 'INVALID_BODY', "'emEvents[1].type'");
    expect((await account.owner.listEmEvents()).total).toBe(0);
  });

  it('D11.2 are accepted with a person instead of a recipient, without a campaign and without a time', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['a@example.org'], viewers: [3] }, { id: 2, emails: [] });
    const sent = [
      { type: 'open', personId: 1 },
      { type: 'click', personId: 2, recipient: ' ' },
      { type: 'open', personId: 77 },
    ];
    const { emEventIds, recipientsNotFound } = await account.owner.record(sent);
    expect(emEventIds).toHaveLength(2);
    expect(recipientsNotFound).toEqual(['77']);
    expect((await account.owner.listEmEvents('personId=1')).emEvents).toMatchObject([
      { personId: 1, type: 'open', campaignId: null, campaignName: null, count: 1 },
    ]);
    expect((await account.agent.record([{ type: 'open', personId: 2 }])).recipientsNotFound).toEqual(['2']);
    await expect(account.owner.record([{ type: 'open' }])).rejects.toThrow(
      "Missing 'emEvents[0].recipient' field; 'personId' may replace it.",
    );
  });

  it('regression: a second person with the same address, whose copy arrives after the call, is counted too', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['both@example.org'] });
    const campaignId = await addCampaign(account);
    expect(
      (await account.owner.record([{ type: 'open', recipient: 'both@example.org', campaignId, occurred: at(0) }]))
        .emEventIds,
    ).toHaveLength(1);
    await account.publishPeople(personMessage(account.accountId, { id: 2, emails: ['both@example.org'] }));
    await eventually(async () =>
      expect(
        (await account.owner.listEmEvents()).emEvents.map(({ personId, count }) => [personId, count]).sort(),
      ).toEqual([
        [1, 1],
        [2, 1],
      ]),
    );
  });

  it('given a person whose copy has not arrived, then the event is counted', async () => {
    const account = await suite.newAccount();
    const campaignId = await addCampaign(account);
    const recording = account.owner.record([
      { type: 'open', recipient: 'new@example.org', campaignId, occurred: at(0) },
    ]);
    await account.publishPeople(personMessage(account.accountId, { id: 7, emails: ['new@example.org'] }));
    expect((await recording).recipientsNotFound).toEqual([]);
  });
});

describe('rows are read', () => {
  it('are listed by filter, in pages, and by ids of stored events', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    await account.people(
      ...Array.from({ length: 30 }, (_, n) => ({
        id: n + 1,
        emails: [`p${n + 1}@example.org`],
        viewers: n % 3 ? [] : [3],
      })),
    );
    const [one, two] = [await addCampaign(account, '1'), await addCampaign(account, '2')];
    const types = ['delivered', 'open', 'click'];
    const sent = Array.from({ length: 180 }, (_, n) => ({
      type: types[n % 3]!,
      recipient: `p${(Math.floor(n / 3) % 30) + 1}@example.org`,
      campaignId: n < 90 ? one : two,
      occurred: at(n),
    }));
    const { emEventIds } = await owner.record(sent);
    await owner.record([{ ...sent[1]!, occurred: at(999) }]);

    expect((await owner.listEmEvents()).total).toBe(180);
    expect((await agent.listEmEvents()).total).toBe(60);
    expect((await owner.listEmEvents('type=open')).total).toBe(60);
    expect((await owner.listEmEvents('type=open,click')).total).toBe(120);
    expect((await agent.listEmEvents('type=open')).total).toBe(20);
    expect((await owner.listEmEvents(`campaignId=${two}`)).total).toBe(90);
    expect((await owner.listEmEvents(`personId=4&campaignId=${two}`)).total).toBe(3);
    expect((await owner.listEmEvents('updatedAfter=2020-01-01T00:00:00Z')).total).toBe(180);
    expect((await owner.listEmEvents('updatedAfter=2099-01-01T00:00:00Z')).total).toBe(0);

    const pages: Json[] = [];
    for (let next = ''; ;) {
      const page = await agent.listEmEvents(`limit=25${next && `&next=${encodeURIComponent(next)}`}`);
      pages.push(...page.emEvents);
      next = page.next;
      if (!next) break;
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(60);

    // sent[1] and sent[91] are opens of person 1 in either campaign; the row of the first counts two.
    const named = await owner.listEmEvents(`id=${emEventIds[1]},${emEventIds[91]},${emEventIds[0]}`);
    expect(named.total).toBe(3);
    expect(named.emEvents.map(({ type, campaignId, count }) => [type, campaignId, count])).toEqual(
      expect.arrayContaining([
        ['open', one, 1],
        ['open', two, 1],
        ['delivered', one, 1],
      ]),
    );
    expect(await listRows(owner, `id=${emEventIds[1]}&type=click`)).toEqual([]);
    expect((await owner.listEmEvents('id=2147483647')).total).toBe(0);
    // Person 2 is not the agent's, regardless of the id.
    expect((await agent.listEmEvents(`id=${emEventIds[4]}`)).total).toBe(0);
  });
});

describe('changes are published', () => {
  it('to partners for opens, clicks and unsubscriptions, up to 100 ids each; to people for mails and unsubscriptions', async () => {
    const account = await suite.newAccount();
    await account.people(...Array.from({ length: 120 }, (_, n) => ({ id: n + 1, emails: [`p${n + 1}@example.org`] })));
    const campaignId = await addCampaign(account);
    const event = (type: string, person: number, seconds: number): Json => ({
      type,
      recipient: `p${person}@example.org`,
      campaignId,
      occurred: at(seconds),
    });
    const { accountId, owner } = account;
    const sent = Array.from({ length: 120 }, (_, n) => event('open', n + 1, n));
    const { emEventIds } = await owner.record([
      ...sent,
      event('click', 1, 1),
      event('unsubscribe', 2, 2),
      event('bounced', 3, 3),
      event('delivered', 4, 40),
      event('delivered', 4, 20),
    ]);
    const collected = suite.collected;
    const suppressed = () =>
      collected.changes.filter((change) => change.accountId === accountId && change.resource === 'suppressions');
    await eventually(() => expect(suppressed()).toHaveLength(1));
    await eventually(() => expect(collected.notified(accountId, 'emEventsUnsubscribed')).toHaveLength(1));
    const opened = collected.notified(accountId, 'emEventsOpened');
    expect(opened.map(({ ids }) => ids.length)).toEqual([100, 20]);
    expect(opened.flatMap(({ ids }) => ids)).toEqual(emEventIds.slice(0, 120));
    expect(new Set(opened.map(({ batchId }) => batchId)).size).toBe(1);
    expect(collected.notified(accountId, 'emEventsClicked').map(({ ids }) => ids)).toEqual([[emEventIds[120]]]);
    expect(collected.notified(accountId, 'emEventsUnsubscribed').map(({ ids }) => ids)).toEqual([[emEventIds[121]]]);
    expect(suppressed().map(({ record }) => Suppression.decode(record).address)).toEqual(['p2@example.org']);
    const activity = (personId: number) =>
      collected.facts(accountId, 'activity').filter((fact: Json) => fact.personId === personId);
    await eventually(() => expect(collected.facts(accountId, 'activity')).toHaveLength(120));
    expect(activity(4)).toEqual([
      { personId: 4, emailsSent: 2, lastSentEmail: at(40), lastEvent: at(40), sequence: 3 },
    ]);
    // Opens are activity too, though no mail was counted.
    expect(activity(5)).toEqual([{ personId: 5, emailsSent: 0, lastSentEmail: null, lastEvent: at(4), sequence: 1 }]);

    // Repeated: nothing is published; one more: the sum of all.
    await owner.record(sent);
    await owner.record([event('delivered', 4, 30), event('delivered', 5, 50)]);
    await eventually(() => expect(collected.facts(accountId, 'activity')).toHaveLength(122));
    expect(collected.facts(accountId, 'activity').slice(120)).toEqual([
      { personId: 4, emailsSent: 3, lastSentEmail: at(40), lastEvent: at(40), sequence: 4 },
      { personId: 5, emailsSent: 1, lastSentEmail: at(50), lastEvent: at(50), sequence: 2 },
    ]);
    expect(collected.notified(accountId, 'emEventsOpened')).toHaveLength(2);
    const [change] = collected.of(accountId, 'activity');
    expect(change).toMatchObject({ service: 'marketing', webhookEvents: [], actorUserId: 1 });
  });

  it('to partners for each call, to people for many calls together', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, emails: ['p1@example.org'] });
    const campaignId = await addCampaign(account);
    const { accountId, owner } = account;
    const collected = suite.collected;
    const CALLS = 6;
    for (let call = 1; call <= CALLS; call++)
      await owner.record(
        ['delivered', 'open'].map((type) => ({ type, recipient: 'p1@example.org', campaignId, occurred: at(call) })),
      );
    await eventually(() => expect(collected.notified(accountId, 'emEventsOpened')).toHaveLength(CALLS));
    await eventually(() =>
      expect(collected.facts(accountId, 'activity').at(-1)).toEqual({
        personId: 1,
        emailsSent: CALLS,
        lastSentEmail: at(CALLS),
        lastEvent: at(CALLS),
        sequence: 2 * CALLS,
      }),
    );
    // The first call is published to people at once, the others together a second later.
    expect(collected.of(accountId, 'activity').length).toBeLessThan(CALLS);
    expect(collected.notified(accountId, 'emEventsOpened')).toHaveLength(CALLS);
  });
});

describe('given a changed person, its records follow', () => {
  it('to the new viewers, and are deleted with the person, without changes', async () => {
    const account = await suite.newAccount();
    const { accountId, owner, agent, agent2 } = account;
    await account.people(
      { id: 1, emails: ['a@example.org'], viewers: [3] },
      { id: 2, emails: ['b@example.org'], viewers: [3] },
    );
    const campaignId = await addCampaign(account);
    const event = (recipient: string, type: string): Json => ({ type, recipient, campaignId, occurred: at(0) });
    const { emEventIds } = await owner.record([
      event('a@example.org', 'open'),
      event('a@example.org', 'delivered'),
      event('b@example.org', 'open'),
    ]);
    await account.publishPeople(
      personMessage(accountId, { id: 1, emails: ['a@example.org'], viewers: [4], version: 2 }, ['viewerIds']),
    );
    await eventually(async () => expect((await agent2.listEmEvents()).total).toBe(2));
    expect((await agent.listEmEvents()).total).toBe(1);
    // An older change of the same person has no effect.
    await account.publishPeople(personMessage(accountId, { id: 1, emails: ['a@example.org'], viewers: [3] }));

    const before = suite.collected.of(accountId).length;
    await account.forget(1);
    await eventually(async () => expect((await owner.listEmEvents()).total).toBe(1));
    expect((await agent2.listEmEvents()).total).toBe(0);
    expect((await owner.listEmEvents(`id=${emEventIds[0]},${emEventIds[2]}`)).total).toBe(1);
    const again = await owner.record([event('a@example.org', 'click')]);
    expect(again).toEqual({ emEventIds: [], recipientsNotFound: ['a@example.org'], rejected: [] });
    // A late change of a deleted person does not restore the person.
    await account.publishPeople(personMessage(accountId, { id: 1, emails: ['a@example.org'], version: 9 }));
    await account.people({ id: 3, emails: ['c@example.org'] });
    expect((await owner.record([event('a@example.org', 'click')])).recipientsNotFound).toEqual(['a@example.org']);
    await owner.record([event('c@example.org', 'click')]);
    await eventually(() => expect(suite.collected.notified(accountId, 'emEventsClicked')).toHaveLength(1));
    expect(suite.collected.of(accountId).length).toBe(before + 1);
  });

  it('to the survivor of a merge, counted once if both had the same', async () => {
    const account = await suite.newAccount();
    const { accountId, owner } = account;
    await account.people(
      { id: 1, emails: ['a@example.org', 'both@example.org'] },
      { id: 2, emails: ['b@example.org', 'both@example.org'] },
    );
    const campaignId = await addCampaign(account);
    const event = (recipient: string, type: string, seconds: number): Json => ({
      type,
      recipient,
      campaignId,
      occurred: at(seconds),
    });
    const { emEventIds } = await owner.record([
      event('a@example.org', 'delivered', 1),
      event('b@example.org', 'delivered', 2),
      event('a@example.org', 'open', 3),
      event('both@example.org', 'delivered', 9),
    ]);
    expect(emEventIds).toHaveLength(5);
    await eventually(() => expect(suite.collected.facts(accountId, 'activity')).toHaveLength(2));
    await account.merge(1, 2);
    await account.merge(1, 2);
    await eventually(async () => expect(await listRows(owner, 'personId=1')).toEqual([]));
    const rows = await listRows(owner);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { personId: 2, campaignId, type: 'delivered', count: 3 },
        { personId: 2, campaignId, type: 'open', count: 1 },
      ]),
    );
    // Events keep their ids, which partners have received.
    expect(await listRows(owner, `id=${emEventIds[2]}`)).toEqual([{ personId: 2, campaignId, type: 'open', count: 1 }]);
    await eventually(() =>
      expect(suite.collected.facts(accountId, 'activity').at(-1)).toEqual({
        personId: 2,
        emailsSent: 3,
        lastSentEmail: at(9),
        lastEvent: at(9),
        sequence: 4,
      }),
    );
  });
});
