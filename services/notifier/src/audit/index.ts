export { audit } from './feature';
export type { Audit } from './audit-log';
