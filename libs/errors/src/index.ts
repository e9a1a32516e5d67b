export { REASONS, GRPC } from './reasons';
export type { Params, Reason } from './reasons';
export type { Problem } from './refusal';
export { describeUnknownFields, type ErrorBody, renderError, refuseAll } from './problems';
export { Refusal, refuse, invalidBody, isNotFound, isRefusal, asRefusal, isReason, unlessGone } from './refusal';
