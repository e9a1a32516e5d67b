import { allResources } from '@porchlight/contracts';
import type { Descriptor, Row } from '@porchlight/resource';
import { methods, type ServedMethods } from '@porchlight/backend';
import type { ServiceDefinition } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore, type Store } from '@porchlight/store';
import type { RecordOptions } from '../people';
import type { AuthoredDocument } from '../person';
import { type ActivityKind, isActivityKind } from './activity';
import { withPersonActivity, type ActivePeople } from './activity-handlers';

/** The store of a record of a person. */
export type PersonRecordStore = ResourceStore<Row, AuthoredDocument>;

/** Opens the resources `ofPerson` that have no rules besides those of their descriptors. */
export const openPlainRecords = (
  store: Pick<Store, 'opened' | 'resource'>,
  options: RecordOptions,
  resources: readonly Descriptor[] = allResources,
): PersonRecordStore[] =>
  resources
    .filter(({ service, ofPerson, resource }) => service === 'people' && ofPerson && !store.opened(resource))
    .map((descriptor) => store.resource<Row, AuthoredDocument>({ descriptor, ...options }));

/**
 * The rule by which a record changes the activity of its person. Throws for a declaration `rules` without a rule: the
 * activity of people would be wrong.
 */
export const getActivityKind = ({ resource, ofPerson }: Pick<Descriptor, 'resource' | 'ofPerson'>): ActivityKind => {
  if (ofPerson?.activity === 'created') return 'notes';
  if (ofPerson?.activity !== 'rules') return 'none';
  if (isActivityKind(resource)) return resource;
  throw new Error(
    `${resource} declares ofPerson: { activity: 'rules' }: add its rule to RULES in` +
      " services/people/src/activity/activity.ts, or declare 'created' or 'none'.",
  );
};

/** Serves a record of a person that has no rules besides those of its descriptor. */
export const servePlainRecord = (active: ActivePeople, store: PersonRecordStore): ServedMethods => {
  const { descriptor } = store;
  const kind = getActivityKind(descriptor);
  if (kind !== 'notes' && kind !== 'none')
    throw new Error(`${descriptor.resource} has an activity rule: open and serve it in src/activity/feature.ts.`);
  const recorded = withPersonActivity(active, { kind, store });
  return methods(descriptor.definition as ServiceDefinition, createResourceHandlers(descriptor, recorded));
};
