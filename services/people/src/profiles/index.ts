import { createEgressClient, systemLookup } from '@porchlight/egress';
import { createSocialProfiles, type SocialProfiles } from './social-profiles';
import type { BatchHandler } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type { People } from '../people';
import { isEmail } from '@porchlight/contact';
import type { PersonDocument } from '../person';
import type { Service } from '../service';

/** What the operations of this feature work with. */
type Ports = Service & People;

/** Least time between two look-ups of one consumer. */
const PAUSE_MS = 200;
/** Leads that waited longer get no picture, so that a burst does not occupy the consumer for days. */
const OLDEST_MS = 86_400_000;

/**
 * Consumes this service's own facts about leads: stores the public profile picture of a new lead (specification: POST
 * /events; decisions section 4). One look-up at a time, outside of requests; a failed one is not repeated. Idempotent.
 */
const findSocialProfiles =
  ({ people, clock }: Ports, profiles: SocialProfiles): BatchHandler =>
  async (batch, { signal }) => {
    for (const { type, time, value } of batch) {
      if (type !== 'people.events.leadReceived' || clock.now() - time.getTime() > OLDEST_MS) continue;
      const { accountId, dataJson } = Change.decode(value);
      const { isNew, personId } = JSON.parse(dataJson) as { isNew: boolean; personId: number };
      if (!isNew) continue;
      const call = systemCall(accountId, signal);
      const person = await people.load(call, personId);
      const email = person?.emails.find((entry) => isEmail(entry.value.trim()))?.value;
      if (!person || person.picture !== undefined || email === undefined) continue;
      const picture = await profiles.findPicture(email);
      const withPicture = (before: PersonDocument): PersonDocument | undefined =>
        before.picture === undefined ? { ...before, picture } : undefined;
      if (picture !== undefined) await unlessGone(people.modify(call, personId, withPicture));
      if (!(await sleep(PAUSE_MS, signal))) return signal.throwIfAborted();
    }
  };

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
