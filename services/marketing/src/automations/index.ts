export { automations } from './feature';
export { findMissingPipelines } from './find-missing-pipelines';
