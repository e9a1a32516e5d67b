import type { Role } from '@porchlight/access';
import { CUSTOM_NAME } from './codecs/custom-values';
import { int } from './codecs/scalars';
import { time } from './codecs/times';
import { readOnly, type Field } from './field';

/** The five operations of a plain resource. */
export type Verb = 'create' | 'get' | 'list' | 'update' | 'delete';

/** All verbs. */
export const VERBS: readonly Verb[] = ['create', 'get', 'list', 'update', 'delete'];

/** How a list filter is read and compared. `match` tells the store; a strategy may answer for a filter itself. */
export interface Filter {
  readonly type: 'int' | 'string' | 'bool' | 'time';
  /**
   * equals: any of the values; contains: substring, case- and accent-insensitive; above/below: exclusive bounds; rule:
   * the strategy decides.
   */
  readonly match: 'equals' | 'contains' | 'above' | 'below' | 'rule';
  /** Of type time: a day (YYYY-MM-DD) reaches the strategy as it is, which knows the caller's time zone. */
  readonly days?: true;
  /** Name in the stored document; the filter's own name unless given. */
  readonly on?: string;
  /** Several values, comma-separated, repeated or name[]: any of them matches. Default: one value only. */
  readonly many?: boolean;
  /** Allowed words; others are refused with the list. */
  readonly among?: readonly string[];
  /**
   * Count kept for exactly this filter with one value, as `<count>:<value>`; without it such totals are counted through
   * an index.
   */
  readonly count?: string;
}

/** A public sort name: the document field behind it and, for ties, descending id. */
export interface Sort {
  readonly on: string;
  /** Only records that have a value stand in the index, so that records without one cost nothing. */
  readonly partial?: boolean;
  /** The field holds one of a few ids; the strategy says in which order they come (people by stage). */
  readonly grouped?: boolean;
  /** The strategy returns the stored field for the name of the sort: custom fields. */
  readonly ruled?: boolean;
}

/** The row part that every record has. */
export interface Row {
  id: number;
  version: number;
}

/** A plain option of a call, given in the query: ?deduplicate=true. */
export interface Option {
  readonly type: 'bool' | 'int' | 'string';
  readonly verbs: readonly Verb[];
}

/** The generated definition of a gRPC service, as far as descriptors need it. */
export interface ServiceDefinition {
  readonly name: string;
  /** porchlight.people.v1.PondService */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, { readonly name: string }>>;
}

/**
 * A resource as all code reads it: the declaration with everything that is derived from it. Rules live in the owning
 * service's strategy, mechanism in libs/store and libs/edge.
 */
export interface Descriptor<R extends Row = Row> {
  /** The gRPC service that serves the resource. */
  readonly definition: ServiceDefinition;
  /** Owning service: people, deals, marketing, auth, notifier. */
  readonly service: string;
  /** Plural name in operations, change events and collections: people, stages. */
  readonly resource: string;
  /** Noun and plural as the RPC methods spell them: Person, People. */
  readonly noun: string;
  readonly nouns: string;
  /** Path segment after /v1/. */
  readonly path: string;
  /** Key of the array in list responses (decisions section 2). */
  readonly collection: string;
  /** One sentence for the description of the API. */
  readonly description?: string;
  readonly verbs: readonly Verb[];
  /** Roles that may perform each verb; a verb without roles is refused to all. */
  readonly roles: Readonly<Partial<Record<Verb, readonly Role[]>>>;
  /** account: all users of the account see all records; viewers: agents and lenders see those that name them. */
  readonly visibility: 'account' | 'viewers';
  /** X-System is demanded (decisions section 3): for all verbs, or for those named. */
  readonly requiresSystem?: boolean | readonly Verb[];
  /**
   * Records carry values of fields that the account defines itself, in `customFields` (decisions section 4); the
   * resource that defines them.
   */
  readonly custom?: 'customFields' | 'dealCustomFields';
  readonly fields: FieldsOf<R>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: Readonly<Record<string, Sort>>;
  readonly options?: Readonly<Record<string, Option>>;
  /**
   * In `lead` mode, whether what could be read still identifies the person. If not, an object in place of text is
   * refused instead of dropped (decisions section 11).
   */
  identifies?(record: R): boolean;
  /** Fields of the list's answer that callers find in _metadata. */
  readonly metadata?: readonly string[];
  /** Body of a create that works in a new account, for the description of the API and the tests. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Records that an account may have; more are refused with 400. */
  readonly maxPerAccount?: number;
  /** Webhook event names; `updatedOn` lists the fields that fire the updated one (absent: any shown field). */
  readonly webhooks?: {
    readonly created?: string;
    readonly updated?: string;
    readonly deleted?: string;
    readonly updatedOn?: readonly string[];
  };
}

type StandardField = 'id' | 'created' | 'updated' | 'version';
type FieldsOf<R> = { readonly [K in keyof R]-?: Field<NonNullable<R[K]>> };
type Derived = 'definition' | 'service' | 'fields' | 'roles' | 'filters' | 'sorts' | 'webhooks';

/** A resource as its owner declares it: what is not derived from the generated definition or usual for resources. */
export interface Declaration<R extends Row> extends Partial<Omit<Descriptor<R>, Derived>> {
  /** `read` stands for get and list, `write` for create, update and delete; a verb of its own overrides them. */
  readonly roles: Readonly<Partial<Record<Verb | 'read' | 'write', readonly Role[]>>>;
  /** How `created` and `updated` are shown. Default: shown. `none`: the record does not have them. */
  readonly timestamps?: 'shown' | 'hidden' | 'onRequest' | 'none';
  /** All fields besides id, created, updated and version. */
  readonly fields: Omit<FieldsOf<R>, StandardField> & Partial<Pick<FieldsOf<R>, StandardField & keyof R>>;
  readonly webhooks?: Descriptor['webhooks'] & { readonly updatedOn?: readonly (keyof R & string)[] };
  readonly filters?: Descriptor['filters'];
  /** Default: by id. */
  readonly sorts?: Descriptor['sorts'];
}

