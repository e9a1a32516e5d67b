export { LIMITS } from './limits';
export type { Limit } from './limits';
