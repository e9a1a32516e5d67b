export { parseAllowList } from './allow-list';
export type { AllowList } from './allow-list';
export { allowList, egressFields } from './egress-fields';
export { checkUrl } from './check-url';
export { createEgressClient } from './egress-client';
export type { EgressClient, EgressOptions, EgressOutcome } from './egress-client';
export { systemLookup } from './resolve-host';
export type { Lookup, ResolvedAddress } from './resolve-host';
export { shownError } from './shown-error';
