export { webhooks } from './feature';
export { createRotateSecret } from './rotate-secret';
export { requireSystem, withSystem } from './webhook-strategy';
