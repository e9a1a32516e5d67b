export { REASONS, GRPC } from './reasons';
export type { Params, Reason } from './reasons';
export type { Problem } from './refusal';
export { type ErrorBody, renderError, refuseAll } from './problems';
export { Refusal, refuse, isNotFound, isRefusal, asRefusal, isReason, unlessGone } from './refusal';
