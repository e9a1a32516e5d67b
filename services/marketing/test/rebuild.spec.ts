import type { Originals } from '@porchlight/backend';
import { createMemoryBus } from '@porchlight/bus';
import { Event, Person, User } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { openAccount, personMessage, startMarketingService, type MarketingService } from './marketing-service';
import { useSuite } from './suite';

const suite = useSuite();
/** Originals of people and auth, by account. */
const stored = new Map<number, { people: Person[]; users: User[]; inquiries: Event[] }>();
let service: MarketingService;
/** A bus of its own: services on one bus share their groups. */
const bus = createMemoryBus();
/** Runs while a page of people is on its way. */
let onPage: () => Promise<void> = async () => undefined;

const createRecord = <T extends object>(type: { decode(bytes: Uint8Array): T }, fields: object): T =>
  Object.assign(type.decode(new Uint8Array()), fields);
const person = (id: number, fields: object = {}): Person =>
  createRecord(Person, {
    id,
    version: 2,
    name: `P${id}`,
    firstName: `P${id}`,
    emails: [{ value: `p${id}@example.org`, type: 'home', isPrimary: true, status: '' }],
    viewerIds: [3],
    ...fields,
  });
const inquiry = (id: number, personId: number, street: string): Event =>
  createRecord(Event, { id, created: new Date(id), personId, type: 'Property Inquiry', property: { street } });
const page = <R extends { id: number }>(records: readonly R[], after: number): R[] =>
  records.filter(({ id }) => id > after).slice(0, 100);
const among = <R extends { id: number }>(records: readonly R[], ids: readonly number[]): R[] =>
  records.filter(({ id }) => ids.includes(id));
const of = (accountId: number) => stored.get(accountId) ?? { people: [], users: [], inquiries: [] };

const recordsOf = (resource: string, accountId: number): readonly { id: number }[] => {
  const { people, users, inquiries } = of(accountId);
  return { people, users, events: inquiries }[resource] ?? [];
};
const originals = {
  page: async ({ resource }: { resource: string }, query: { accountId: number; after: number }) => {
    const records = page(recordsOf(resource, query.accountId), query.after);
    if (resource === 'people') await onPage();
    return records;
  },
  byIds: async ({ resource }: { resource: string }, query: { accountId: number; ids: readonly number[] }) =>
    among(recordsOf(resource, query.accountId), query.ids),
  close: async () => undefined,
} as Originals;

beforeAll(async () => {
  service = await startMarketingService({ uri: suite.uri, bus, database: `${suite.database}_r`, originals });
});
afterAll(async () => {
  await service?.stop();
  await bus.close();
});

describe('a rebuild of copies', () => {
  it('restores missing copies, deletes obsolete ones with their records, and newer changes win', async () => {
    const account = await openAccount(service, bus);
    const { accountId, owner, agent, agent2, publishPeople } = account;
    // Copies of which the originals are newer, or gone.
    await account.people(
      { id: 3, emails: ['p3@example.org'], viewers: [4] },
      { id: 900, emails: ['gone@example.org'], viewers: [3] },
    );
    const { id: campaignId } = await owner.createCampaign({ origin: 'o', originId: '1', name: 'C' });
    const sent = { type: 'delivered', campaignId, occurred: '2026-01-01T00:00:00Z' };
    await owner.record([
      { ...sent, recipient: 'p3@example.org' },
      { ...sent, recipient: 'gone@example.org' },
    ]);
    const plan = await owner.createPlan({
      name: 'Plan',
      steps: [{ type: 'addNote', delay: { value: 9, unit: 'days' }, note: { subject: 's', body: 'b' } }],
    });
    await owner.applyPlan(3, plan['id']);
    expect([(await agent2.listEmEvents()).total, (await agent2.listApplied()).total]).toEqual([1, 1]);

    stored.set(accountId, {
      people: Array.from({ length: 250 }, (_, at) => person(at + 1)),
      users: [
        createRecord(User, { id: 3, name: 'Ada Anew', firstName: 'Ada', lastName: 'Anew', version: 4 }),
        createRecord(User, { id: 77, name: 'New', version: 1 }),
      ],
      inquiries: [inquiry(10, 3, '1 Old Road'), inquiry(20, 3, '2 New Road')],
    });
    let pages = 0;
    onPage = async () => {
      // While a page that was read before is on its way, newer word comes by the bus.
      if (pages++ > 0) return;
      await publishPeople(
        personMessage(accountId, { id: 5, version: 3, viewers: [3], fields: { firstName: 'Newest' } }),
      );
      await account.known(5);
    };
    // Users 1, 2, 4, 5 and person 900 are gone.
    expect(await service.rebuild(accountId)).toMatchObject({
      people: 250,
      users: 2,
      inquiries: 2,
      dropped: 5,
    });

    const template = await owner.createTemplate({
      name: 'T',
      subject: '%inquiry_address%',
      body: '%contact_first_name%',
      isShared: true,
    });
    const merged = async (personId: number) => owner.mergeTemplate(template['id'], personId);
    expect(await merged(250)).toMatchObject({ body: 'P250' });
    expect(await merged(5)).toMatchObject({ body: 'Newest' });
    expect(await merged(3)).toMatchObject({ body: 'P3', subject: '2 New Road' });
    await expectRefusal(merged(900), 'NOT_FOUND');
    // Records of a person have its current viewers; records of deleted people were deleted.
    expect((await owner.listEmEvents()).emEvents).toMatchObject([{ personId: 3 }]);
    expect([(await agent.listEmEvents()).total, (await agent.listApplied()).total]).toEqual([1, 1]);
    expect([(await agent2.listEmEvents()).total, (await agent2.listApplied()).total]).toEqual([0, 0]);

    // Once more changes nothing; from a place on it does the rest only.
    const nothing = { dropped: 0 };
    expect(await service.rebuild(accountId)).toMatchObject({ people: 250, users: 2, inquiries: 2, ...nothing });
    expect(await service.rebuild(accountId, 'Operator', 'people/read/240')).toMatchObject({
      people: 10,
      users: 0,
      inquiries: 2,
      ...nothing,
    });
    expect(await service.rebuild(accountId, 'Operator', 'inquiries/read/10')).toMatchObject({
      people: 0,
      users: 0,
      inquiries: 1,
      ...nothing,
    });
  });

  it('copies unknown people, so that they get mail, and replaces a wrong copy of the same version', async () => {
    const account = await openAccount(service, bus);
    const { accountId, owner } = account;
    await account.people({ id: 1, emails: ['wrong@example.org'], version: 1 });
    stored.set(accountId, {
      people: [person(1, { version: 1 }), person(2, { version: 1 })],
      users: [],
      inquiries: [],
    });
    await service.rebuild(accountId);
    const { id: campaignId } = await owner.createCampaign({ origin: 'o', originId: '1', name: 'C' });
    const sent = { type: 'open', campaignId, occurred: '2026-01-01T00:00:00Z' };
    await eventually(async () => {
      const answer = await owner.record(
        ['p1', 'p2', 'wrong'].map((name) => ({ ...sent, recipient: `${name}@example.org` })),
      );
      expect(answer).toMatchObject({ emEventIds: [1, 2], recipientsNotFound: ['wrong@example.org'] });
    });
  });

  it('requires an operator, and reports an unavailable service', async () => {
    const { accountId } = await openAccount(service, bus);
    await expectRefusal(service.rebuild(accountId, 'Owner'), 'FORBIDDEN');
    await expectRefusal(service.rebuild(0), 'INVALID_BODY');
    await expectRefusal(suite.service.rebuild(accountId), 'UNAVAILABLE');
  });
});
