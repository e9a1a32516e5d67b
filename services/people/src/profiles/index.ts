import { createEgressClient, systemLookup } from '@porchlight/egress';
import type { People } from '../people';
import type { Service } from '../service';
import { findSocialProfiles } from './find-social-profiles';
import { createSocialProfiles } from './social-profiles';

const TOTAL_MS = 5_000;
const CONNECT_MS = 3_000;
const CONNECTIONS = 2;

/** Looks up pictures of new leads if SOCIAL_PROFILES_URL is set. */
export const registerProfiles = (service: Service, { people }: Pick<People, 'people'>): void => {
  const { config, clock } = service;
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
  service.addHandler('people.social', findSocialProfiles({ people, profiles, clock }));
  service.onStop(() => egress.close());
};
