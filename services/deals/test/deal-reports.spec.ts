import { allActions } from '@porchlight/contracts';
import { expectRefusal } from '@porchlight/testkit';
import type { Account, Json } from './deals-service';
import { useSuite } from './suite';

const suite = useSuite();
const CLOSING = allActions.find(({ rpc }) => rpc === 'reportClosingDeals')!;
const RANGE = { from: '2026-03-15', to: '2026-04-30' };

const read = async (user: Account['owner'], query: Record<string, string> = RANGE): Promise<Json> =>
  (await user.act(CLOSING, { query: new URLSearchParams(query).toString() })).body as Json;

/** An account whose pipeline has an open and a closing stage: ids 1 and 2. */
const withPipeline = async () => {
  const account = await suite.newAccount();
  await account.owner.createPipeline({
    name: 'Buyers',
    stages: [{ name: 'Offer' }, { name: 'Closed', closedStage: true }],
  });
  return account;
};

describe('[ext] GET /v1/reports/closingDeals', () => {
  it('given deals of two months, then they are summed by month and by stage', async () => {
    const { owner } = await withPipeline();
    await owner.createDeal({ name: 'A', stageId: 1, price: 300_000, projectedCloseDate: '2026-03-20' });
    await owner.createDeal({ name: 'B', stageId: 2, price: 2_000_000_000, projectedCloseDate: '2026-03-21' });
    await owner.createDeal({ name: 'C', stageId: 2, price: 2_000_000_000, projectedCloseDate: '2026-04-30' });
    await owner.createDeal({ name: 'D', stageId: 1, projectedCloseDate: '2026-04-01' });
    expect(await read(owner)).toEqual({
      ...RANGE,
      deals: 4,
      price: 4_000_300_000,
      months: [
        { month: '2026-03', open: { deals: 1, price: 300_000 }, closed: { deals: 1, price: 2_000_000_000 } },
        { month: '2026-04', open: { deals: 1, price: 0 }, closed: { deals: 1, price: 2_000_000_000 } },
      ],
      stages: [
        { pipelineId: 1, pipeline: 'Buyers', stageId: 1, stage: 'Offer', closed: false, deals: 2, price: 300_000 },
        {
          pipelineId: 1,
          pipeline: 'Buyers',
          stageId: 2,
          stage: 'Closed',
          closed: true,
          deals: 2,
          price: 4_000_000_000,
        },
      ],
    });
  });

  it('given deals outside the range, without a day, archived or deleted, then they are not counted', async () => {
    const { owner } = await withPipeline();
    await owner.createDeal({ name: 'Early', stageId: 1, projectedCloseDate: '2026-03-14' });
    await owner.createDeal({ name: 'Late', stageId: 1, projectedCloseDate: '2026-05-01' });
    await owner.createDeal({ name: 'Open', stageId: 1 });
    await owner.createDeal({ name: 'Old', stageId: 1, projectedCloseDate: '2026-04-01', status: 'Archived' });
    const deleted = await owner.createDeal({ name: 'Gone', stageId: 1, projectedCloseDate: '2026-04-01' });
    await owner.deleteDeal(deleted['id'] as number);
    expect(await read(owner)).toMatchObject({ deals: 0, price: 0, months: [] });
  });

  it('given an agent, then only the deals that the agent may see are counted', async () => {
    const { owner, agent } = await withPipeline();
    await owner.createDeal({ name: 'A', stageId: 1, projectedCloseDate: '2026-04-01', userIds: [3] });
    await owner.createDeal({ name: 'B', stageId: 1, projectedCloseDate: '2026-04-01' });
    expect(await read(agent)).toMatchObject({ deals: 1 });
    expect(await read(owner)).toMatchObject({ deals: 2 });
  });

  it('given a lender or a wrong range, then the report is refused', async () => {
    const { owner, lender } = await withPipeline();
    await expectRefusal(read(lender), 'FORBIDDEN');
    await expectRefusal(read(owner, { from: '2026-04-01', to: 'soon' }), 'INVALID_QUERY', "'to' must be a day");
  });
});
