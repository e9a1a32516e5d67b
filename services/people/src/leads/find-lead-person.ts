import { refuse } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import { findKnownPeople, loadSurvivor } from '../people';
import type { PersonDocument } from '../person';
import { findMatchingValue } from './explain-route';
import type { Lead } from './lead';
import type { LeadIntake } from './lead-parts';
import type { Work } from './lead-work';
import type { KnownLead } from './record-event';

/** The people that a lead is about, the best match first. */
export const findTargets = async (
  intake: Pick<LeadIntake, 'people' | 'merges'>,
  call: StoreCall,
  { lead }: Pick<Work, 'lead'>,
): Promise<readonly PersonDocument[]> => {
  const matches = await findKnownPeople(intake.people, call, lead.person);
  if (lead.personId === undefined) return matches;
  // An opt-out counts also from a caller who may not see the person (D13.4).
  const reader = lead.type === 'Unsubscribed' ? systemCall(call.actor.accountId, call.signal) : call;
  const named = (await intake.people.load(reader, lead.personId)) ?? (await loadSurvivor(intake, call, lead.personId));
  if (!named) throw refuse('NOT_FOUND', { what: 'person' });
  return [named, ...matches.filter(({ id }) => id !== named.id)];
};

/** The known person that a lead is about, and the value by which it was found. Throws NOT_FOUND for an unknown id. */
export const findMatch = async (
  intake: Pick<LeadIntake, 'people' | 'merges'>,
  call: StoreCall,
  lead: Lead,
): Promise<{ readonly person: PersonDocument; readonly matchedBy: KnownLead['matchedBy'] } | undefined> => {
  const [person] = await findTargets(intake, call, { lead });
  return person && { person, matchedBy: findMatchingValue(person, lead) };
};
