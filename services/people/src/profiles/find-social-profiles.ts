import type { BatchHandler } from '@porchlight/bus';
import { isEmail } from '@porchlight/contact';
import { decodeChange } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { DAY_MS, sleep } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type { People } from '../people';
import type { PersonDocument } from '../person';
import type { Parts } from '../service';
import type { SocialProfiles } from './social-profiles';

/** Least time between two look-ups of one consumer. */
const PAUSE_MS = 200;
/** Leads that waited longer get no picture, so that a burst does not occupy the consumer for days. */
const OLDEST_MS = DAY_MS;

/**
 * Consumes this service's own facts about leads: stores the public profile picture of a new lead (specification: POST
 * /events; decisions section 4). One look-up at a time, outside of requests; a failed one is not repeated. Idempotent.
 */
export const findSocialProfiles =
  ({ people, clock }: Pick<People, 'people'> & Pick<Parts, 'clock'>, profiles: SocialProfiles): BatchHandler =>
  async (batch, { signal }) => {
    for (const { type, time, value } of batch) {
      if (type !== 'people.events.leadReceived' || clock.now() - time.getTime() > OLDEST_MS) continue;
      const { accountId, dataJson } = decodeChange(value);
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
