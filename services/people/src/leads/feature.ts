import { defineNamingRecords, methods } from '@porchlight/backend';
import {
  events as eventsDescriptor,
  EventServiceDefinition,
  leadFlows as leadFlowsDescriptor,
  LeadFlowServiceDefinition,
  PersonServiceDefinition,
  ponds as pondsDescriptor,
  type LeadFlow,
  type Pond,
} from '@porchlight/contracts';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import { events } from '../events';
import { following } from '../following';
import { locks } from '../locks';
import { notes } from '../notes';
import { offers } from '../offers';
import { people } from '../people';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { tasks } from '../tasks';
import { claimPerson, ignoreUnclaimed } from './claim-person';
import { createOfferEnder } from './end-offers';
import { followPonds, POND_TYPES } from './follow-pond';
import { readEventJourney } from './read-event-journey';
import type { LeadFlowDocument } from './lead-flow-document';
import type { Leads } from './lead-parts';
import { listUnclaimed } from './list-unclaimed';
import { previewLeadFlow } from './preview-lead-flow';
import { pondColumns, type PondDocument } from './pond-document';
import { followDeletedUsers, reassignmentJob } from './reassign-people';
import { ingestEvent } from './receive-lead';
import { createRotation, rotationSchema } from './rotation';
import { createLeadFlow } from './route-lead';
import { leadFlowNames } from './rule-references';

/** Leads: received, routed by rules, offered to groups, collected in ponds, reassigned. */
export const leads = defineFeature({
  name: 'leads',
  needs: { locks, settings, offers, people, events, notes, tasks, following },
  open({ store, clock, openJobs, settings: { retryReferences, forgetSettings, findExisting } }): Leads {
    const reassignments = openJobs(reassignmentJob);
    const leadFlows: ResourceStore<LeadFlow, LeadFlowDocument> = store.resource({
      descriptor: leadFlowsDescriptor,
      findExisting,
      retryReferences,
      afterWrite: forgetSettings,
    });
    const ponds: ResourceStore<Pond, PondDocument> = store.resource({
      descriptor: pondsDescriptor,
      columns: pondColumns,
      findExisting,
      retryReferences,
      afterWrite: forgetSettings,
      // People of the deleted pond are assigned in the background (reassign-people.ts).
      reassign: ({ actor: { accountId } }, { id }, to) =>
        reassignments.add(accountId, { kind: 'pond', from: id }, { to }),
    });
    const rotation = createRotation(store.collection('rotations', rotationSchema));
    return {
      leadFlows,
      ponds,
      rotation,
      leadFlow: createLeadFlow({ rotation, clock }),
      reassignments,
    };
  },
  serve(opened, { store, ...parts }) {
    const { settingsCache } = parts.settings;
    const { mutex } = parts.locks;
    const intake = {
      ...opened,
      ...parts.following,
      events: parts.events,
      notes: parts.notes,
      tasks: parts.tasks,
      settingsCache,
      mutex,
      offers: parts.offers,
    };
    const receiveLead = ingestEvent(intake);
    return {
      on: {
        'people.copies': followDeletedUsers(intake),
        'people.cascade': { handler: followPonds(intake), types: POND_TYPES },
      },
      jobs: [opened.reassignments.run(intake)],
      workers: { offerEnder: (hold) => createOfferEnder(intake, hold) },
      names: [defineNamingRecords(opened.leadFlows, leadFlowNames)],
      methods: [
        methods(PersonServiceDefinition, {
          listUnclaimed: listUnclaimed(parts.people),
          claimPerson: claimPerson(intake),
          ignoreUnclaimed: ignoreUnclaimed(intake),
        }),
        methods(LeadFlowServiceDefinition, {
          ...createResourceHandlers(leadFlowsDescriptor, opened.leadFlows),
          previewLeadFlow: previewLeadFlow(intake),
        }),
        methods(EventServiceDefinition, {
          ...createResourceHandlers(eventsDescriptor, parts.events),
          readEventJourney: readEventJourney(intake),
          ingestEvent: (request, call) => store.together(() => receiveLead(request, call)),
        }),
      ],
    };
  },
});
