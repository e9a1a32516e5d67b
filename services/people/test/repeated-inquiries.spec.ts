import { eventually } from '@porchlight/testkit';
import { notes } from '@porchlight/contracts';
import { startPeopleService, type Account, type Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const INQUIRY = {
  type: 'Registration',
  source: 'zillow.com',
  message: 'Is it free?',
  person: { name: 'Jo Bell', emails: ['jo@example.com'] },
};
const listNotes = async ({ owner }: Account, personId: number): Promise<string[]> =>
  (await owner.on(notes).list(`personId=${personId}`)).records.map(({ body }) => body as string);
const listLeads = (accountId: number) =>
  suite.collected.changes.filter((change) => change.accountId === accountId && change.verb === 'leadReceived');

describe('D13.5 the same inquiry twice', () => {
  it('given it within 60 s, then it is a duplicate event without consequences', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const first = await owner.send(INQUIRY, { mode: 'lead' });
    const second = await owner.send(
      { ...INQUIRY, person: { name: 'Jo Bell', email: 'JO@example.com' } },
      { mode: 'lead' },
    );
    expect(second).toMatchObject({ status: 200, duplicateOf: first.eventId, person: { id: first.person['id'] } });
    expect(second.eventId).not.toBe(first.eventId);
    expect(await owner.getEvent(second.eventId)).toMatchObject({ duplicateOf: first.eventId, noteId: null });
    expect(await listNotes(account, first.person['id'] as number)).toEqual(['Is it free?']);
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((n) => n === 'eventsCreated')).toHaveLength(2),
    );
    expect(listLeads(accountId)).toHaveLength(1);
  });

  it('given it for a known person, then only the first counts', async () => {
    const account = await suite.newAccount();
    const { person } = await account.owner.createPerson({ firstName: 'Jo', emails: ['jo@example.com'] });
    const [first, ...others] = [
      await account.owner.send(INQUIRY),
      await account.owner.send(INQUIRY),
      await account.owner.send(INQUIRY),
    ];
    expect(first!.duplicateOf).toBeUndefined();
    expect(others.map(({ duplicateOf }) => duplicateOf)).toEqual([first!.eventId, first!.eventId]);
    expect(await listNotes(account, person['id'] as number)).toEqual(['Is it free?']);
  });

  it.each<[string, Json, Json]>([
    ['another message', {}, { message: 'Is it sold?' }],
    ['another tag', {}, { person: { ...INQUIRY.person, tags: ['x'] } }],
    ['a time', {}, { occurredAt: '2026-01-01T00:00:00Z' }],
    ['a type that starts no plans', { type: 'Viewed Page' }, { type: 'Viewed Page' }],
    ['only a name', { person: { name: 'Jo Bell' } }, { person: { name: 'Jo Bell' } }],
  ])('given %s, then it is no duplicate', async (_what, one, other) => {
    const { owner } = await suite.newAccount();
    await owner.send({ ...INQUIRY, ...one });
    expect((await owner.send({ ...INQUIRY, ...other })).duplicateOf).toBeUndefined();
  });

  it('given it from two processes at once, then one is the first and the others name it', async () => {
    const account = await suite.newAccount();
    const { uri, database, bus } = suite;
    const other = await startPeopleService({ uri, database, bus });
    const elsewhere = other.as(account.actor(1));
    const sends = Array.from({ length: 12 }, (_, nth) => (nth % 2 === 0 ? account.owner : elsewhere).send(INQUIRY));
    const answers = await Promise.all(sends);
    await other.stop();
    const firsts = answers.filter(({ duplicateOf }) => duplicateOf === undefined);
    expect(firsts).toHaveLength(1);
    expect(new Set(answers.map(({ person }) => person['id'])).size).toBe(1);
    expect(new Set(answers.flatMap(({ duplicateOf }) => duplicateOf ?? []))).toEqual(new Set([firsts[0]!.eventId]));
    expect(await listNotes(account, firsts[0]!.person['id'] as number)).toEqual(['Is it free?']);
  });
});
