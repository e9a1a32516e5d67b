export { credentials } from './feature';
export type { Credentials } from './credential-parts';
export { createKeyUsage } from './key-usage';
