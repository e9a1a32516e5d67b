import { isDeepStrictEqual } from 'node:util';
import { MAX_PIPELINE_STAGES, type PipelineStage } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
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

const invalid = (problems: string): Error => refuse('INVALID_BODY', { problems });

/** A stage object with the stage that it modifies; without one it is new. */
interface Pair extends Placed {
  readonly given: PipelineStage | undefined;
  readonly known: StoredStage | undefined;
}

/**
 * How many stages of a body are new. Throws when a stage lacks its name, names an id that the pipeline does not have,
 * or names one twice; then nothing may be changed at all (decisions section 6).
 */
export const countNewStages = (known: readonly StoredStage[], given: readonly PipelineStage[]): number => {
  if (given.some(({ name }) => name.trim() === '')) throw invalid(NAMELESS);
  const ids = given.flatMap(({ id }) => (id === 0 ? [] : [id]));
  const own = new Set(known.map(({ id }) => id));
  const unknown = ids.find((id) => !own.has(id));
  if (unknown !== undefined)
    throw refuse('UNKNOWN_REFERENCE', { field: 'stages', what: 'a stage of this pipeline', value: unknown });
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw invalid(`Field 'stages' names stage ${twice} more than once.`);
  const added = given.length - ids.length;
  if (known.length + added > MAX_PIPELINE_STAGES)
    throw invalid(`A pipeline has at most ${MAX_PIPELINE_STAGES} stages.`);
  return added;
};

/**
 * The stages after a body: with id modified, without created under the next of `newIds`, absent ones stay; then all
 * weights are recalculated in steps of 1000 (specification: Pipelines; decisions section 6).
 */
export const applyStages = (
  known: readonly StoredStage[],
  given: readonly PipelineStage[],
  newIds: readonly number[],
): StoredStage[] => {
  const changes = new Map(given.flatMap((stage) => (stage.id === 0 ? [] : [[stage.id, stage]])));
  const pairs: Pair[] = [
    ...known.map((stage) => {
      const change = changes.get(stage.id);
      return { given: change, known: stage, current: stage.orderWeight, wanted: change?.orderWeight };
    }),
    ...given
      .filter(({ id }) => id === 0)
      .map((stage) => ({ given: stage, known: undefined, current: undefined, wanted: stage.orderWeight })),
  ];
  const left = [...newIds];
  const ids = new Map(pairs.map((pair) => [pair, pair.known?.id ?? left.shift() ?? 0]));
  const stages = arrange(pairs).map((pair, at) => buildStage(pair, ids.get(pair) ?? 0, at));
  assertUniqueNames(stages);
  return stages;
};

const buildStage = ({ given, known }: Pair, id: number, at: number): StoredStage => {
  const description = given?.description ?? known?.description;
  return {
    id,
    name: given?.name ?? known?.name ?? '',
    ...(description !== undefined && { description }),
    orderWeight: weightAt(at),
    color: given?.color || known?.color || (COLORS[at % COLORS.length] as string),
    ...((given?.closedStage ?? known?.closedStage) && { closedStage: true }),
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
  const known = new Map(before.map((stage) => [stage.id, stage]));
  const left = new Set(after.map(({ id }) => id));
  const isChanged = (stage: StoredStage): boolean => {
    const former = known.get(stage.id);
    return former !== undefined && !isDeepStrictEqual(shownStage(former), shownStage(stage));
  };
  return {
    created: after.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    updated: after.filter(isChanged).map(({ id }) => id),
    deleted: before.flatMap(({ id }) => (left.has(id) ? [] : [id])),
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
