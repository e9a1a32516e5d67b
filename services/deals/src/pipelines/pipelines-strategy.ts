import type { Pipeline } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import { checkLimit, LIMITS, textBytes } from '@porchlight/limits';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  type ExtraEvent,
  type Index,
  type ResourceStore,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import type { Numbers } from '../numbers';
import { applyStages, countNewStages, shownStage, stageChanges, type StoredStage } from './pipeline-stages';

export const pipelineColumns = {
  name: column.text,
  description: column.optional(column.text),
  orderWeight: column.number,
  stages: column.listOf<StoredStage>(
    column.nested({
      id: column.number,
      name: column.text,
      description: column.optional(column.text),
      orderWeight: column.number,
      color: column.text,
      closedStage: column.optional(column.flag),
    }),
  ),
  /** Ids of the stages, by which deals find their pipeline. */
  stageIds: column.listOf(column.number),
  /** Until this time no deal may be added: the pipeline is being deleted. */
  closingUntil: column.optional(column.date),
} satisfies Columns;

/** A pipeline as stored, with its stages. */
export interface PipelineDocument extends Document, Stored<typeof pipelineColumns> {}

/** Pipelines with their stages. */
export type Pipelines = ResourceStore<Pipeline, PipelineDocument>;

/** True while a pipeline is being deleted. */
export const isClosed = ({ closingUntil }: PipelineDocument, clock: Pick<Clock, 'date'>): boolean =>
  closingUntil !== undefined && closingUntil > clock.date();

/** Pipelines are found by their stages: a deal names a stage alone. */
export const PIPELINE_INDEXES: readonly Index[] = [{ keys: { stageIds: 1 } }];

/** Row of numbers of an account's stage ids: unique over its pipelines, so that a deal's stageId names one stage. */
const stageIdRow = (accountId: number): string => `stages:${accountId}`;

/** Throws INVALID_BODY above the limit of all texts: the whole pipeline is one document and one change on the bus. */
const checkSize = <P extends Pick<PipelineDocument, 'description' | 'stages'>>(pipeline: P): P => {
  const { description = '', stages } = pipeline;
  const [field, advice] =
    textBytes(stages) > textBytes(description)
      ? ['stages', 'Shorten the descriptions of the stages.']
      : ['description', 'Shorten it.'];
  checkLimit(LIMITS.pipelineTextBytes, { field, sent: textBytes({ description, stages }), advice });
  return pipeline;
};

/** Events of stages: one for each kind of change, with the ids of the stages (decisions section 11). */
const stageEvents = (before: PipelineDocument | undefined, after: PipelineDocument | undefined): ExtraEvent[] => {
  const { created, updated, deleted } = stageChanges(before?.stages ?? [], after?.stages ?? []);
  const event = (name: string, ids: number[]): ExtraEvent[] =>
    ids.length > 0 ? [{ name, ids, data: { pipelineId: (after ?? before)!.id } }] : [];
  return [
    ...event('pipelineStageCreated', created),
    ...event('pipelineStageUpdated', updated),
    ...event('pipelineStageDeleted', deleted),
  ];
};

/** Rules of pipelines (specification: Pipelines; decisions section 6). */
export const createPipelineStrategy = (numbers: Numbers): Strategy<Pipeline, PipelineDocument> => {
  const stagesAfter = async (accountId: number, earlier: readonly StoredStage[], sentStages: Pipeline['stages']) => {
    const added = countNewStages(earlier, sentStages);
    // New stages are checked before they get ids.
    applyStages(earlier, sentStages, Array<number>(added).fill(0));
    const first = added === 0 ? 0 : await numbers.take(accountId, stageIdRow(accountId), added);
    const stages = applyStages(
      earlier,
      sentStages,
      Array.from({ length: added }, (_, at) => first + at),
    );
    return { stages, stageIds: stages.map(({ id }) => id) };
  };
  return {
    prepare: async (call, { before, input, mask }, declared) => {
      const stages = before?.stages ?? [];
      const after: Draft<PipelineDocument> = {
        ...(await declared()),
        ...(mask.has('stages')
          ? await stagesAfter(call.actor.accountId, stages, input.stages)
          : { stages, stageIds: before?.stageIds ?? [] }),
      };
      // A pipeline that was stored before the limit existed can still be renamed and moved.
      return !before || mask.has('stages') || mask.has('description') ? checkSize(after) : after;
    },
    events: stageEvents,
    render: ({ stages }) => ({ stages: stages.map(shownStage) }),
  };
};
