import { seesWholeAccount } from '@porchlight/access';
import { type ListDealsRequest, type ListDealsResponse, deals } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { type FilterValues, filterNamed, INT32_MAX, type Filter } from '@porchlight/resource';
import { type Condition, type StoreCall, composeKey } from '@porchlight/store';
import { closedCondition, customCondition } from './deals-strategy';
import type { Deals } from './deal-parts';
import { findCountedList, formatCountKey, statusCondition, type CountedList } from './deal-totals';

/** Fields by which an index finds few deals, the best first. */
const NARROW = ['_id', 'customKeys', 'peopleIds', 'viewers', 'stageId', 'pipelineId', 'status'] as const;

const typed = ({ type }: Filter, text: string): unknown => {
  if (type === 'int') return Number(text);
  return type === 'time' ? new Date(text) : text;
};

const ofFilter = (accountId: number, { name, values }: FilterValues): Condition | undefined => {
  const filter = filterNamed(deals, name);
  if (!filter || filter.match === 'rule') return undefined;
  const operands = values.map((text) => typed(filter, text));
  const field = filter.column ?? name;
  if (filter.match === 'above') return { [field]: { $gt: operands[0] } };
  if (filter.match === 'below') return { [field]: { $lt: operands[0] } };
  if (field === 'id') return { _id: { $in: (operands as number[]).map((id) => composeKey(accountId, id)) } };
  return { [field]: operands.length === 1 ? operands[0] : { $in: operands } };
};

/** The conditions of a list of deals without those of rules, one for each filter. */
const buildConditions = (accountId: number, filters: readonly FilterValues[]): Condition[] =>
  filters.map((filter) => ofFilter(accountId, filter)).filter((condition) => condition !== undefined);

/**
 * The aggregation that counts deals by stage: first the condition that an index answers, then the others, because some
 * servers use an index only for a whole condition.
 */
const countByStage = (accountId: number, conditions: readonly Condition[]): Record<string, unknown>[] => {
  const narrow = NARROW.map((field) => conditions.find((condition) => field in condition)).find(
    (condition) => condition !== undefined,
  );
  const live = { accountId, id: { $gt: 0, $lt: INT32_MAX + 1 } };
  const first = narrow && '_id' in narrow ? [narrow, live] : [{ ...narrow, ...live }];
  return [
    ...[...first, ...conditions.filter((condition) => condition !== narrow)].map((condition) => ({
      $match: condition,
    })),
    { $group: { _id: '$stageId', count: { $sum: 1 } } },
  ];
};

type Totals = Record<number, number>;

/**
 * Wraps the list handler of deals: adds the number of deals per stage (specification: Deals, totalByStageId), without
 * empty stages. Lists of all users or one, in all pipelines or one pipeline or stage, use counters; other selections
 * use one aggregation.
 */
export const withStageTotals =
  <C extends StoreCall>(
    ports: Deals,
    handler: (request: ListDealsRequest, call: C) => Promise<Pick<ListDealsResponse, 'records' | 'page'>>,
  ) =>
  async (request: ListDealsRequest, call: C): Promise<ListDealsResponse> => {
    const { records, page } = await handler(request, call);
    const filters = request.query?.filters ?? [];
    return { records, page, totalByStageId: page?.total === 0 ? {} : await loadTotals(ports, call, filters) };
  };

const loadTotals = (ports: Deals, call: StoreCall, filters: readonly FilterValues[]): Promise<Totals> => {
  const counted = findCountedList(call.actor, filters);
  return counted ? readTotals(ports, call, counted) : aggregateTotals(ports, call, filters);
};

const readTotals = async (
  { deals, pipelines }: Deals,
  call: StoreCall,
  { user, pipeline, stage }: CountedList,
): Promise<Totals> => {
  const stageIds = async (): Promise<number[]> => {
    if (stage !== undefined) return [stage];
    if (pipeline !== undefined) return (await pipelines.load(call, pipeline))?.stageIds ?? [];
    return (await pipelines.find(call, {}, LIMITS.pipelines.value + 1)).flatMap((one) => one.stageIds);
  };
  const totals: Totals = {};
  await Promise.all(
    (await stageIds()).map(async (id) => {
      const count = await deals.count(
        call.actor.accountId,
        formatCountKey({ stage: id, ...(user !== undefined && { user }) }),
      );
      if (count > 0) totals[id] = count;
    }),
  );
  return totals;
};

const aggregateTotals = async (
  { aggregate, loadFields, pipelines }: Deals,
  call: StoreCall,
  filters: readonly FilterValues[],
): Promise<Totals> => {
  const { accountId, userId } = call.actor;
  const custom = await Promise.all(
    filters.map(({ name, values }) =>
      name === 'closed'
        ? closedCondition(pipelines, call, values[0] === 'true')
        : customCondition(loadFields, call, name, values),
    ),
  );
  const conditions: Condition[] = [
    ...buildConditions(accountId, filters),
    ...custom.filter((condition) => condition !== undefined),
    ...(seesWholeAccount(call.actor) ? [] : [{ viewers: userId }]),
    ...[statusCondition(filters) ?? []].flat(),
  ];
  const groups = await aggregate(countByStage(accountId, conditions));
  return Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
};
