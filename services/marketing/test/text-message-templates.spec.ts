import { allActions, textMessageTemplates } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { expectRefusal } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

const plain = { name: 'Welcome', message: 'Hi %contact_first_name%,\nit is %agent_name%' };
const idOf = ({ id }: Record<string, unknown>): number => Number(id);

describe('D12.3 text message templates', () => {
  it('given a create, then the record has every key that clients read, and createdBy is an id', async () => {
    const { agent } = await suite.newAccount();
    expect(await agent.textTemplates.create(plain)).toEqual({
      id: 1,
      created: expect.any(String),
      updated: expect.any(String),
      ...plain,
      isShared: false,
      createdBy: 3,
      totalSent: 0,
      totalReplies: 0,
      isEditable: true,
      isDeletable: true,
      isShareable: false,
      sentPeopleIds: [],
      sentPeopleCount: 0,
      actionPlans: [],
      categories: [],
      effectivenessScore: null,
      windowedSent: 0,
      windowedReplies: 0,
      windowedOptOutRate: null,
      totalOptOutRate: null,
    });
  });

  it('given a PUT of one key, then the others stay', async () => {
    const { agent } = await suite.newAccount();
    const id = idOf(await agent.textTemplates.create(plain));
    expect(await agent.textTemplates.update(id, { name: 'Hello' })).toMatchObject({ ...plain, name: 'Hello' });
  });

  it('given one that is not shared, then only its creator and the owner see it', async () => {
    const { owner, broker, agent, agent2, lender } = await suite.newAccount();
    const id = idOf(await agent.textTemplates.create(plain));
    expect(await owner.textTemplates.get(id)).toMatchObject({ isEditable: true });
    for (const other of [broker, agent2, lender]) {
      await expectRefusal(other.textTemplates.get(id), 'NOT_FOUND');
      expect((await other.textTemplates.list()).total).toBe(0);
    }
  });

  it('given a shared one, then other users see it and only admins change it', async () => {
    const { broker, agent, agent2, lender } = await suite.newAccount();
    const id = idOf(await agent.textTemplates.create({ ...plain, isShared: true }));
    expect(await lender.textTemplates.get(id)).toMatchObject({ isEditable: false, isDeletable: false });
    await expectRefusal(agent2.textTemplates.update(id, { name: 'x' }), 'FORBIDDEN');
    await expectRefusal(agent2.textTemplates.remove(id), 'FORBIDDEN');
    await broker.textTemplates.remove(id);
    await expectRefusal(agent.textTemplates.get(id), 'NOT_FOUND');
  });

  it('given sort=name, then they are listed by name', async () => {
    const { owner } = await suite.newAccount();
    for (const name of ['Bravo', 'alpha', 'Charlie']) await owner.textTemplates.create({ ...plain, name });
    const { records } = await owner.textTemplates.list('sort=name');
    expect(records.map(({ name }) => name)).toEqual(['alpha', 'Bravo', 'Charlie']);
  });

  it('given a body without name and message, then both are named', () => {
    expect(() => parseBody(textMessageTemplates, {}, 'create')).toThrow(
      "Missing 'name' field. Missing 'message' field.",
    );
  });
});

describe('D12.3 merging a text message template', () => {
  const ann = { id: 8, viewers: [3], fields: { name: 'Ann <Doe>', firstName: 'Ann', lastName: '<Doe>' } };

  it('given a person, then values are plain text, line breaks stay and unknown tokens stay', async () => {
    const account = await suite.newAccount();
    await account.people(ann);
    const message = '%contact_name%\r\n%agent_first_name% %unknown%';
    const id = idOf(await account.agent.textTemplates.create({ name: 'All', message }));
    expect(await account.agent.mergeText(id, 8)).toBe('Ann <Doe>\r\nAda %unknown%');
  });

  it('given several recipients, then the first name is the list of their names', async () => {
    const account = await suite.newAccount();
    await account.people(ann);
    const { agent } = account;
    const id = idOf(await agent.textTemplates.create({ name: 'Group', message: 'Hey %contact_first_name%...' }));
    const recipients = ['Bob', 'Alice', 'Carol'].map((name) => ({ name, phone: '5125550100' }));
    expect(await agent.mergeText(id, 8, recipients)).toBe('Hey Bob, Alice and Carol...');
    expect(await agent.mergeText(id, 0, recipients)).toBe('Hey Bob, Alice and Carol...');
    expect(await agent.mergeText(id, 8, recipients.slice(0, 1))).toBe('Hey Ann...');
  });

  it('given neither a person nor recipients, then the tokens stay', async () => {
    const { agent } = await suite.newAccount();
    const id = idOf(await agent.textTemplates.create(plain));
    expect(await agent.mergeText(id, 0)).toBe(plain.message);
  });

  it('given a template or person that the caller may not see, then 404', async () => {
    const account = await suite.newAccount();
    await account.people(ann);
    const { agent, agent2 } = account;
    const ownId = idOf(await agent.textTemplates.create(plain));
    const shared = idOf(await agent.textTemplates.create({ ...plain, isShared: true }));
    await expectRefusal(agent2.mergeText(ownId, 0), 'NOT_FOUND');
    await expectRefusal(agent2.mergeText(shared, 8), 'NOT_FOUND');
    await expectRefusal(agent.mergeText(999, 8), 'NOT_FOUND');
  });

  it('given a lender, then 403', async () => {
    const { agent, lender } = await suite.newAccount();
    const id = idOf(await agent.textTemplates.create({ ...plain, isShared: true }));
    await expectRefusal(lender.mergeText(id, 0), 'FORBIDDEN');
  });

  it('given names that make the text too long, then the merge is refused', async () => {
    const { agent } = await suite.newAccount();
    const id = idOf(await agent.textTemplates.create({ name: 'Long', message: '%contact_name%'.repeat(4_000) }));
    const recipients = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(200), phone: '1' }));
    await expectRefusal(agent.mergeText(id, 0, recipients), 'INVALID_BODY');
  });

  it.each(['personId', 'mergePersonId'])('given %s in the body, then it names the person', (name) => {
    const action = allActions.find(({ path }) => path === '/textMessageTemplates/merge')!;
    const { record } = parseBody({ fields: action.body } as never, { templateId: 1, [name]: 8 }, 'create');
    expect(record).toMatchObject({ templateId: 1, personId: 8 });
  });
});
