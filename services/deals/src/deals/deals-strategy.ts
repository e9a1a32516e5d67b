import { dealLinked, type Deal } from '@porchlight/contracts';
import { facetsOfFilter, sortFieldOfCustom } from '@porchlight/custom-fields';
import { LIMITS } from '@porchlight/limits';
import { CUSTOM_NAME, type FilterValues } from '@porchlight/resource';
import type { Condition, Index, StoreCall, Strategy } from '@porchlight/store';
import type { LoadFields } from './deal-custom-fields';
import { eventOfUpdate, type DealDocument } from './deal-document';
import { findCountedList, formatCountKey, listCountKeys, statusCondition } from './deal-totals';
import type { DealRules } from './deal-parts';
import { createDealRecords } from './deal-record';
import { prepareDeal } from './prepare-deal';

/** Indexes of deals besides those of the store. */
export const DEAL_INDEXES: readonly Index[] = [
  { keys: { customKeys: 1, id: 1 } },
  // Reports of closing deals.
  { keys: { projectedCloseDate: 1, id: 1 }, partial: { projectedCloseDate: { $exists: true } } },
];

/** The rules of deals (specification: Deals; decisions section 6). */
export const createDealStrategy = (rules: DealRules): Strategy<Deal, DealDocument> => {
  const { pipelines, loadFields } = rules;

  const buildCondition = ({ name, values }: FilterValues, call: StoreCall): Promise<Condition | undefined> =>
    name === 'closed'
      ? closedCondition(pipelines, call, values[0] === 'true')
      : customCondition(loadFields, call, name, values);

  return {
    ...createDealRecords(rules),
    prepare: prepareDeal(rules),
    viewers: ({ userIds }) => userIds,
    counts: listCountKeys,
    planList: async (call, { filters, sort }) => {
      const counted = findCountedList(call.actor, filters);
      return {
        counter: counted && formatCountKey(counted),
        conditions: [
          statusCondition(filters),
          ...(await Promise.all(filters.map((filter) => buildCondition(filter, call)))),
        ],
        sortField: CUSTOM_NAME.test(sort) ? sortFieldOfCustom(await loadFields(call.actor.accountId), sort) : undefined,
      };
    },
    events: (before, after) => {
      const name = before && after && eventOfUpdate(before, after);
      const people = after ? after.peopleIds.filter((id) => !before?.peopleIds.includes(id)) : [];
      return [...(name ? [{ name }] : []), ...(people.length > 0 ? [dealLinked.event({ people })] : [])];
    },
  };
};

/**
 * The condition of a filter by a custom field; undefined for filters of other kinds. Throws INVALID_QUERY for unknown
 * fields.
 */
export const customCondition = async (
  loadFields: LoadFields,
  call: StoreCall,
  name: string,
  values: readonly string[],
): Promise<Condition | undefined> => {
  if (!name.startsWith('custom')) return undefined;
  const keys = facetsOfFilter(await loadFields(call.actor.accountId), { name, values });
  return { customKeys: keys.length === 1 ? keys[0] : { $in: keys } };
};

/** Deals that count as closed are those in a stage with `closedStage` (decisions section 11). */
export const closedCondition = async (pipelines: DealRules['pipelines'], call: StoreCall, closed: boolean) => {
  const all = await pipelines.find(call, {}, LIMITS.pipelines.value + 1);
  const stages = all.flatMap((pipeline) => pipeline.stages).filter(({ closedStage = false }) => closedStage === closed);
  return { stageId: { $in: stages.map(({ id }) => id) } };
};
