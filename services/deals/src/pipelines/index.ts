export { isClosed, type PipelineDocument, type Pipelines } from './pipelines-strategy';
export { MAX_PIPELINES } from './reorder-pipelines';
export { pipelines } from './feature';
