import { LIMITS } from '@porchlight/limits';
import { bool, defineResource, int, list, object, required, str, text, writable } from '@porchlight/resource';
import {
  PipelineServiceDefinition,
  type Pipeline,
  type PipelineStage,
} from '../generated/porchlight/deals/v1/pipeline_service';
import { FORCE_DELETE } from '../force-delete';
import { EVERYONE, OWNER } from '../roles';

/** Maximum number of stages of a pipeline. */
export const MAX_PIPELINE_STAGES = LIMITS.pipelineStages.value;

const stage = object<PipelineStage>(
  { id: int(), name: str(), description: text(), orderWeight: int({ min: 0 }), color: str(), closedStage: bool() },
  // A stage without a name is rejected with a specific message, by the strategy of pipelines.
  {
    describe: {
      id: 'Id of the stage. Without one, the stage is new.',
      name: 'Name of the stage.',
      description: 'Text about the stage.',
      color: 'Color of the stage, for example #1F4E79.',
      closedStage: 'True if deals in the stage are closed.',
    },
    defaults: { id: 0, name: '' },
    whole: ['description'],
  },
);

/** An ordered list of stages for deals (specification: Pipeline). */
export const pipelines = defineResource<Pipeline>(PipelineServiceDefinition, {
  description: 'Pipelines of deals and their stages.',
  roles: { read: EVERYONE, write: OWNER },
  timestamps: false,
  maxPerAccount: LIMITS.pipelines.value,
  ordered: 'places',
  describe: {
    name: 'Name of the pipeline.',
    description: 'Text about the pipeline.',
    stages: 'Stages in their order. In an update, stages that are missing are deleted.',
  },
  fields: {
    name: required(str({ min: 1 })),
    description: writable(text()),
    orderWeight: writable(int({ min: 0 })),
    stages: writable(list(stage, MAX_PIPELINE_STAGES)),
  },
  filters: {
    name: { type: 'string', match: 'text' },
    // Events of stages contain stage ids; their uri reads the pipelines with these stages.
    stageId: {
      describe: 'Only the pipelines that have a stage with one of these ids.',
      type: 'int',
      match: 'equals',
      column: 'stageIds',
      many: true,
    },
  },
  sorts: { id: { column: 'id' }, orderWeight: { column: 'orderWeight' }, name: { column: 'nameKey' } },
  options: FORCE_DELETE,
  webhooks: { created: 'pipelineCreated', updated: 'pipelineUpdated', deleted: 'pipelineDeleted' },
});
