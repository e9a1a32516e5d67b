import { seesWholeAccount } from '@porchlight/access';
import type { Deal } from '@porchlight/contracts';
import { applyCustomValues, formatCustomFacets, readCustomValues } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { INT32_MAX } from '@porchlight/resource';
import { normalizeText, weightAt, type Draft, type StoreCall, type Write } from '@porchlight/store';
import { isClosed } from '../pipelines';
import { applyTerms, buildTerms, DELETED, type DealDocument } from './deal-document';
import type { DealRules } from './deal-parts';
import type { Named } from './resolve-parties';

/** Where a deal is: its pipeline, and its place in its stage. */
const createPlaces = ({ pipelines, numbers, clock }: Pick<DealRules, 'pipelines' | 'numbers' | 'clock'>) => {
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

  return { findPipelineId, weightIn };
};

/** The document of a deal after a create or an update (specification: Deals; decisions section 6). */
export const prepareDeal = (rules: DealRules) => {
  const { parties, loadFields, clock } = rules;
  const { findPipelineId, weightIn } = createPlaces(rules);

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

  return (call: StoreCall, write: Write<Deal, DealDocument>) =>
    write.before ? prepareChanged(call, write.before, write) : prepareNew(call, write.input);
};

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** People and users that an update adds. Existing ones stay, even if the caller may not see them. */
export const addedTo = (before: Named, after: Named): Named => ({
  peopleIds: after.peopleIds.filter((id) => !before.peopleIds.includes(id)),
  userIds: after.userIds.filter((id) => !before.userIds.includes(id)),
});
