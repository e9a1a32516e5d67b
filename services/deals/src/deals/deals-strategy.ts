import { seesWholeAccount } from '@porchlight/access';
import { dealLinked, type Deal } from '@porchlight/contracts';
import {
  applyCustomValues,
  formatCustomFacets,
  facetsOfFilter,
  readCustomValues,
  sortFieldOfCustom,
} from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { CUSTOM_NAME, INT32_MAX, type FilterValues } from '@porchlight/resource';
import {
  normalizeText,
  type Condition,
  type Draft,
  type Index,
  type StoreCall,
  type Strategy,
  type Write,
  weightAt,
} from '@porchlight/store';
import { isClosed } from '../pipelines';
import type { LoadFields } from './deal-custom-fields';
import { applyTerms, DELETED, eventOfUpdate, buildTerms, type DealDocument } from './deal-document';
import { findCountedList, formatCountKey, listCountKeys, statusCondition } from './deal-totals';
import type { Named } from './resolve-parties';
import type { DealRules } from './deal-parts';
import { createDealRecords } from './deal-record';

/** Indexes of deals besides those of the store. */
export const DEAL_INDEXES: readonly Index[] = [
  { keys: { customKeys: 1, id: 1 } },
  // Reports of closing deals.
  { keys: { projectedCloseDate: 1, id: 1 }, partial: { projectedCloseDate: { $exists: true } } },
];

/** The rules of deals (specification: Deals; decisions section 6). */
export const createDealStrategy = (rules: DealRules): Strategy<Deal, DealDocument> => {
  const { pipelines, parties, loadFields, numbers, clock } = rules;

  /** The open pipeline that has a stage. */
  const findPipelineId = async (call: StoreCall, stageId: number): Promise<number> => {
    const [pipeline] = await pipelines.findBy(call, 'stageIds', stageId, 1);
    if (!pipeline || isClosed(pipeline, clock))
      throw refuse('UNKNOWN_REFERENCE', { field: 'stageId', what: 'a stage', value: stageId });
    return pipeline.id;
  };

  /**
   * A weight after all weights of the stage; a larger one counts as last, so that weights stay in range. Weights in
   * between are stored as given; of equal ones the newest deal comes first.
   */
  const weightIn = async (call: StoreCall, stageId: number, requested: number | undefined): Promise<number> => {
    const nth = await numbers.take(call.actor.accountId, `weights:${call.actor.accountId}:${stageId}`, 1);
    const last = Math.min(weightAt(nth - 1), INT32_MAX);
    return Math.min(requested ?? last, last);
  };

  /** The changes by a body's custom values, which are not part of the mask. */
  const customAfter = async (
    call: StoreCall,
    before: DealDocument['custom'],
    customFields: Deal['customFields'] = {},
  ) => {
    if (Object.keys(customFields).length === 0) return {};
    const fields = await loadFields(call.actor.accountId);
    const custom = applyCustomValues(fields, before, readCustomValues(fields, customFields, before)) ?? {};
    return { custom, customKeys: formatCustomFacets(custom) };
  };

  const prepareNew = async (call: StoreCall, input: Deal): Promise<Draft<DealDocument>> => {
    const stageId = input.stageId ?? 0;
    const pipelineId = await findPipelineId(call, stageId);
    const peopleIds = distinct(input.peopleIds);
    const userIds = distinct(input.userIds);
    await parties.check(call, { peopleIds, userIds }, true);
    const now = clock.date();
    const status = input.status ?? 'Active';
    return {
      name: input.name ?? '',
      nameKey: normalizeText(input.name ?? ''),
      pipelineId,
      stageId,
      created: now,
      enteredStageAt: now,
      status,
      deleted: status === DELETED,
      ...buildTerms(input),
      ...(await customAfter(call, undefined, input.customFields)),
      peopleIds,
      // An agent would not see a deal without users.
      userIds: userIds.length === 0 && !seesWholeAccount(call.actor) ? [call.actor.userId] : userIds,
      orderWeight: await weightIn(call, stageId, input.orderWeight),
    };
  };

  const prepareChanged = async (
    call: StoreCall,
    before: DealDocument,
    { input, mask }: Pick<Write<Deal, DealDocument>, 'input' | 'mask'>,
  ): Promise<DealDocument> => {
    const after: DealDocument = { ...before };
    if (mask.has('name'))
      Object.assign(after, { name: input.name ?? before.name, nameKey: normalizeText(input.name ?? before.name) });
    applyTerms(after, input, mask);
    if (mask.has('peopleIds')) after.peopleIds = distinct(input.peopleIds);
    if (mask.has('userIds')) after.userIds = distinct(input.userIds);
    // No wait for copies here: other writes of this deal would wait too. The use case has waited.
    await parties.check(call, addedTo(before, after), false);
    if (mask.has('status') && input.status !== undefined) {
      after.status = input.status;
      after.deleted = input.status === DELETED;
    }
    const stageId = mask.has('stageId') && input.stageId !== undefined ? input.stageId : before.stageId;
    // A restored deal needs its pipeline, which may be deleted.
    if (stageId !== before.stageId || (before.deleted && !after.deleted))
      after.pipelineId = await findPipelineId(call, stageId);
    Object.assign(after, await customAfter(call, before.custom, input.customFields));
    const weight = mask.has('orderWeight') ? input.orderWeight : undefined;
    if (stageId !== before.stageId) {
      after.stageId = stageId;
      after.enteredStageAt = clock.date();
      after.orderWeight = await weightIn(call, stageId, weight);
    } else if (weight !== undefined && weight !== before.orderWeight)
      after.orderWeight = await weightIn(call, stageId, weight);
    return after;
  };

  const buildCondition = ({ name, values }: FilterValues, call: StoreCall): Promise<Condition | undefined> =>
    name === 'closed'
      ? closedCondition(pipelines, call, values[0] === 'true')
      : customCondition(loadFields, call, name, values);

  return {
    ...createDealRecords(rules),
    prepare: (call, write) =>
      write.before ? prepareChanged(call, write.before, write) : prepareNew(call, write.input),
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

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** People and users that an update adds. Existing ones stay, even if the caller may not see them. */
export const addedTo = (before: Named, after: Named): Named => ({
  peopleIds: after.peopleIds.filter((id) => !before.peopleIds.includes(id)),
  userIds: after.userIds.filter((id) => !before.userIds.includes(id)),
});
