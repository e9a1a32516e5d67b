import { waitForReferences, type BackendDependencies, type ReferenceWait } from '@porchlight/backend';
import {
  customFields as customFieldsDescriptor,
  Event,
  events as eventsDescriptor,
  Person,
  leadFlows as leadFlowsDescriptor,
  ponds as pondsDescriptor,
  smartLists as smartListsDescriptor,
  Stage,
  stages as stagesDescriptor,
  type CustomField,
  type LeadFlow,
  type Pond,
  type SmartList,
} from '@porchlight/contracts';
import { keyOf, type ResourceStore, type Store } from '@porchlight/store';
import type { Config } from './config';
import type { ActionPlans } from './plans/plan-copies';
import type { Directory } from './settings/cached-account-settings';
import type { LeadOffers } from './leads/lead-offers';
import {
  createCustomFieldsStrategy,
  CUSTOM_FIELD_INDEXES,
  type CustomFieldDocument,
} from './settings/custom-fields-strategy';
import { createCustomWishes } from './people/requested-fields';
import { eventsStrategy } from './activity/events-strategy';
import { createLeadFlowsStrategy, type LeadFlowDocument } from './leads/lead-flows-strategy';
import { withOfferedTo, withOffers } from './people/offered-people';
import { createPeopleStrategy, PEOPLE_INDEXES, storedPeople } from './people/people-strategy';
import { createPondsStrategy, type PondDocument } from './leads/ponds-strategy';
import { createSmartListsStrategy, type SmartListDocument } from './settings/smart-lists-strategy';
import { createStagesStrategy, type StageDocument } from './settings/stages-strategy';
import type { EventDocument } from './activity/event-document';
import type { PersonDocument } from './people/person-document';
import { findKnownPeople } from './people/find-known-person';

/** Opens every resource of this service. */
export const openResources = (
  store: Store,
  directory: Directory,
  clock: BackendDependencies<Config>['clock'],
  offers: LeadOffers,
  plans: ActionPlans,
  references: ReferenceWait,
) => {
  const reread = { refresh: (accountId: number) => directory.forget(accountId) };
  const wishes = createCustomWishes(directory);
  const customFields: ResourceStore<CustomField, CustomFieldDocument> = store.resource({
    descriptor: customFieldsDescriptor,
    strategy: createCustomFieldsStrategy(directory),
    indexes: CUSTOM_FIELD_INDEXES,
  });
  const smartLists: ResourceStore<SmartList, SmartListDocument> = store.resource({
    descriptor: smartListsDescriptor,
    strategy: createSmartListsStrategy({ directory, all: (call, limit) => smartLists.find(call, {}, limit) }),
  });
  const people: ResourceStore<Person, PersonDocument> = store.resource({
    descriptor: withOfferedTo(storedPeople),
    strategy: waitForReferences(
      withOffers(
        createPeopleStrategy({
          directory,
          clock,
          findKnown: (call, contacts) => findKnownPeople(people, call, contacts),
          findByIds: (call, ids) => {
            const keys = ids.map((id) => keyOf(call.actor.accountId, id));
            return people.find(call, { _id: { $in: keys } }, keys.length);
          },
          smartList: (call, id) => smartLists.load(call, id),
          wishes,
        }),
        offers,
        directory,
      ),
      references,
      reread,
    ),
    indexes: PEOPLE_INDEXES,
    grams: { firstName: 'nameGrams', lastName: 'nameGrams' },
    // Custom values are shown on request only; a change must not grow with the fields that its caller asked for.
    encodeRecord: (record: Person) => Person.encode({ ...record, customFields: {} }).finish(),
  });
  const events: ResourceStore<Event, EventDocument> = store.resource({
    descriptor: eventsDescriptor,
    strategy: eventsStrategy,
    encodeRecord: (record: Event) => Event.encode(record).finish(),
  });
  const peopleIn = async (accountId: number, stageIds: readonly number[]): Promise<number> => {
    const counts = await Promise.all(stageIds.map((id) => people.count(accountId, `stage:${id}`)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const stages: ResourceStore<Stage, StageDocument> = store.resource({
    descriptor: stagesDescriptor,
    strategy: createStagesStrategy({ directory, peopleIn }),
    encodeRecord: (record: Stage) => Stage.encode(record).finish(),
  });
  /** All records of a person: they are deleted, moved and shown with the person. */
  const children = [events];
  const leadFlows: ResourceStore<LeadFlow, LeadFlowDocument> = store.resource({
    descriptor: leadFlowsDescriptor,
    strategy: waitForReferences(createLeadFlowsStrategy({ directory, plans }), references, reread),
  });
  const ponds: ResourceStore<Pond, PondDocument> = store.resource({
    descriptor: pondsDescriptor,
    strategy: waitForReferences(createPondsStrategy(directory), references, reread),
  });
  return { leadFlows, ponds, people, events, stages, customFields, smartLists, wishes, children };
};

/** Stores of people and of what an account sets up. */
export type Resources = ReturnType<typeof openResources>;
