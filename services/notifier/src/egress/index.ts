export { egress } from './feature';
export type { Egress, EgressClients, EgressReplacements, UrlCheck } from './egress-clients';
export type { SystemKey, SystemKeys } from './system-keys';
