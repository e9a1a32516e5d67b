import { defineResource, int, list, object, readOnly, required, str, text, time, writable } from '@porchlight/resource';
import type { Pipeline, PipelineStage } from '../generated/porchlight/deals/v1/pipeline_service';
import { EVERYONE } from '../roles';

const stage = object<PipelineStage>(
  { id: int(), name: str({ min: 1 }), description: text(), orderWeight: int({ min: 0 }), color: str() },
  { required: ['name'] },
);

/** The way of a deal through its stages (specification: Pipeline). */
export const pipelines = defineResource<Pipeline>({
  service: 'deals',
  resource: 'pipelines',
  noun: 'Pipeline',
  nouns: 'Pipelines',
  path: 'pipelines',
  collection: 'pipelines',
  verbs: ['get', 'list'],
  roles: { get: EVERYONE, list: EVERYONE },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    name: required(str({ min: 1 })),
    description: writable(text()),
    orderWeight: writable(int({ min: 0 })),
    stages: writable(list(stage)),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' } },
});
