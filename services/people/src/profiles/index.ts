import { topicOf, type Subscriber } from '@porchlight/bus';
import { createEgressClient, systemLookup } from '@porchlight/egress';
import { createSocialProfiles } from './social-profiles';
import type { Config } from '../config';
import { findSocialProfiles, type SocialPorts } from './find-social-profiles';

const TOTAL_MS = 5_000;
const CONNECT_MS = 3_000;
const CONNECTIONS = 2;
/** So few that a batch of the slowest look-ups ends within the time of a handler. */
const MAX_BATCH = 10;

/** Starts looking for the pictures of new leads, where it is configured. */
export const openSocialProfiles = async (
  config: Config,
  bus: Pick<Subscriber, 'subscribe'>,
  ports: Omit<SocialPorts, 'profiles'>,
): Promise<{ stop(): Promise<void> }> => {
  if (config.SOCIAL_PROFILES_URL === undefined) return { stop: async () => undefined };
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
  const subscription = await bus.subscribe({
    group: 'people.social',
    topics: [topicOf('people')],
    fromBeginning: false,
    maxBatch: MAX_BATCH,
    handler: findSocialProfiles({ ...ports, profiles }),
  });
  return {
    async stop() {
      await subscription.stop();
      await egress.close();
    },
  };
};
