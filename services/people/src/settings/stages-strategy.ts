import { stageRenamed, type Stage } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  normalizeText,
  type ResourceReads,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import type { AccountSettings } from './account-settings';
import type { AccountSettingsCache } from './account-settings-cache';
import { TRASH_ID } from './default-stages';

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
  /** Whether the account chose the stage for new people. Throws INVALID_BODY for Trash, where they never start. */
  const isChosen = (settings: AccountSettings, before: StageDocument | undefined, sent: boolean | undefined) => {
    // A value that is sent back as it was read changes nothing.
    const isDefault = before !== undefined && settings.defaultStage.id === before.id;
    if (sent === undefined || sent === isDefault) return before?.isDefault === true;
    if (sent && before?.id === TRASH_ID) throw invalidBody("Field 'isDefault': new people cannot start in Trash.");
    return sent;
  };

  return {
    async prepare(call, { before, input, mask }, declared) {
      const { accountId } = call.actor;
      // Creates the default stages of a new account; other replicas may have changed the default.
      settingsCache.forget(accountId);
      const settings = await settingsCache.load(accountId);
      if (before?.isProtected && mask.has('name') && input.name !== before.name) throw refuse('STAGE_PROTECTED');
      const chosen = isChosen(settings, before, mask.has('isDefault') || !before ? input.isDefault : undefined);
      const { isDefault: _sent, ...stage } = await declared();
      const after = {
        ...stage,
        isProtected: before?.isProtected ?? false,
        ...(chosen && { isDefault: true as const }),
      };
      if (!before || after.name === before.name) return after;
      return { ...after, formerNames: [before.name, ...(before.formerNames ?? [])].slice(0, MAX_FORMER_NAMES) };
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
