export { following } from './feature';
export { followNow } from './follow-steps';
export type { Following } from './following-parts';
export { moveChildren } from './move-children';
