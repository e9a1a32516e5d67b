import type { ReadEventJourneyRequest, ReadEventJourneyResponse, JourneyStep } from '@porchlight/contracts';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { EventDocument } from '../events';
import type { PersonDocument } from '../person';
import type { LeadIntake } from './lead-parts';

const createStep = (step: string, at: Date, details: object): JourneyStep => ({
  step,
  at,
  detailsJson: JSON.stringify(details),
});

/** Assignments after the lead was received: its offer was claimed, or ended without a claim. */
const listAssignments = (event: EventDocument, person: PersonDocument | undefined): JourneyStep[] => {
  const { lead, routing, updated } = event;
  const { claimedAt, claimedById } = person ?? {};
  const isOffered = routing?.assigned.groupId !== undefined;
  return [
    ...(isOffered && claimedAt !== undefined && claimedById !== undefined
      ? [createStep('assigned', claimedAt, { userId: claimedById, cause: 'claimed' })]
      : []),
    ...(lead?.reassigned
      ? lead.notifyUserIds.map((userId) => createStep('assigned', updated, { userId, cause: 'offerEnded' }))
      : []),
  ];
};

/** The steps of this service, from the event and its person. Events of earlier versions have fewer. */
const listSteps = (event: EventDocument, person: PersonDocument | undefined, at: Date): JourneyStep[] => {
  const { received, routing, personId, duplicateOf, system, source, type } = event;
  const { matchedBy, assigned = {}, cause, ruleId, unmet } = routing ?? {};
  return [
    createStep('received', at, {
      ...(system !== undefined && { system }),
      source,
      type,
      ignored: received?.ignored ?? [],
      ...(duplicateOf !== undefined && { duplicateOf }),
    }),
    ...(received
      ? [createStep('matched', at, { personId, created: received.isNew, ...(matchedBy && { by: matchedBy }) })]
      : []),
    ...(routing
      ? [
          createStep('routed', at, { cause, ...(ruleId !== undefined && { ruleId }), ...(unmet && { unmet }) }),
          ...(Object.keys(assigned).length > 0 ? [createStep('assigned', at, assigned)] : []),
        ]
      : []),
    ...listAssignments(event, person),
  ];
};

/** GET /v1/events/{id}/journey: what this service did with a lead (D13.9). Throws NOT_FOUND. */
export const readEventJourney =
  ({ events, people }: Pick<LeadIntake, 'events' | 'people'>) =>
  async ({ id }: ReadEventJourneyRequest, call: StoreCall): Promise<ReadEventJourneyResponse> => {
    // Throws for a caller who may not see the event.
    await events.get(call, id);
    const service = systemCall(call.actor.accountId, call.signal);
    const event = (await events.load(service, id))!;
    const person = await people.load(service, event.personId);
    return {
      eventId: id,
      personId: event.personId,
      isNew: event.received?.isNew ?? false,
      steps: listSteps(event, person, event.routing?.at ?? event.created),
      incomplete: [],
    };
  };
