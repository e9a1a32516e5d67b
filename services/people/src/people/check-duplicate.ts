import { canSeeViewers } from '@porchlight/access';
import type { CheckDuplicateRequest, CheckDuplicateResponse } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import { listViewers, emailIdentities, phoneIdentities } from '../person';
import { refuse } from '@porchlight/errors';
import type { Settings } from '../settings';
import type { People } from './people-parts';
import { findByIdentities } from './find-known-person';

/**
 * Returns whether a person with this email or phone exists; compares all entries, email first (decisions section 4).
 * Every caller gets the existence, to prevent duplicates; only callers who may see the person get more (N7).
 */
export const checkDuplicate =
  ({ people, settingsCache }: Pick<People, 'people'> & Pick<Settings, 'settingsCache'>) =>
  async ({ email, phone }: CheckDuplicateRequest, call: StoreCall): Promise<CheckDuplicateResponse> => {
    const { actor } = call;
    if (!email.trim() && !phone.trim())
      throw refuse('INVALID_QUERY', { problems: "Give the parameter 'email' or 'phone', or both." });
    const settings = await settingsCache.load(actor.accountId);
    const ways = [
      { matchedBy: 'email', identities: emailIdentities(email) },
      { matchedBy: 'phone', identities: phoneIdentities(phone, settings.country) },
    ];
    let hasDuplicate = false;
    for (const { matchedBy, identities } of ways) {
      const matches = await findByIdentities(people, call, identities);
      hasDuplicate ||= matches.length > 0;
      const visible = matches.find((person) => canSeeViewers(actor, listViewers(person)));
      if (!visible) continue;
      const { assignedUserId: userId } = visible;
      return {
        found: hasDuplicate,
        matchedBy,
        assignedTo: userId === undefined ? undefined : settings.member(userId)?.name,
      };
    }
    return { found: hasDuplicate, matchedBy: undefined, assignedTo: undefined };
  };
