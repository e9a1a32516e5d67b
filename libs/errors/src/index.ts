export { REASONS, GRPC } from './reasons';
export type { Params, Reason } from './reasons';
export { Refusal, refuse, isRefusal, asRefusal, isReason } from './refusal';
