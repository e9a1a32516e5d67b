import { createEgressClient, systemLookup } from '@porchlight/egress';
import type { Ports } from '../ports';
import { findSocialProfiles } from './find-social-profiles';
import { createSocialProfiles } from './social-profiles';

const TOTAL_MS = 5_000;
const CONNECT_MS = 3_000;
const CONNECTIONS = 2;

/** Looks up pictures of new leads if SOCIAL_PROFILES_URL is set. */
export const registerProfiles = (ports: Ports): void => {
  const { config } = ports;
  if (config.SOCIAL_PROFILES_URL === undefined) return;
  const egress = createEgressClient({
    lookup: systemLookup,
    allowList: config.EGRESS_ALLOW,
    timeoutMs: CONNECT_MS,
    connectTimeoutMs: CONNECT_MS,
    totalTimeoutMs: TOTAL_MS,
    connectionsPerOrigin: CONNECTIONS,
    ...(config.EGRESS_CA_FILE !== undefined && { extraCa: config.EGRESS_CA_FILE }),
  });
  const profiles = createSocialProfiles(egress, config.SOCIAL_PROFILES_URL);
  ports.addHandler('people.social', findSocialProfiles(ports, profiles));
  ports.onStop(() => egress.close());
};
