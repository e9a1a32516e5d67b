import { stageRenamed, type Stage } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  normalizeText,
  type ResourceReads,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import type { AccountSettingsCache } from './account-settings-cache';
import { TRASH_ID } from './default-stages';
import { computeMovedWeight, computeNewWeight } from './stage-order';

export const stageColumns = {
  name: column.text,
  nameKey: column.text,
  orderWeight: column.number,
  isProtected: column.flag,
  /** Earlier names, the newest first: records and senders may still use them. */
  formerNames: column.optional(column.listOf(column.text)),
  /** The account chose this stage for new people; absent: the protected stage Lead is. */
  isDefault: column.optional(column.onlyTrue),
} satisfies Columns;

/** A stage as stored. */
export interface StageDocument extends Document, Stored<typeof stageColumns> {}

/** Earlier names that a stage is found by. */
const MAX_FORMER_NAMES = 20;

/** Maximum number of stages of an account: all of them are renumbered together. */
export const MAX_STAGES = 200;

/** Builds the stored fields of a stage. */
export const stageDraft = (name: string, orderWeight: number, isProtected: boolean): Draft<StageDocument> => ({
  name,
  nameKey: normalizeText(name),
  orderWeight,
  isProtected,
});

/** What the rules of stages read. */
export interface StageRules {
  readonly settingsCache: AccountSettingsCache;
  /** Counts of people by stage. */
  readonly people: Pick<ResourceReads<Document>, 'count'>;
}

/** People in these stages. */
const countPeopleInStages = async (
  people: StageRules['people'],
  accountId: number,
  stageIds: readonly number[],
): Promise<number> => {
  const counts = await Promise.all(stageIds.map((id) => people.count(accountId, `stage:${id}`)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** The rules of stages (decisions section 6). */
export const createStagesStrategy = (
  rules: StageRules,
): Strategy<Stage, StageDocument, ReadonlyMap<number, number>> => {
  const { settingsCache, people } = rules;
  /** Throws INVALID_BODY for Trash: new people never start there. */
  const withDefault = async (call: StoreCall, before: StageDocument, wanted: boolean | undefined) => {
    const { isDefault: _chosen, ...rest } = before;
    const { defaultStage } = await settingsCache.load(call.actor.accountId);
    // A value that is sent back as it was read changes nothing.
    if (wanted === undefined || wanted === (defaultStage.id === before.id)) return { ...before };
    if (wanted && before.id === TRASH_ID)
      throw refuse('INVALID_BODY', { problems: "Field 'isDefault': new people cannot start in Trash." });
    return wanted ? { ...before, isDefault: true as const } : rest;
  };

  return {
    async prepare(call, { before, input, mask }) {
      const { stages } = await settingsCache.load(call.actor.accountId);
      if (!before) {
        if (stages.length >= MAX_STAGES) throw refuse('LIMIT_REACHED', { limit: MAX_STAGES, what: 'stages' });
        const name = input.name ?? '';
        assertUniqueName(stages, name);
        const draft = stageDraft(name, computeNewWeight(stages, input.orderWeight), false);
        return input.isDefault ? { ...draft, isDefault: true } : draft;
      }
      const after = await withDefault(call, before, mask.has('isDefault') ? input.isDefault : undefined);
      const name = mask.has('name') ? (input.name ?? '') : before.name;
      if (name !== before.name) {
        if (before.isProtected) throw refuse('STAGE_PROTECTED');
        assertUniqueName(stages, name, before.id);
        const formerNames = [before.name, ...(before.formerNames ?? [])].slice(0, MAX_FORMER_NAMES);
        Object.assign(after, { name, nameKey: normalizeText(name), formerNames });
      }
      if (mask.has('orderWeight') && input.orderWeight !== undefined && input.orderWeight !== before.orderWeight)
        after.orderWeight = computeMovedWeight(stages, before.id, input.orderWeight);
      return after;
    },
    events: (before, after) =>
      before && after && before.name !== after.name
        ? [stageRenamed.event({ id: after.id, from: before.name, to: after.name })]
        : [],
    validateDelete(_call, before) {
      if (before.isProtected) throw refuse('STAGE_PROTECTED');
    },
    /** Number of people by stage, those of deleted stages that move into it included. */
    async loadRelated(documents, { actor: { accountId } }) {
      // The cached settings: loading them creates default stages and must not wait for itself.
      const settings = settingsCache.cached(accountId);
      const counted = documents.map(
        async ({ id }) => [id, await countPeopleInStages(people, accountId, settings.stageIdsShownAs(id))] as const,
      );
      return new Map(await Promise.all(counted));
    },
    render: ({ id, isDefault }, call, peopleCounts) => ({
      isDefault: isDefault ?? settingsCache.cached(call.actor.accountId).defaultStage.id === id,
      peopleCount: peopleCounts.get(id) ?? 0,
    }),
  };
};

/** Holds because stages are created and renamed under the account's lock (reorder-stages.ts). */
const assertUniqueName = (stages: readonly { id: number; name: string }[], name: string, own?: number): void => {
  const key = normalizeText(name);
  if (stages.some((stage) => stage.id !== own && normalizeText(stage.name) === key))
    throw refuse('NAME_TAKEN', { what: 'a stage', field: 'name' });
};
