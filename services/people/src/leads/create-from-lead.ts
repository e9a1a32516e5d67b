import { isUniqueConflict, type StoreCall } from '@porchlight/store';
import type { EventDocument } from '../events';
import { MAX_REFUSALS } from '../people';
import { showToPond } from './follow-pond';
import type { LeadIntake } from './lead-parts';
import { decide, describeInquiry, type NotStored, type StoredLead, type Work } from './lead-work';
import { publishIgnoredOptOut } from './opt-out';
import { newPerson } from './parse-lead';
import { recordNewPersonEvent } from './record-event';

/** Creates the person of a lead and, in the meantime, its event; `refused` if another person has a claim. */
export const createFromLead = async (
  intake: LeadIntake,
  call: StoreCall,
  work: Work,
): Promise<StoredLead | NotStored> => {
  const { lead } = work;
  const { accountId } = call.actor;
  const decision = await decide(intake, call, work);
  if (decision.ignore) {
    await publishIgnoredOptOut(intake, call, lead);
    return 'ignored';
  }
  const takenId = decision.offer && (await intake.people.takeId(call));
  if (decision.offer && takenId !== undefined) {
    const { groupId, userIds, until } = decision.offer;
    const offer = { accountId, personId: takenId, groupId, userIds: [...userIds], until: until.getTime() };
    // Written before the person, so that the worker ends the offer even after a crash in between.
    await intake.offers.add({ ...offer, eventId: await work.eventId });
  }
  try {
    let event: EventDocument | undefined;
    const inquiry = await describeInquiry(intake, work);
    const draft = newPerson(lead, decision, work.refusals < MAX_REFUSALS, inquiry);
    const person = await intake.people.insert(call, draft, {
      ...(takenId !== undefined && { takenId }),
      meanwhile: async (created) => {
        event = await recordNewPersonEvent(intake, call, lead, created, { decision, takenId: await work.eventId });
      },
    });
    // The members of the pond may have changed since they were cached.
    if (decision.assignedPondId !== undefined) await showToPond(intake, call, person.id);
    return { person, created: true, ...(event && { event }) };
  } catch (error) {
    if (!isUniqueConflict(error)) throw error;
    if (takenId !== undefined) await intake.offers.done(accountId, takenId);
    return 'refused';
  }
};
