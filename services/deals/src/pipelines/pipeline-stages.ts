import { isDeepStrictEqual } from 'node:util';
import { MAX_PIPELINE_STAGES, type PipelineStage } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { arrange, normalizeText, weightAt, type Placed } from '@porchlight/store';

/** A stage within a pipeline, as stored. */
export interface StoredStage {
  id: number;
  name: string;
  description?: string;
  orderWeight: number;
  color: string;
  /** A deal in this stage counts as closed. Absent: false. */
  closedStage?: boolean;
}

/** Colours of stages without a colour, used in turn. */
const COLORS = ['#4C6EF5', '#15AABF', '#40C057', '#FAB005', '#FD7E14', '#E64980', '#7950F2', '#868E96'] as const;

/** The sentence that the specification asks for (Pipelines; Errors). */
const NAMELESS = 'name is required for each stage object.';

/** A stage object with the stage that it modifies; without one it is new. */
interface Pair extends Placed {
  readonly sent: PipelineStage | undefined;
  readonly stored: StoredStage | undefined;
}

/**
 * How many stages of a body are new. Throws when a stage lacks its name, names an id that the pipeline does not have,
 * or names one twice; then nothing may be changed at all (decisions section 6).
 */
export const countNewStages = (before: readonly StoredStage[], sent: readonly PipelineStage[]): number => {
  if (sent.some(({ name }) => name.trim() === '')) throw invalidBody(NAMELESS);
  const ids = sent.flatMap(({ id }) => (id === 0 ? [] : [id]));
  const existingIds = new Set(before.map(({ id }) => id));
  const unknown = ids.find((id) => !existingIds.has(id));
  if (unknown !== undefined)
    throw refuse('UNKNOWN_REFERENCE', { field: 'stages', what: 'a stage of this pipeline', value: unknown });
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalidBody(`Field 'stages' names stage ${twice} more than once.`);
  const added = sent.length - ids.length;
  if (before.length + added > MAX_PIPELINE_STAGES)
    throw invalidBody(`A pipeline has at most ${MAX_PIPELINE_STAGES} stages.`);
  return added;
};

/**
 * The stages after a body: with id modified, without created under the next of `newIds`, absent ones stay; then all
 * weights are recalculated in steps of 1000 (specification: Pipelines; decisions section 6).
 */
export const applyStages = (
  before: readonly StoredStage[],
  sent: readonly PipelineStage[],
  newIds: readonly number[],
): StoredStage[] => {
  const changes = new Map(sent.flatMap((stage) => (stage.id === 0 ? [] : [[stage.id, stage]])));
  const pairs: Pair[] = [
    ...before.map((stage) => {
      const change = changes.get(stage.id);
      return { sent: change, stored: stage, current: stage.orderWeight, requested: change?.orderWeight };
    }),
    ...sent
      .filter(({ id }) => id === 0)
      .map((stage) => ({ sent: stage, stored: undefined, current: undefined, requested: stage.orderWeight })),
  ];
  const freeIds = [...newIds];
  const ids = new Map(pairs.map((pair) => [pair, pair.stored?.id ?? freeIds.shift() ?? 0]));
  const stages = arrange(pairs).map((pair, at) => buildStage(pair, ids.get(pair) ?? 0, at));
  assertUniqueNames(stages);
  return stages;
};

const buildStage = ({ sent, stored }: Pair, id: number, at: number): StoredStage => {
  const description = sent?.description ?? stored?.description;
  return {
    id,
    name: sent?.name ?? stored?.name ?? '',
    ...(description !== undefined && { description }),
    orderWeight: weightAt(at),
    color: sent?.color || stored?.color || (COLORS[at % COLORS.length] as string),
    ...((sent?.closedStage ?? stored?.closedStage) && { closedStage: true }),
  };
};

/** Ids of the stages that a write created, changed or removed. */
export interface StageChanges {
  readonly created: number[];
  readonly updated: number[];
  readonly deleted: number[];
}

/** Compares the stages of a pipeline before and after a write, for the events of stages (decisions section 11). */
export const stageChanges = (before: readonly StoredStage[], after: readonly StoredStage[]): StageChanges => {
  const earlierById = new Map(before.map((stage) => [stage.id, stage]));
  const laterIds = new Set(after.map(({ id }) => id));
  const isChanged = (stage: StoredStage): boolean => {
    const former = earlierById.get(stage.id);
    return former !== undefined && !isDeepStrictEqual(shownStage(former), shownStage(stage));
  };
  return {
    created: after.flatMap(({ id }) => (earlierById.has(id) ? [] : [id])),
    updated: after.filter(isChanged).map(({ id }) => id),
    deleted: before.flatMap(({ id }) => (laterIds.has(id) ? [] : [id])),
  };
};

/** A stage as callers see it. */
export const shownStage = (stage: StoredStage): StoredStage & { closedStage: boolean } => ({
  ...stage,
  closedStage: stage.closedStage ?? false,
});

const assertUniqueNames = (stages: readonly StoredStage[]): void => {
  const names = new Set(stages.map(({ name }) => normalizeText(name)));
  if (names.size < stages.length) throw refuse('NAME_TAKEN', { what: 'a stage', field: 'name' });
};
