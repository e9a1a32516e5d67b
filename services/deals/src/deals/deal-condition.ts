import { deals } from '@porchlight/contracts';
import { filterNamed, INT32_MAX, type Filter, type FilterValues } from '@porchlight/resource';
import { composeKey, type Condition } from '@porchlight/store';

/** Fields by which an index finds few deals, the best first. */
const NARROW = ['_id', 'customKeys', 'peopleIds', 'viewers', 'stageId', 'pipelineId', 'status'] as const;

const typed = ({ type }: Filter, text: string): unknown => {
  if (type === 'int') return Number(text);
  return type === 'time' ? new Date(text) : text;
};

const ofFilter = (accountId: number, { name, values }: FilterValues): Condition | undefined => {
  const filter = filterNamed(deals, name);
  if (!filter || filter.match === 'rule') return undefined;
  const wanted = values.map((text) => typed(filter, text));
  const field = filter.column ?? name;
  if (filter.match === 'above') return { [field]: { $gt: wanted[0] } };
  if (filter.match === 'below') return { [field]: { $lt: wanted[0] } };
  if (field === 'id') return { _id: { $in: (wanted as number[]).map((id) => composeKey(accountId, id)) } };
  return { [field]: wanted.length === 1 ? wanted[0] : { $in: wanted } };
};

/** The conditions of a list of deals besides those of rules, one a filter. */
export const buildConditions = (accountId: number, filters: readonly FilterValues[]): Condition[] =>
  filters.map((filter) => ofFilter(accountId, filter)).filter((condition) => condition !== undefined);

/**
 * Counts by stage as a pipeline: first what one index narrows down, then the rest, so that servers that only use an
 * index which holds the whole filter are quick too.
 */
export const countByStage = (accountId: number, conditions: readonly Condition[]): Record<string, unknown>[] => {
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