const TIMESTAMPS = { shown: true, hidden: false, onRequest: 'whenNamed' } as const;

/**
 * Declares a resource. Derives its service, names and verbs from the generated definition of its gRPC service, and adds
 * the fields that every record has. The compiler compares the fields with the generated message R.
 */
export const defineResource = <R extends Row>(
  definition: ServiceDefinition,
  { timestamps = 'shown', roles, fields, ...declared }: Declaration<R>,
): Descriptor<R> => {
  const [, service = ''] = definition.fullName.split('.');
  const noun = declared.noun ?? definition.name.slice(0, -'Service'.length);
  const nouns = declared.nouns ?? `${noun}s`;
  const resource = declared.resource ?? `${nouns[0]!.toLowerCase()}${nouns.slice(1)}`;
  const verbs = declared.verbs ?? VERBS.filter((verb) => formatRpcMethod({ noun, nouns }, verb) in definition.methods);
  const getRoles = (verb: Verb): readonly Role[] | undefined =>
    roles[verb] ?? roles[verb === 'get' || verb === 'list' ? 'read' : 'write'];
  const times =
    timestamps === 'none'
      ? {}
      : {
          created: readOnly(time(), { shown: TIMESTAMPS[timestamps] }),
          updated: readOnly(time(), { shown: TIMESTAMPS[timestamps] }),
        };
  const standard = { id: readOnly(int()), ...times, version: readOnly(int(), { shown: false }) };
  return {
    visibility: 'account',
    filters: {},
    sorts: { id: { on: 'id' } },
    path: resource,
    collection: resource,
    ...declared,
    definition,
    service,
    noun,
    nouns,
    resource,
    verbs,
    roles: Object.fromEntries(verbs.map((verb) => [verb, getRoles(verb) ?? []])),
    // The declaration has the other fields: its type says so.
    fields: { ...standard, ...fields } as FieldsOf<R>,
  };
};

/** The name of an operation in logs, metrics, traces and the roles table: people.people.create. */
export const formatOperation = (descriptor: Pick<Descriptor, 'service' | 'resource'>, verb: Verb): string =>
  `${descriptor.service}.${descriptor.resource}.${verb}`;

/** Key of the RPC method in the generated definition: createPerson, listPeople. */
export const formatRpcMethod = (descriptor: Pick<Descriptor, 'noun' | 'nouns'>, verb: Verb): string =>
  `${verb}${verb === 'list' ? descriptor.nouns : descriptor.noun}`;

/** The noun of a resource as sentences have it: PhoneCall, phone call. */
export const splitWords = (noun: string): string => noun.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** Filters that every list takes besides its own (decisions section 2). */
export const STANDARD_FILTERS: Readonly<Record<string, Filter>> = {
  id: { type: 'int', match: 'equals', many: true },
  ids: { type: 'int', match: 'equals', on: 'id', many: true },
  idGreaterThan: { type: 'int', match: 'above', on: 'id' },
  idLessThan: { type: 'int', match: 'below', on: 'id' },
  createdAfter: { type: 'time', match: 'above', on: 'created' },
  createdBefore: { type: 'time', match: 'below', on: 'created' },
  updatedAfter: { type: 'time', match: 'above', on: 'updated' },
  updatedBefore: { type: 'time', match: 'below', on: 'updated' },
};

/** All filters of a resource. */
export const listFilters = (descriptor: Pick<Descriptor, 'filters'>): Readonly<Record<string, Filter>> => ({
  ...STANDARD_FILTERS,
  ...descriptor.filters,
});

/** Custom fields are compared by the owning service, which knows their types. */
const CUSTOM_FILTER: Filter = { type: 'string', match: 'rule', many: true };

/** A filter of a resource by name, those by custom fields included. */
export const filterNamed = (descriptor: Pick<Descriptor, 'filters' | 'custom'>, name: string): Filter | undefined => {
  if (Object.hasOwn(descriptor.filters, name)) return descriptor.filters[name];
  if (Object.hasOwn(STANDARD_FILTERS, name)) return STANDARD_FILTERS[name];
  return descriptor.custom && CUSTOM_NAME.test(name) ? CUSTOM_FILTER : undefined;
};

/** Custom fields are sorted by the owning service, which knows where their values are stored. */
const CUSTOM_SORT: Sort = { on: '', partial: true, ruled: true };

/** A sort of a resource by name, those by custom fields included. */
export const sortNamed = (descriptor: Pick<Descriptor, 'sorts' | 'custom'>, name: string): Sort | undefined => {
  if (Object.hasOwn(descriptor.sorts, name)) return descriptor.sorts[name];
  return descriptor.custom && CUSTOM_NAME.test(name) ? CUSTOM_SORT : undefined;
};

/** True when a verb is open to registered systems only. */
export const requiresSystem = (descriptor: Pick<Descriptor, 'requiresSystem'>, verb: Verb): boolean =>
  descriptor.requiresSystem === true ||
  (Array.isArray(descriptor.requiresSystem) && descriptor.requiresSystem.includes(verb));

/** The fields as plain rows, for code that walks over all of them. */
export const getFields = (descriptor: { readonly fields: object }): Readonly<Record<string, Field<unknown>>> =>
  descriptor.fields as Readonly<Record<string, Field<unknown>>>;
