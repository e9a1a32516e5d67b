import { customFields, leadFlows, people, ponds, ReferenceServiceDefinition, smartLists } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { publishGroup } from './group-change';
import { useSuite } from './suite';

const suite = useSuite();

const open = async () => {
  const account = await suite.newAccount();
  const client = suite.service.createClient(ReferenceServiceDefinition);
  const call = { actor: account.actor(1), timeoutMs: 20_000 };
  return {
    ...account,
    find: async (kind: string, id: number, name = '') =>
      (await client.findReferences({ record: { kind, id, name } }, call)).references,
    replace: (record: { kind: string; id: number; name: string }, replacement: typeof record) =>
      client.replaceReferences({ record, replacement }, call),
  };
};

describe('D13.3 records that name another record', () => {
  it('given smart lists, then those with the custom field as filter or sort are found', async () => {
    const { owner, find } = await open();
    const field = await owner.on(customFields).create({ label: 'Budget', type: 'number' });
    const name = field['name'] as string;
    const byFilter = await owner.on(smartLists).create({ name: 'Five', filters: { [name]: 5 } });
    const bySort = await owner.on(smartLists).create({ name: 'Sorted', sort: `-${name}` });
    await owner.on(smartLists).create({ name: 'Other', filters: { tags: name } });
    expect(await find('customFields', field['id'], name)).toEqual([
      { kind: 'smartList', id: bySort['id'], name: 'Sorted' },
      { kind: 'smartList', id: byFilter['id'], name: 'Five' },
    ]);
    expect(await find('customFields', 99, 'customOther')).toEqual([]);
  });

  it.each([
    ['its name', { stage: 'hot PROSPECT' }, { stage: 'Pending' }],
    ['its id', { stageId: 3 }, { stageId: '5' }],
    ['its name among others', { stage: ['Lead', 'Hot Prospect'] }, { stage: ['Lead', 'Pending'] }],
  ])('given a list with a stage by %s, then it is found, and names the replacement', async (_how, filters, after) => {
    const { owner, find, replace } = await open();
    const { id } = (await owner.on(smartLists).create({ name: 'L', filters: { ...filters, tags: 'x' } })) as {
      id: number;
    };
    const stage = { kind: 'stages', id: 3, name: 'Hot Prospect' };
    expect(await find('stages', 3, 'Hot Prospect')).toEqual([{ kind: 'smartList', id, name: 'L' }]);
    for (let n = 0; n < 2; n++) await replace(stage, { kind: 'stages', id: 5, name: 'Pending' });
    expect(await owner.on(smartLists).get(id, 'fields=filters')).toEqual({ id, filters: { ...after, tags: 'x' } });
    expect(await find('stages', 3, 'Hot Prospect')).toEqual([]);
  });

  it('given a pond, then its rule and list are found, and name the user who gets the people', async () => {
    const { owner, find, replace } = await open();
    const pond = (await owner.on(ponds).create({ name: 'Lake', userIds: [3] })) as { id: number };
    const rule = await owner.on(leadFlows).create({ name: 'Web', assignPondId: pond.id });
    const list = await owner.on(smartLists).create({ name: 'Lake', filters: { assignedPondId: pond.id } });
    expect(await find('ponds', pond.id)).toEqual([
      { kind: 'smartList', id: list['id'], name: 'Lake' },
      { kind: 'leadFlow', id: rule['id'], name: 'Web' },
    ]);
    await replace({ kind: 'ponds', id: pond.id, name: 'Lake' }, { kind: 'users', id: 4, name: 'Axel' });
    expect(await owner.on(leadFlows).get(rule['id'])).toMatchObject({ assignUserId: 4, assignPondId: null });
    expect(await owner.on(smartLists).get(list['id'], 'fields=filters')).toMatchObject({
      filters: { assignedUserId: '4' },
    });
  });

  it('given a rule without a name, then it is found by its group, with a name that users know', async () => {
    const { owner, find, accountId } = await open();
    await publishGroup(suite.bus, accountId, { id: 7, userIds: [3] });
    const { id } = (await eventually(() => owner.on(leadFlows).create({ assignGroupId: 7 }))) as { id: number };
    expect(await find('groups', 7)).toEqual([{ kind: 'leadFlow', id, name: `Rule ${id}` }]);
  });

  it('given a stage, when it is renamed, then lists follow, also before they are changed', async () => {
    const { owner } = await open();
    const { id } = (await owner.on(smartLists).create({ name: 'L', filters: { stage: 'Hot Prospect' } })) as {
      id: number;
    };
    await owner.createPerson({ firstName: 'Al', stage: 'Hot Prospect' });
    await owner.updateStage(3, { name: 'Very hot' });
    expect(await owner.on(people).list(`smartListId=${id}`)).toMatchObject({ total: 1, warnings: [] });
    await eventually(async () =>
      expect(await owner.on(smartLists).get(id, 'fields=filters')).toEqual({ id, filters: { stage: 'Very hot' } }),
    );
  });
});
