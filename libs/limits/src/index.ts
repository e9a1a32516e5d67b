export { LIMITS } from './limits';
export type { Limit } from './limits';
export { clientNetwork } from './client-network';
