import { expectRefusal, eventually } from '@porchlight/testkit';
import type { Account, Json } from './deals-service';
import { useSuite } from './suite';

const suite = useSuite();

/** An account with a pipeline of stages 1 and 2 and another of stage 3. */
const withPipelines = async () => {
  const account = await suite.newAccount();
  await account.owner.createPipeline({ name: 'Buyers', stages: [{ name: 'Offer' }, { name: 'Closed' }] });
  await account.owner.createPipeline({ name: 'Sellers', stages: [{ name: 'Listed' }] });
  return account;
};
const ann = { firstName: 'Ann', lastName: 'Able', name: 'Ann Able', viewerIds: [3] };
const contact = {
  emails: [{ value: 'ann@example.com', type: 'home', isPrimary: true, status: '' }],
  phones: [{ value: '555 0100', type: 'mobile', isPrimary: true, normalized: '5550100' }],
};
const ofDeals = (accountId: number) => suite.collected.webhooks(accountId).filter((name) => name.startsWith('deals'));
const names = ({ deals }: { deals: Json[] }) => deals.map((deal) => deal['name']);

describe('deals', () => {
  it('have the fields of the specification, and no others', async () => {
    const { owner, publishPerson, accountId } = await withPipelines();
    await publishPerson(7, { ...ann, ...contact, picture: { small: 'https://pictures.example.com/a.png' } });
    const bare = await owner.createDeal({ name: ' First ', stageId: 3 });
    expect(bare).toEqual({
      id: 1,
      pipelineId: 2,
      stageId: 3,
      enteredStageAt: bare['createdAt'],
      name: 'First',
      type: 0,
      status: 'Active',
      price: null,
      createdAt: expect.stringMatching(/Z$/),
      orderWeight: 1000,
      description: null,
      projectedCloseDate: null,
      commissionValue: null,
      agentCommission: null,
      teamCommission: null,
      earnestMoneyDueDate: null,
      mutualAcceptanceDate: null,
      dueDiligenceDate: null,
      finalWalkThroughDate: null,
      possessionDate: null,
      people: [],
      users: [],
    });
    const full = {
      name: 'Second',
      stageId: 1,
      price: 350_000,
      description: ' two ',
      projectedCloseDate: '2026-12-31',
      orderWeight: 5,
      peopleIds: [7, 7],
      userIds: [3, 1],
    };
    const deal = await owner.createDeal(full);
    expect(deal).toMatchObject({
      pipelineId: 1,
      price: 350_000,
      description: ' two ',
      projectedCloseDate: '2026-12-31',
      orderWeight: 5,
      people: [
        {
          id: 7,
          name: 'Ann Able',
          phones: [{ value: '555 0100', type: 'mobile', isPrimary: 1 }],
          emails: [{ value: 'ann@example.com', type: 'home', isPrimary: 1 }],
          avatar: 'https://pictures.example.com/a.png',
        },
      ],
      users: [
        { id: 3, name: 'Ada Agent' },
        { id: 1, name: 'Olga Owner' },
      ],
    });
    expect(await owner.getDeal(deal['id'])).toEqual(deal);
    // What GET answers can be put back, and that is no change.
    expect(await owner.updateDeal(deal['id'], deal)).toEqual(deal);
    const cleared = { price: null, description: null, projectedCloseDate: null, peopleIds: null, userIds: [] };
    expect(await owner.updateDeal(deal['id'], cleared)).toMatchObject({
      price: null,
      description: null,
      projectedCloseDate: null,
      people: [],
      users: [],
    });
    await eventually(() => expect(ofDeals(accountId)).toEqual(['dealsCreated', 'dealsCreated', 'dealsUpdated']));
  });

  it('have commissions with two decimals and dates of the sale; lists can be sorted by name', async () => {
    const { owner, accountId } = await withPipelines();
    const terms = {
      commissionValue: 10_500.25,
      agentCommission: 0,
      teamCommission: 99.9,
      earnestMoneyDueDate: '2026-01-02',
      mutualAcceptanceDate: '2026-01-03',
      dueDiligenceDate: '2026-01-04',
      finalWalkThroughDate: '2026-01-05',
      possessionDate: '2026-01-06',
    };
    expect(await owner.createDeal({ name: 'beta', stageId: 1, ...terms, commissionValue: '10500.25' })).toMatchObject(
      terms,
    );
    await owner.createDeal({ name: 'Alpha', stageId: 1 });
    expect(await owner.updateDeal(1, { agentCommission: 5, possessionDate: null })).toMatchObject({
      ...terms,
      agentCommission: 5,
      possessionDate: null,
    });
    expect(names(await owner.listDeals('sort=name'))).toEqual(['Alpha', 'beta']);
    for (const wrong of [1.005, -1, 'ten', 1e15])
      await expect(owner.createDeal({ name: 'x', stageId: 1, teamCommission: wrong })).rejects.toThrow(
        "'teamCommission' must be an amount",
      );
    await eventually(() => expect(ofDeals(accountId)).toEqual(['dealsCreated', 'dealsCreated', 'dealsUpdated']));
  });

  it('D11.9 in a stage with closedStage are closed, also after a change of the stage', async () => {
    const { owner } = await suite.newAccount();
    const { id, stages } = await owner.createPipeline({
      name: 'P',
      stages: [{ name: 'Open' }, { name: 'Won', closedStage: true }],
    });
    await owner.createDeal({ name: 'open', stageId: stages[0].id });
    await owner.createDeal({ name: 'won', stageId: stages[1].id });
    expect(await owner.listDeals('closed=true')).toMatchObject({
      total: 1,
      totalByStageId: { [stages[1].id]: 1 },
      deals: [{ name: 'won' }],
    });
    expect(await owner.listDeals('closed=0')).toMatchObject({
      total: 1,
      totalByStageId: { [stages[0].id]: 1 },
      deals: [{ name: 'open' }],
    });
    await owner.updatePipeline(id, { stages: [{ id: stages[0].id, name: 'Open', closedStage: true }] });
    expect((await owner.listDeals('closed=true')).total).toBe(2);
    expect((await owner.listDeals('closed=false')).total).toBe(0);
  });

  it('given invalid input, then nothing changes', async () => {
    const { owner } = await withPipelines();
    const deal = await owner.createDeal({ name: 'Kept', stageId: 1 });
    const bad: [Json, string, RegExp][] = [
      [{ stageId: 99 }, 'UNKNOWN_REFERENCE', /'stageId'.*99/],
      [{ stageId: null }, 'INVALID_BODY', /'stageId'/],
      [{ stageId: 'one' }, 'INVALID_BODY', /'stageId'/],
      [{ name: ' ' }, 'INVALID_BODY', /'name'/],
      [{ price: -1 }, 'INVALID_BODY', /'price'/],
      [{ price: 2_147_483_648 }, 'INVALID_BODY', /'price'/],
      [{ price: 1.5 }, 'INVALID_BODY', /'price'/],
      [{ projectedCloseDate: '2026-02-30' }, 'INVALID_BODY', /'projectedCloseDate'/],
      [{ status: 'Sold' }, 'INVALID_BODY', /Active, Archived, Deleted/],
      [{ peopleIds: [0] }, 'INVALID_BODY', /'peopleIds/],
      [{ peopleIds: Array(101).fill(1) }, 'INVALID_BODY', /at most 100/],
      [{ userIds: [1, 77, 78] }, 'UNKNOWN_REFERENCE', /'userIds'.*77, 78/],
      [{ peopleIds: [4711] }, 'UNKNOWN_REFERENCE', /'peopleIds'.*4711/],
      [{ peopleIds: [4711], userIds: [77] }, 'INVALID_BODY', /'peopleIds'.*4711.*'userIds'.*77/],
      [{ customNothing: 1 }, 'INVALID_BODY', /Unknown fields: 'customNothing'/],
      [{ colour: 'red' }, 'INVALID_BODY', /Unknown fields: 'colour'/],
    ];
    await Promise.all(
      bad.map(async ([body, reason, message]) => {
        await expect((async () => owner.createDeal({ name: 'x', stageId: 1, ...body }))()).rejects.toMatchObject({
          reason,
          message: expect.stringMatching(message),
        });
        await expect((async () => owner.updateDeal(deal['id'], body))()).rejects.toMatchObject({
          reason,
          message: expect.stringMatching(message),
        });
      }),
    );
    await expect((async () => owner.updateDeal(deal['id'], { status: null }))()).rejects.toThrow(/'status'/);
    await expect((async () => owner.createDeal({}))()).rejects.toThrow(
      "Missing 'stageId' field. Missing 'name' field.",
    );
    expect(await owner.listDeals()).toMatchObject({ total: 1, deals: [deal], totalByStageId: { 1: 1 } });
    // A stage of another account.
    const other = await suite.newAccount();
    await expectRefusal(other.owner.createDeal({ name: 'x', stageId: 1 }), 'UNKNOWN_REFERENCE');
    await expectRefusal(other.owner.getDeal(deal['id']), 'NOT_FOUND');
  });

  it('enter a stage, at its end, only when the stage changes', async () => {
    const { owner } = await withPipelines();
    const [first, second] = [
      await owner.createDeal({ name: 'a', stageId: 1 }),
      await owner.createDeal({ name: 'b', stageId: 1 }),
    ];
    await owner.createDeal({ name: 'c', stageId: 3 });
    expect([first['orderWeight'], second['orderWeight']]).toEqual([1000, 2000]);
    await eventually(async () => {
      const moved = await owner.updateDeal(first['id'], { stageId: first['stageId'] === 1 ? 3 : 1 });
      expect(moved).toMatchObject({ stageId: 3, pipelineId: 2, orderWeight: 2000 });
      const same = await owner.updateDeal(second['id'], { stageId: 1, name: 'b2', price: 1 });
      expect(same['enteredStageAt']).toBe(second['enteredStageAt']);
    });
    // Times are shown to the second; a further move a second later moves it.
    const { enteredStageAt } = await owner.getDeal(first['id']);
    let stageId = 1;
    await eventually(async () => {
      stageId = stageId === 1 ? 2 : 1;
      expect((await owner.updateDeal(first['id'], { stageId }))['enteredStageAt'] > enteredStageAt).toBe(true);
    });
    const entered = (await owner.getDeal(first['id']))['enteredStageAt'];
    expect((await owner.updateDeal(first['id'], { name: 'a2', status: 'Archived' }))['enteredStageAt']).toBe(entered);
  });

  it('are ordered by weight; a weight beyond the last is last, and of equal weights the newest comes first', async () => {
    const { owner } = await withPipelines();
    for (const name of ['a', 'b', 'c']) await owner.createDeal({ name, stageId: 1 });
    await owner.createDeal({ name: 'top', stageId: 1, orderWeight: 0 });
    await owner.createDeal({ name: 'on b', stageId: 1, orderWeight: 2000 });
    await owner.createDeal({ name: 'far', stageId: 1, orderWeight: 2_147_483_647 });
    await owner.createDeal({ name: 'last', stageId: 1 });
    expect(names(await owner.listDeals('stageId=1&sort=orderWeight'))).toEqual([
      'top',
      'a',
      'on b',
      'b',
      'c',
      'far',
      'last',
    ]);
    await owner.updateDeal(1, { orderWeight: 2_147_483_647 });
    expect(names(await owner.listDeals('stageId=1&sort=-orderWeight&limit=2'))).toEqual(['a', 'last']);
  });

  it('are deleted softly: returned by id, and in lists and counts only on request', async () => {
    const { owner, accountId } = await withPipelines();
    for (const name of ['a', 'b', 'c']) await owner.createDeal({ name, stageId: 1 });
    expect(await owner.deleteDeal(2)).toEqual({});
    expect(await owner.deleteDeal(2)).toEqual({});
    await owner.updateDeal(3, { status: 'Archived' });
    expect(await owner.getDeal(2)).toMatchObject({ name: 'b', status: 'Deleted', stageId: 1 });
    expect(await owner.listDeals()).toMatchObject({ total: 1, totalByStageId: { 1: 1 }, deals: [{ name: 'a' }] });
    expect(await owner.listDeals('includeArchived=1')).toMatchObject({
      total: 2,
      totalByStageId: { 1: 2 },
      deals: [{ name: 'c' }, { name: 'a' }],
    });
    expect(await owner.listDeals('includeDeleted=0&pipelineId=1')).toMatchObject({
      total: 1,
      totalByStageId: { 1: 1 },
    });
    expect(await owner.listDeals('includeDeleted=1&includeArchived=1')).toMatchObject({
      total: 3,
      totalByStageId: { 1: 3 },
    });
    expect(await owner.listDeals('includeDeleted=1&pipelineId=1')).toMatchObject({
      total: 2,
      totalByStageId: { 1: 2 },
    });
    // The uri of a notification names ids.
    expect(names(await owner.listDeals('id=1,3'))).toEqual(['c', 'a']);
    expect(await owner.listDeals('status=Deleted')).toMatchObject({
      total: 1,
      totalByStageId: { 1: 1 },
      deals: [{ name: 'b' }],
    });
    expect(names(await owner.listDeals('status=Archived,Active'))).toEqual(['c', 'a']);
    expect(names(await owner.listDeals('status=Archived'))).toEqual(['c']);
    await owner.updateDeal(2, { status: 'Active' });
    expect(await owner.listDeals('pipelineId=1')).toMatchObject({ total: 2, totalByStageId: { 1: 2 } });
    await owner.updateDeal(2, { status: 'Deleted' });
    await expectRefusal(owner.deleteDeal(99), 'NOT_FOUND');
    await eventually(() =>
      expect(ofDeals(accountId).slice(3)).toEqual(['dealsDeleted', 'dealsUpdated', 'dealsUpdated', 'dealsDeleted']),
    );
  });

  it('are visible to agents among their users; lenders see none', async () => {
    const { owner, broker, agent, agent2, lender } = await withPipelines();
    const open = await owner.createDeal({ name: 'nobody', stageId: 1 });
    const shared = await broker.createDeal({ name: 'shared', stageId: 1, userIds: [3, 4] });
    const ownDeal = await agent.createDeal({ name: 'own', stageId: 3 });
    expect(ownDeal['users']).toEqual([{ id: 3, name: 'Ada Agent' }]);
    expect(await agent.listDeals()).toMatchObject({
      total: 2,
      totalByStageId: { 1: 1, 3: 1 },
      deals: [{ name: 'own' }, { name: 'shared' }],
    });
    expect(await agent2.listDeals()).toMatchObject({ total: 1, totalByStageId: { 1: 1 } });
    expect(await agent2.listDeals('userId=3')).toMatchObject({
      total: 1,
      totalByStageId: { 1: 1 },
      deals: [{ name: 'shared' }],
    });
    expect(await agent2.listDeals('pipelineId=2')).toMatchObject({ total: 0, totalByStageId: {}, deals: [] });
    expect(await owner.listDeals('userId=3')).toMatchObject({ total: 2, totalByStageId: { 1: 1, 3: 1 } });
    expect(await broker.listDeals()).toMatchObject({ total: 3, totalByStageId: { 1: 2, 3: 1 } });
    for (const act of [
      () => agent.getDeal(open['id']),
      () => agent.updateDeal(open['id'], { name: 'x' }),
      () => agent.deleteDeal(open['id']),
      () => agent2.getDeal(ownDeal['id']),
    ])
      await expectRefusal(act(), 'NOT_FOUND');
    for (const act of [
      () => lender.listDeals(),
      () => lender.getDeal(1),
      () => lender.createDeal({ name: 'x', stageId: 1 }),
      () => lender.deleteDeal(1),
      () => lender.updateDeal(1, {}),
    ])
      await expectRefusal(act(), 'FORBIDDEN');
    // Who takes themselves out of a deal has let it go.
    await agent2.updateDeal(shared['id'], { userIds: [3] });
    await expectRefusal(agent2.getDeal(shared['id']), 'NOT_FOUND');
    expect(await agent2.listDeals()).toMatchObject({ total: 0, totalByStageId: {} });
  });

  it('have totals by stage that match the filter', async () => {
    const { owner, agent, publishPerson } = await withPipelines();
    await publishPerson(1, { name: 'P', viewerIds: [3] });
    const deals = [
      { stageId: 1, userIds: [3], peopleIds: [1] },
      { stageId: 1, userIds: [4] },
      { stageId: 2, userIds: [3, 4], peopleIds: [1] },
      { stageId: 3, userIds: [3] },
      { stageId: 3 },
    ];
    for (const [at, deal] of deals.entries()) await owner.createDeal({ name: `d${at + 1}`, ...deal });
    const expected: [string, number, Record<number, number>][] = [
      ['', 5, { 1: 2, 2: 1, 3: 2 }],
      ['pipelineId=1', 3, { 1: 2, 2: 1 }],
      ['pipelineId=2', 2, { 3: 2 }],
      ['pipelineId=77', 0, {}],
      ['stageId=2', 1, { 2: 1 }],
      ['stageId=1,3', 4, { 1: 2, 3: 2 }],
      ['userId=3', 3, { 1: 1, 2: 1, 3: 1 }],
      ['userId=4&pipelineId=1', 2, { 1: 1, 2: 1 }],
      ['personId=1', 2, { 1: 1, 2: 1 }],
      ['personId=1&pipelineId=1&stageId=2', 1, { 2: 1 }],
      ['ids=1,2,5,99', 3, { 1: 2, 3: 1 }],
      ['idGreaterThan=2&pipelineId=2', 2, { 3: 2 }],
      ['createdAfter=2999-01-01T00:00:00Z', 0, {}],
    ];
    for (const [query, total, totalByStageId] of expected)
      expect([query, await owner.listDeals(query)]).toMatchObject([query, { total, totalByStageId }]);
    expect(await agent.listDeals('personId=1&limit=1')).toMatchObject({ total: 2, totalByStageId: { 1: 1, 2: 1 } });
    expect(await agent.listDeals('stageId=1,2,3')).toMatchObject({ total: 3, totalByStageId: { 1: 1, 2: 1, 3: 1 } });
    expect(await agent.listDeals('pipelineId=1')).toMatchObject({ total: 2, totalByStageId: { 1: 1, 2: 1 } });
    // Pages share the totals.
    const page = await owner.listDeals('limit=2&pipelineId=1');
    expect(await owner.listDeals(`limit=2&pipelineId=1&next=${encodeURIComponent(page.next)}`)).toMatchObject({
      total: 3,
      totalByStageId: { 1: 2, 2: 1 },
      deals: [{ name: 'd1' }],
    });
    // Counts follow deals that move.
    await owner.updateDeal(1, { stageId: 3, userIds: [4] });
    expect((await owner.listDeals()).totalByStageId).toEqual({ 1: 1, 2: 1, 3: 3 });
    expect((await agent.listDeals()).totalByStageId).toEqual({ 2: 1, 3: 1 });
  });
});

describe('custom fields of deals', () => {
  const withField = async (account: Account) =>
    account.owner.createField({ label: 'closing gift', type: 'dropdown', choices: ['Wine', 'Plant'] });

  it('are defined by owner and brokers, with unique names', async () => {
    const { owner, broker, agent, lender } = await suite.newAccount();
    const field = await broker.createField({ label: 'closing gift', type: 'dropdown', choices: ['Wine', 'Plant'] });
    expect(field).toEqual({
      id: 1,
      label: 'closing gift',
      name: 'customClosingGift',
      type: 'dropdown',
      isRecurring: false,
      choices: ['Wine', 'Plant'],
      orderWeight: 1000,
      hideIfEmpty: false,
      readOnly: false,
    });
    await expectRefusal(owner.createField({ label: 'Closing Gift', type: 'text' }), 'NAME_TAKEN');
    await expectRefusal(owner.createField({ label: 'fields', type: 'text' }), 'INVALID_BODY');
    await expectRefusal(owner.createField({ label: 'x', type: 'dropdown' }), 'INVALID_BODY');
    await expectRefusal(owner.updateField(1, { type: 'text' }), 'INVALID_BODY');
    await expectRefusal(agent.createField({ label: 'x', type: 'text' }), 'FORBIDDEN');
    await expectRefusal(lender.listFields(), 'FORBIDDEN');
    expect(await agent.listFields('label=Closing%20gift')).toEqual([field]);
    expect(await owner.updateField(1, { label: 'Gift', choices: ['Wine'] })).toMatchObject({
      label: 'Gift',
      name: 'customClosingGift',
      choices: ['Wine'],
    });
    await owner.deleteField(1);
    expect(await owner.listFields()).toEqual([]);
    const fields = await Promise.allSettled([1, 2, 3].map(() => owner.createField({ label: 'Twin', type: 'text' })));
    expect(fields.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(fields.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { reason: 'NAME_TAKEN' } },
      { reason: { reason: 'NAME_TAKEN' } },
    ]);
  });

  it('have choices that are renamed together with the values of deals', async () => {
    const account = await withPipelines();
    const { owner, accountId } = account;
    const { id } = await withField(account);
    await owner.createField({ label: 'Area', type: 'text', hideIfEmpty: true, readOnly: true });
    await owner.createDeal({ name: 'a', stageId: 1, customClosingGift: 'Wine' });
    const field = await owner.updateField(id, { dropdownChoiceMap: { Wine: 'Red wine' } });
    expect(field).toMatchObject({ choices: ['Red wine', 'Plant'] });
    expect(field).not.toHaveProperty('dropdownChoiceMap');
    expect((await owner.listDeals('customClosingGift=red%20wine&fields=allCustom')).deals).toMatchObject([
      { customClosingGift: 'Red wine' },
    ]);
    expect(await owner.listFields('sort=name')).toMatchObject([
      { name: 'customArea', hideIfEmpty: true, readOnly: true },
      { name: 'customClosingGift', hideIfEmpty: false },
    ]);
    await owner.deleteField(id);
    const ofFields = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('dealCustom'));
    await eventually(() =>
      expect(ofFields()).toEqual([
        'dealCustomFieldsCreated',
        'dealCustomFieldsCreated',
        'dealCustomFieldsUpdated',
        'dealCustomFieldsDeleted',
      ]),
    );
  });

  it('have values that are returned on request, filtered, cleared by null, and deleted with their field', async () => {
    const account = await withPipelines();
    const { owner, accountId } = account;
    await withField(account);
    await owner.createField({ label: 'fee', type: 'number' });
    const deal = await owner.createDeal({ name: 'a', stageId: 1, customClosingGift: 'Wine', customFee: '2.5' });
    await owner.createDeal({ name: 'b', stageId: 2, customClosingGift: 'Plant' });
    expect(deal).not.toHaveProperty('customClosingGift');
    expect(await owner.getDeal(1, 'fields=name,customFee,customClosingGift')).toEqual({
      id: 1,
      name: 'a',
      customFee: 2.5,
      customClosingGift: 'Wine',
    });
    expect((await owner.listDeals('fields=allCustom')).deals).toEqual([
      { id: 2, customClosingGift: 'Plant', customFee: null },
      { id: 1, customClosingGift: 'Wine', customFee: 2.5 },
    ]);
    expect(await owner.listDeals('customClosingGift=wine')).toMatchObject({
      total: 1,
      totalByStageId: { 1: 1 },
      deals: [{ name: 'a' }],
    });
    expect(await owner.listDeals('customClosingGift=wine,plant&stageId=2')).toMatchObject({
      total: 1,
      totalByStageId: { 2: 1 },
    });
    expect((await owner.listDeals('customFee=2.50')).total).toBe(1);
    await expectRefusal(owner.listDeals('customNothing=1'), 'INVALID_QUERY');
    await expect(owner.updateDeal(1, { customClosingGift: 'Gold' })).rejects.toThrow('must be one of Wine, Plant');
    await owner.updateDeal(1, { customFee: null });
    expect(await owner.getDeal(1, 'fields=allCustom')).toEqual({ id: 1, customClosingGift: 'Wine', customFee: null });
    await owner.deleteField(1);
    expect(await owner.getDeal(1, 'fields=allCustom')).toEqual({ id: 1, customFee: null });
    await expectRefusal(owner.listDeals('customClosingGift=wine'), 'INVALID_QUERY');
    await expect(owner.updateDeal(1, { customClosingGift: 'Wine' })).rejects.toThrow('Unknown fields');
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((name) => name === 'dealsUpdated')).toHaveLength(1),
    );
  });
});
