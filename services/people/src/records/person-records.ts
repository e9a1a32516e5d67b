import type { Descriptor, Row } from '@porchlight/resource';
import {
  type Document,
  namesPeople,
  type ResourceOptions,
  type ResourceStore,
  type Store,
  type StoreCall,
} from '@porchlight/store';
import type { People } from '../people';
import type { NamedChildStore } from '../person';
import type { Settings } from '../settings';
import { type ActivePeople, addActivity, type PersonRecord, withPersonActivity } from './activity-handlers';
import { type ActivitySums, type CountedRecords, createActivitySums } from './activity-sums';
import { getRecordActivity, type RecordActivity } from './record-activity';
import { createRecordOptions, type RecordOptions } from './record-options';

/** How a feature opens its records of people. */
export interface PersonRecordOptions<R extends Row, D extends Document> extends Omit<
  ResourceOptions<R, D>,
  keyof RecordOptions
> {
  /** The rule of a resource that declares `activity: 'rules'`. */
  readonly activity?: RecordActivity<D>;
}

/**
 * The records of people. Each feature opens its own here; what a record of a person must do (visibility, move, erasure,
 * export, counts, activity) follows from its descriptor.
 */
export interface PersonRecords {
  /** Opens a resource that declares `ofPerson`. Its store also changes the activity of the person. */
  open<R extends Row, D extends Document>(options: PersonRecordOptions<R, D>): ResourceStore<R, D>;
  /** Adds the activity of a record that was inserted, not created by a caller; may be repeated. Returns the record. */
  addActivity<R extends Row, D extends PersonRecord>(
    store: ResourceStore<R, D>,
    call: StoreCall,
    record: D,
  ): Promise<D>;
  /** All that are open: every feature has added its own when features serve. */
  readonly children: readonly NamedChildStore[];
  readonly sums: ActivitySums;
}

/** What the records of people read. */
interface RecordSources extends Pick<People, 'people'> {
  readonly store: Store;
  readonly settings: Pick<Settings, 'settingsCache' | 'findExisting' | 'retryReferences'>;
}

/** Opens records of people. */
export const createPersonRecords = ({ store, settings, people }: RecordSources): PersonRecords => {
  const options = createRecordOptions(settings, people, store);
  const children: NamedChildStore[] = [];
  const counted: CountedRecords[] = [];
  const activities = new Map<string, RecordActivity<never>>();
  const active: ActivePeople = { people, sums: createActivitySums(counted) };

  const open = <R extends Row, D extends PersonRecord>({
    activity: rule,
    extend,
    ...resource
  }: PersonRecordOptions<R, D>): ResourceStore<R, D> => {
    const { descriptor } = resource;
    requireDeclaration(resource);
    if (activities.has(descriptor.resource))
      throw new Error(`${descriptor.resource} is open already: list its feature before plainRecords in main.ts.`);
    const activity: RecordActivity<D> = getRecordActivity(descriptor, rule);
    const opened = store.resource<R, D>({
      ...resource,
      ...options,
      extend: (bare) => {
        const extended = extend?.(bare) ?? bare;
        // Records that name several people change their activity by themselves.
        return namesPeople(descriptor) ? extended : withPersonActivity(active, activity, extended);
      },
    });
    // A user of children reads only what every record of a person has.
    children.push(opened as unknown as NamedChildStore);
    counted.push({ activity, collection: store.collection(descriptor.resource) });
    activities.set(descriptor.resource, activity);
    return opened;
  };

  return {
    // Records that name several people have no `personId`; nothing reads it there.
    open: open as PersonRecords['open'],
    addActivity: (recorded, call, record) =>
      addActivity(active, { activity: activities.get(recorded.descriptor.resource)!, store: recorded }, call, record),
    children,
    sums: active.sums,
  };
};

const requireDeclaration = ({
  descriptor: { resource, ofPerson },
  indexes = [],
}: Pick<ResourceOptions<Row, Document>, 'indexes'> & {
  readonly descriptor: Pick<Descriptor, 'resource' | 'ofPerson'>;
}): void => {
  if (!ofPerson) throw new Error(`${resource} is opened as a record of a person: declare ofPerson in its descriptor.`);
  if (indexes.some(({ unique, keys }) => unique && 'personId' in keys))
    throw new Error(
      `${resource}: declare a unique index with personId as identity in the descriptor, so that a merge of people can` +
        ' unite two records (docs/how-to-add.md).',
    );
};

interface Named {
  readonly descriptor: Pick<Descriptor, 'resource'>;
}

/**
 * Opens the records of people that have no rules besides those of their descriptors. Throws for a resource whose
 * records would survive their person.
 */
export const openPlainRecords = (
  records: {
    readonly open: (record: { readonly descriptor: Descriptor }) => unknown;
    readonly children: readonly Named[];
  },
  store: { readonly opened: () => readonly Named[] },
  resources: readonly Descriptor[],
): void => {
  const listNames = (stores: readonly Named[]) => new Set(stores.map(({ descriptor }) => descriptor.resource));
  const opened = listNames(store.opened());
  const children = listNames(records.children);
  for (const descriptor of resources.filter(({ service }) => service === 'people')) {
    const { resource, ofPerson, visibility, fields } = descriptor;
    if (children.has(resource)) continue;
    // Received leads are for owner and brokers: they outlive the person and are erased with it.
    if (!ofPerson && visibility === 'viewers' && 'personId' in fields)
      throw new Error(
        `The records of ${resource} belong to people (personId): add ofPerson: { activity: 'created' } to its` +
          ' descriptor, so that they are shown, moved and deleted with their person (docs/how-to-add.md).',
      );
    if (ofPerson && opened.has(resource))
      throw new Error(`${resource} is a record of a person: open it with records.open (docs/how-to-add.md).`);
    if (ofPerson) records.open({ descriptor });
  }
};
