export { automations } from './feature';
export { findFormerPipelines } from './find-former-pipelines';
