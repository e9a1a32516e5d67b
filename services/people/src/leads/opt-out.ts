import { canSeeViewers } from '@porchlight/access';
import { parseAddress } from '@porchlight/contact';
import { personOptedOut } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import type { EventContent } from '../events';
import { listViewers, type PersonDocument } from '../person';
import type { Parts } from '../service';
import type { Lead } from './lead';

/**
 * The addresses that a lead opts out: those of the person and those that were sent, read as those of email events are;
 * none of another type of lead.
 */
const listOptedOut = (lead: Lead, person?: Pick<PersonDocument, 'emails'>): string[] => {
  if (lead.type !== 'Unsubscribed') return [];
  const emails = [...(person?.emails ?? []), ...lead.person.emails];
  return [...new Set(emails.flatMap(({ value }) => parseAddress(value) ?? []))];
};

/** The opt-out that is published with the event of a lead (D13.4). */
export const buildOptOut = (lead: Lead, person: PersonDocument, { actor }: StoreCall): Pick<EventContent, 'optOut'> => {
  const addresses = listOptedOut(lead, person);
  if (addresses.length === 0) return {};
  return { optOut: { addresses, hidden: !canSeeViewers(actor, listViewers(person)), source: 'event' } };
};

/** An opt-out of a source that lead flow ignores makes no person and no event, but it suppresses (D13.4). */
export const publishIgnoredOptOut = async (
  { publishFact }: Pick<Parts, 'publishFact'>,
  { actor }: StoreCall,
  lead: Lead,
): Promise<void> => {
  const addresses = listOptedOut(lead);
  if (addresses.length === 0) return;
  const data = { addresses, hidden: false, source: 'event' as const };
  await publishFact(personOptedOut, { accountId: actor.accountId, userId: actor.userId, data });
};
