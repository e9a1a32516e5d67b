export { rateLimits } from './feature';
export { parseAccountLimits } from './limit-requests';
export type { AccountLimits } from './sliding-window';
