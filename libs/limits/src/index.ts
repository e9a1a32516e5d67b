export { LIMITS } from './limits';
export type { Limit } from './limits';
export { clientNetwork } from './client-network';
export { checkLimit, textBytes } from './check-limit';
export type { Measured } from './check-limit';
