export { isClosed, type PipelineDocument, type Pipelines } from './pipelines-strategy';
export { pipelines } from './feature';
