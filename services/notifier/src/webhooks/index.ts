export { webhooks } from './feature';
export { readFiringChange } from './firing-change';
export { groupMembers } from './record-events';
export { createRotateSecret } from './rotate-secret';
export { requireSystem, withSystem } from './webhook-strategy';
