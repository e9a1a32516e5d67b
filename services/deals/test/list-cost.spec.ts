import mongoose from 'mongoose';
import { mapBounded } from '@porchlight/runtime';
import { useSuite } from './suite';

const suite = useSuite();

/** Collections that a list of deals reads; the store's own housekeeping uses others. */
const READ = new Set(['deals', 'pipelines', 'people', 'users', 'counters', 'sequences', 'dealCustomFields']);
const COMMANDS = ['find', 'findOne', 'aggregate', 'countDocuments'] as const;

/**
 * The commands that some work sends to the database: command and collection, and the widest stretch of deals asked for,
 * up to the newest, above which stretches are open and hold nothing.
 */
const watch = async (newest: number, work: () => Promise<unknown>) => {
  const sent: string[] = [];
  let widest = 0;
  const prototype = mongoose.mongo.Collection.prototype as unknown as Record<string, (...args: any[]) => unknown>;
  const spies = COMMANDS.map((command) => {
    const original = prototype[command]!;
    return jest.spyOn(prototype, command).mockImplementation(function (
      this: { collectionName: string },
      ...args: any[]
    ) {
      const name = this.collectionName;
      const filter = Array.isArray(args[0]) ? Object.assign({}, ...args[0].map((stage: any) => stage.$match)) : args[0];
      // The relay looks now and then for entries that were left.
      if (READ.has(name) && !('pendingSince' in filter)) {
        sent.push(`${command} ${name}`);
        const range = Math.min(filter.id?.$lt, newest + 1) - filter.id?.$gt;
        const keys = filter._id?.$in?.length ?? (filter._id === undefined ? Infinity : 1);
        if (name === 'deals') widest = Math.max(widest, Number.isNaN(range) ? keys : range);
      }
      return original.apply(this, args);
    });
  });
  try {
    await work();
  } finally {
    spies.forEach((spy) => spy.mockRestore());
  }
  return { sent: sent.sort(), widest };
};

it('A list of deals with its totals costs the same for any number of deals', async () => {
  const { owner, agent, publishPerson } = await suite.newAccount();
  await owner.createPipeline({ name: 'P', stages: [{ name: 'a' }, { name: 'b' }] });
  await owner.createPipeline({ name: 'Q', stages: [{ name: 'c' }] });
  await publishPerson(1, { name: 'Ann' });
  const add = (count: number) =>
    mapBounded(Array.from({ length: count }, (_, at) => at), 32, (at) =>
      owner.createDeal({ name: `d${at}`, stageId: (at % 3) + 1, peopleIds: [1], userIds: at % 2 ? [3] : [] }),
    ); // prettier-ignore
  const queries = [
    'limit=10',
    'limit=10&pipelineId=1',
    'limit=10&stageId=3',
    'limit=10&userId=3',
    'limit=10&pipelineId=1&userId=3',
  ];
  const measure = async () => {
    const newest: number = (await owner.listDeals('limit=1')).deals[0]!['id'];
    const costs = [];
    for (const query of queries) costs.push({ query, ...(await watch(newest, () => owner.listDeals(query))) });
    costs.push({ query: 'agent', ...(await watch(newest, () => agent.listDeals('limit=10'))) });
    costs.push({ query: 'agent, pipeline', ...(await watch(newest, () => agent.listDeals('limit=10&pipelineId=1'))) });
    return costs;
  };
  await add(60);
  const few = await measure();
  await add(540);
  const many = await measure();
  for (const [at, cost] of many.entries()) {
    // A look more where the newest deals are fewer of those asked for than on average, or where reads meet that could
    // share a query.
    expect(cost.sent.length).toBeLessThanOrEqual(few[at]!.sent.length + 3);
    // Nothing is counted, and stretches of deals are as wide as the page needs: four times that where the first one had
    // too few, 400 ids between exclusive bounds. Gaps of ids decide whether it has.
    expect(cost.sent.filter((command) => command.startsWith('countDocuments'))).toEqual([]);
    expect(cost.sent.length).toBeLessThanOrEqual(14);
    expect(cost.widest).toBeLessThanOrEqual(401);
  }
  const { total, totalByStageId } = await owner.listDeals('limit=1&pipelineId=1');
  expect([total, totalByStageId]).toEqual([400, { 1: 200, 2: 200 }]);
  expect((await agent.listDeals('limit=1')).totalByStageId).toEqual({ 1: 100, 2: 100, 3: 100 });
});
