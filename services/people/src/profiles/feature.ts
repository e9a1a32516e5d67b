import { createEgressClient, systemLookup } from '@porchlight/egress';
import { people } from '../people';
import { defineFeature } from '../service';
import { findSocialProfiles } from './find-social-profiles';
import { createSocialProfiles } from './social-profiles';

const TOTAL_MS = 5_000;
const CONNECT_MS = 3_000;
const CONNECTIONS = 2;

/** Pictures of new leads, if SOCIAL_PROFILES_URL is set. */
export const profiles = defineFeature({
  name: 'profiles',
  needs: { people },
  open: () => undefined,
  serve(_opened, { config, clock, people: { people: store } }) {
    if (config.SOCIAL_PROFILES_URL === undefined) return {};
    const egress = createEgressClient({
      lookup: systemLookup,
      allowList: config.EGRESS_ALLOW,
      timeoutMs: CONNECT_MS,
      connectTimeoutMs: CONNECT_MS,
      totalTimeoutMs: TOTAL_MS,
      connectionsPerOrigin: CONNECTIONS,
      ...(config.EGRESS_CA_FILE !== undefined && { extraCa: config.EGRESS_CA_FILE }),
    });
    const social = createSocialProfiles(egress, config.SOCIAL_PROFILES_URL);
    return {
      on: { 'people.social': findSocialProfiles({ people: store, clock }, social) },
      stop: async () => egress.close(),
    };
  },
});
