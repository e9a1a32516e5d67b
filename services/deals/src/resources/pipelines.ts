import type { Pipeline } from '@porchlight/contracts';
import { normalizeText, type Document, type Index, type Strategy } from '@porchlight/store';
import type { Numbers } from '../ports';
import { applyStages, countNewStages, type KeptStage } from '../rules/pipeline-stages';

/** A pipeline as it is kept, its stages in it. */
export interface PipelineDocument extends Document {
  name: string;
  description?: string;
  orderWeight: number;
  stages: KeptStage[];
  /** Ids of the stages, by which deals find their pipeline. */
  stageIds: number[];
  /** While it is being deleted, and at most until then, no deal may come in. */
  closingUntil?: Date;
}

/** Pipelines are found by their stages: a deal names a stage alone. */
export const PIPELINE_INDEXES: readonly Index[] = [{ keys: { stageIds: 1 } }];

/** Row of numbers of an account's stage ids: unique over its pipelines, so that a deal's stageId names one stage. */
const stageIdRow = (accountId: number): string => `stages:${accountId}`;

/** Rules of pipelines (specification: Pipelines; decisions section 6). Names and weights: usecases/place-pipeline.ts. */
export const createPipelineStrategy = (numbers: Numbers): Strategy<Pipeline, PipelineDocument> => {
  const stagesAfter = async (accountId: number, known: readonly KeptStage[], given: Pipeline['stages']) => {
    const added = countNewStages(known, given);
    // What the new ones do is tried before they get ids.
    applyStages(known, given, Array<number>(added).fill(0));
    const first = added === 0 ? 0 : await numbers.take(stageIdRow(accountId), added);
    const stages = applyStages(
      known,
      given,
      Array.from({ length: added }, (_, at) => first + at),
    );
    return { stages, stageIds: stages.map(({ id }) => id) };
  };
  return {
    prepareForCreate: async (call, input) => ({
      name: input.name ?? '',
      ...(input.description !== undefined && { description: input.description }),
      orderWeight: input.orderWeight ?? 0,
      ...(await stagesAfter(call.actor.accountId, [], input.stages)),
    }),
    prepareForUpdate: async (call, before, input, mask) => {
      const after = { ...before };
      if (mask.has('name')) after.name = input.name ?? before.name;
      if (mask.has('description')) {
        if (input.description === undefined) delete after.description;
        else after.description = input.description;
      }
      if (mask.has('orderWeight')) after.orderWeight = input.orderWeight ?? before.orderWeight;
      if (mask.has('stages')) Object.assign(after, await stagesAfter(call.actor.accountId, before.stages, input.stages));
      return after;
    },
    toRecord: ({ id, created, updated, name, description, orderWeight, stages, version }) => ({
      id,
      created,
      updated,
      name,
      description,
      orderWeight,
      stages,
      version,
    }),
  };
};

/** Whether two names are one. */
export const isSameName = (a: string, b: string): boolean => normalizeText(a) === normalizeText(b);
