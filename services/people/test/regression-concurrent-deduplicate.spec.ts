import { allActions } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { startPeopleService, type Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const action = (rpc: string) => allActions.find((one) => one.rpc === rpc)!;
const times = <T>(n: number, make: (nth: number) => T): T[] => Array.from({ length: n }, (_, nth) => make(nth));

describe('concurrent requests with the same email', () => {
  it('create one person with POST /people?deduplicate=true, over two replicas', async () => {
    const { owner, actor } = await suite.newAccount();
    const replica = await startPeopleService(suite);
    try {
      const users = [owner, replica.as(actor(1))];
      const create = (nth: number) =>
        users[nth % 2]!.createPerson({ firstName: `N${nth}`, emails: ['same@x.io'] }, 'deduplicate=true');
      const responses = await Promise.all(times(20, create));
      expect(new Set(responses.map(({ person }) => person['id'])).size).toBe(1);
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      expect((await owner.listPeople()).total).toBe(1);
    } finally {
      await replica.stop();
    }
  });

  it('given 50 leads of one form, then one person has 50 events', async () => {
    const { owner } = await suite.newAccount();
    const person = { firstName: 'Jo', emails: ['form@x.io'] };
    const leads = times(50, (nth) => ({ type: 'General Inquiry', message: `Is house ${nth} free?`, person }));
    const answers = await Promise.all(leads.map((lead) => owner.send(lead)));
    expect(new Set(answers.map(({ eventId }) => eventId)).size).toBe(50);
    expect((await owner.listPeople()).total).toBe(1);
  });

  it('create one person when leads, batches, imports and single requests arrive together', async () => {
    const { owner } = await suite.newAccount();
    const person = { firstName: 'Jo', emails: ['jo@x.io'], phones: ['555 010 0100'] };
    const begun: Promise<Json>[] = times(5, () => [
      owner.createPerson(person, 'deduplicate=true'),
      owner.send({ person }),
      owner.act(action('savePeople'), { body: { people: [person, { ...person, phones: ['555 010 0200'] }] } }),
    ]).flat();
    const imported = await owner.act(action('importPeopleCsv'), { body: { csv: 'First name,Email\nJo,JO@x.io\n' } });
    await Promise.all(begun);
    await eventually(async () => {
      const { body } = await owner.act(action('getPeopleImport'), { id: imported.body.id });
      expect(body).toMatchObject({ status: 'Completed', failed: 0 });
    });
    expect((await owner.listPeople()).total).toBe(1);
  });
});
