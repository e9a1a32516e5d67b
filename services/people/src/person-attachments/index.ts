export { personAttachments } from './feature';
