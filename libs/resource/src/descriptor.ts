import type { Role } from '@porchlight/access';
import { CUSTOM_NAME } from './codecs/custom-value-codecs';
import { int } from './codecs/scalars';
import { COMMON_DESCRIPTIONS } from './common-descriptions';
import { time } from './codecs/times';
import type { Deprecation } from './deprecation';
import { readOnly, type Field } from './field';
import type { Reading } from './reading';

/** The five operations of a plain resource. */
export type Verb = 'create' | 'get' | 'list' | 'update' | 'delete';

/** All verbs. */
export const VERBS: readonly Verb[] = ['create', 'get', 'list', 'update', 'delete'];

/** Type and comparison of a list filter. `match` is for the store; a strategy may implement a filter itself. */
export interface Filter {
  /** The parameter works, but should no longer be used. */
  readonly deprecated?: Deprecation;
  /** One sentence for people who use the API. Needed with `match: 'rule'`; otherwise it follows from `match`. */
  readonly describe?: string;
  readonly type: 'int' | 'string' | 'bool' | 'time';
  /**
   * equals: any of the values; text: equal, ignoring case and accents (the store keeps `<field>Key`); digits: the
   * same digits of a number (`<field>Digits`); contains: substring, ignoring case and accents; above/below: exclusive
   * bounds; rule: the strategy decides.
   */
  readonly match: 'equals' | 'text' | 'digits' | 'contains' | 'above' | 'below' | 'rule';
  /** Of type time: a day (YYYY-MM-DD) is passed to the strategy unchanged, which applies the caller's time zone. */
  readonly days?: true;
  /** Name in the stored document; default: the filter's own name. */
  readonly column?: string;
  /** Several values, comma-separated, repeated or name[]: any of them matches. Default: one value only. */
  readonly many?: boolean;
  /** In `name[]=`, a comma is part of the value (D13.7). */
  readonly commas?: true;
  /** Allowed words; others are rejected with the list. */
  readonly among?: readonly string[];
  /**
   * Counter of exactly this filter with one value, as `<count>:<value>`; without it such totals are counted through an
   * index.
   */
  readonly count?: string;
  /** No index of its own: the resource is opened with one that serves it. */
  readonly unindexed?: true;
}

/** A public sort name: the document field behind it and, for ties, descending id. */
export interface Sort {
  readonly column: string;
  /** The index contains only records with a value, so that records without one use no space. */
  readonly partial?: boolean;
  /** The field contains one of a few ids; the strategy returns their order (people by stage). */
  readonly grouped?: boolean;
  /** The strategy returns the stored field for the name of the sort: custom fields. */
  readonly ruled?: boolean;
}

/** The fields of every record. */
export interface Row {
  id: number;
  version: number;
}

/** An option of a call, in the query: ?deduplicate=true. */
export interface Option {
  /** One sentence for people who use the API. */
  readonly describe?: string;
  readonly type: 'bool' | 'int' | 'string';
  readonly verbs: readonly Verb[];
  /**
   * Of a delete: the id of a record of this resource, which replaces the deleted one wherever that is named. The store
   * checks that it exists and is another record, then calls `reassign` of the opened resource (libs/store).
   */
  readonly replacement?: string;
  /** Of a replacement that is a user: the roles that the user may have. */
  readonly roles?: readonly Role[];
  /**
   * Of a replacement of the own resource: the word for the record in errors. While other records of the service name
   * the deleted one, the option is required; the store gives them the replacement (D12.1).
   */
  readonly reassigns?: string;
}

/**
 * A record of a person, stored by the people service: it requires a person whom the caller may see, has the viewers of
 * the person, and is moved, exported and erased with the person. `activity` is its effect on the activity of the
 * person: `created` sets lastActivity to its creation; for `rules` its feature passes a rule to `records.open`.
 */
export interface PersonRecord {
  readonly activity: 'none' | 'created' | 'rules';
  /**
   * Where a record names people, if it does not belong to one by `personId`: 'invitees[].personId'. It follows all of
   * them, and a caller sees a record that names a person it may see. `personIds` of the document are the ids; a field
   * `personId` of the body names one more. Its `extend` changes their activity, so it declares `activity: 'none'`.
   */
  readonly people?: string;
  /** Where such a record names users who see it, besides those who see the people. */
  readonly viewedBy?: readonly string[];
}

/** Reading of bodies that senders write freely (D13.5). */
export interface FreeBody<R> {
  /** Names besides the fields: a body that has one of them is no wrapper of another body. */
  readonly names: ReadonlySet<string>;
  /** Moves values to the fields that they belong to; reports what it changes. */
  prepare(body: Readonly<Record<string, unknown>>, reading: Reading): Record<string, unknown>;
  /** Sets read-only fields of the record from the prepared body. */
  complete(record: R, body: Record<string, unknown>, reading: Reading): void;
}

/** The generated definition of a gRPC service, reduced to the parts that descriptors use. */
export interface ServiceDefinition {
  readonly name: string;
  /** porchlight.people.v1.PondService */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, { readonly name: string }>>;
}

/**
 * A resource with the declaration and all derived properties. The owning service's strategy implements its rules,
 * libs/store and libs/edge its mechanism.
 */
export interface Descriptor<R extends Row = Row> {
  /** The gRPC service that serves the resource. */
  readonly definition: ServiceDefinition;
  /** Owning service: people, deals, marketing, auth, notifier. */
  readonly service: string;
  /** Plural name in operations, change events and collections: people, stages. */
  readonly resource: string;
  /** Singular and plural in the names of the RPC methods: Person, People. */
  readonly noun: string;
  readonly nouns: string;
  /** Path segment after /v1/. */
  readonly path: string;
  /** Key of the array in list responses (decisions section 2). */
  readonly collection: string;
  /** One sentence for the OpenAPI document. */
  readonly description?: string;
  readonly verbs: readonly Verb[];
  /** Roles that may perform each verb; a verb without roles is closed to all. */
  readonly roles: Readonly<Partial<Record<Verb, readonly Role[]>>>;
  /**
   * account: all users of the account see all records; viewers: agents and lenders see records that list them; listed:
   * every user, the owner too, sees the records that the strategy lists (`planList`, `isVisible`).
   */
  readonly visibility: 'account' | 'viewers' | 'listed';
  /** X-System is required (decisions section 3): for all verbs, or for the listed ones. */
  readonly requiresSystem?: boolean | readonly Verb[];
  /**
   * Records have values of fields that the account defines, in `customFields` (decisions section 4); the resource that
   * defines them.
   */
  readonly custom?: 'customFields' | 'dealCustomFields';
  /** Verbs that work, but should no longer be used. */
  readonly deprecated?: Readonly<Partial<Record<Verb, Deprecation>>>;
  readonly fields: FieldsOf<R>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: Readonly<Record<string, Sort>>;
  readonly options?: Readonly<Record<string, Option>>;
  /** Resources whose records this resource names: a named record is not deleted without asking (D13.3). */
  readonly names?: readonly string[];
  /**
   * In `lead` mode, true if the remaining values still identify the person. If not, an object in place of text is
   * rejected instead of dropped (decisions section 11).
   */
  identifies?(record: R): boolean;
  /** How bodies of creates are read besides their fields: leads. */
  readonly freeBody?: FreeBody<R>;
  /** Fields of the list response that are rendered in _metadata. */
  readonly metadata?: readonly string[];
  /** Valid body of a create in a new account, for the OpenAPI document and the tests. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Maximum number of records of an account; more are refused with 409 LIMIT_REACHED. */
  readonly maxPerAccount?: number;
  /**
   * Records have an order by `orderWeight`. last: a new record without a weight is the last one. places: a record takes
   * the place of the one with its weight, and all weights of the account are recalculated in steps of 1000.
   */
  readonly ordered?: 'last' | 'places';
  /** Fields that identify a record together: a second one is refused with 409 CONFLICT and the id of the first. */
  readonly identity?: readonly string[];
  /** Sort of a list without `sort`, ascending. Default: newest first. */
  readonly defaultSort?: string;
  /** Records that each account starts with, in this order; created when the account first uses the resource. */
  readonly defaults?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /**
   * A delete keeps the record with `isDeleted`: it is no longer found by its id, and lists contain it only with
   * includeDeleted=true.
   */
  readonly softDelete?: true;
  /** Body of the response to a delete. Default: an empty object. */
  readonly deleteResponse?: 'emptyList' | 'none';
  /** The plural in errors of callers whose role may not write: "You do not have access to update appointment types." */
  readonly refusedAs?: string;
  /** Days after which the database deletes a record; lists leave it out from then on. */
  readonly retentionDays?: number;
  readonly ofPerson?: PersonRecord;
  /** The only records, the same in every account; nothing is stored. */
  readonly records?: readonly R[];
  /**
   * Problems of a record whose fields do not fit together, as sentences: INVALID_BODY. Problems that the record had
   * before the write are accepted. Pure.
   */
  problems?(record: R): readonly string[];
  /** Webhook event names; `updatedOn` lists the fields that fire the updated event (absent: any rendered field). */
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

/** Field and sort of an ordered resource. */
export const ORDER_FIELD = 'orderWeight';

/** No update changes the fields of an identity, and another record may have the identity of a deleted one. */
const checkIdentity = (
  { identity = [], softDelete, ofPerson }: Pick<Descriptor, 'identity' | 'softDelete' | 'ofPerson'>,
  fields: Readonly<Record<string, Field<unknown>>>,
  require: (holds: boolean, sentence: string) => void,
): void => {
  for (const name of identity) {
    const field = fields[name];
    require(field !== undefined &&
      (field.writable !== 'always' ||
        field.fixed ===
          true), `identity needs a field ${name} that no update changes: setOnce, readOnly, or fixed: true`);
  }
  if (identity.length === 0) return;
  require(!softDelete, 'identity and softDelete do not fit together: a deleted record would block a new one');
  require(ofPerson?.people === undefined ||
    !identity.includes('personId'), 'a record that names several people has no personId in its identity');
};

/** Throws for a declaration that cannot work, with a sentence that says what to add. */
const checkDeclaration = ({ resource, fields, ...declared }: Descriptor): void => {
  const all = fields as Readonly<Record<string, Field<unknown>>>;
  const require = (holds: boolean, sentence: string): void => {
    if (!holds) throw new Error(`${resource}: ${sentence} (docs/how-to-add.md).`);
  };
  const { ofPerson } = declared;
  if (ofPerson && ofPerson.people === undefined) {
    require('personId' in all &&
      declared.visibility === 'viewers', "a record of a person needs a field personId and visibility: 'viewers'");
    require(declared.filters['personId']?.match ===
      'equals', "a record of a person needs filters: { personId: { type: 'int', match: 'equals' } }, by which it is moved, exported and erased");
    require(all['personId']?.writable === 'never' ||
      all['personId']?.fixed === true, 'personId of a record of a person needs fixed: true');
  }
  if (declared.ordered) {
    require(ORDER_FIELD in all && ORDER_FIELD in declared.sorts, `ordered needs a field and a sort ${ORDER_FIELD}`);
    require(declared.maxPerAccount !== undefined, 'ordered needs maxPerAccount: all records are compared');
  }
  if (ofPerson?.people !== undefined) {
    require(ofPerson.activity === 'none', "records that name several people declare activity: 'none'");
    require(/^\w+\[\]\.\w+$/.test(
      ofPerson.people,
    ), "people names a list and the key of the id in its entries: 'invitees[].personId'");
    require(declared.visibility === 'viewers' &&
      declared.filters['personId']?.column ===
        'personIds', "people needs visibility: 'viewers' and filters: { personId: { type: 'int', match: 'equals', column: 'personIds' } }");
  }
  if (declared.softDelete)
    require('isDeleted' in all &&
      'includeDeleted' in
        declared.filters, 'softDelete needs a field isDeleted and a filter includeDeleted of match rule');
  require(declared.defaultSort === undefined ||
    declared.defaultSort in declared.sorts, `defaultSort names no sort: ${declared.defaultSort}`);
  checkIdentity(declared, all, require);
  for (const [name, { partOf, nameOf }] of Object.entries(all)) {
    require(partOf === undefined || partOf in all, `partOf of ${name} names no field`);
    require(nameOf === undefined || nameOf.field in all, `nameOf of ${name} names no field`);
  }
};

/** The declaration of a resource: properties that are neither derived from the generated definition nor defaults. */
export interface Declaration<R extends Row> extends Partial<Omit<Descriptor<R>, Derived>> {
  /** `read` means get and list, `write` create, update and delete; a single verb overrides them. */
  readonly roles: Readonly<Partial<Record<Verb | 'read' | 'write', readonly Role[]>>>;
  /** Rendering of `created` and `updated`. Default: rendered. `none`: the record does not have them. */
  readonly timestamps?: Field<string>['visible'] | 'none';
  /** The meaning of each field for people who use the API; names of COMMON_DESCRIPTIONS need none. */
  readonly describe?: { readonly [K in keyof R]?: string };
  /** All fields besides id, created, updated and version. */
  readonly fields: Omit<FieldsOf<R>, StandardField> & Partial<Pick<FieldsOf<R>, StandardField & keyof R>>;
  readonly webhooks?: Descriptor['webhooks'] & { readonly updatedOn?: readonly (keyof R & string)[] };
  readonly filters?: Descriptor['filters'];
  /** Besides id, created and updated. */
  readonly sorts?: Descriptor['sorts'];
}

const withDescriptions = (fields: object, texts: Readonly<Record<string, string | undefined>>): object =>
  Object.fromEntries(
    Object.entries(fields as Record<string, Field<unknown>>).map(([name, field]) => {
      const describe = texts[name] ?? field.describe ?? COMMON_DESCRIPTIONS[name];
      return [name, describe === undefined ? field : { ...field, describe }];
    }),
  );

/**
 * Declares a resource. Derives its service, names and verbs from the generated definition of its gRPC service, and adds
 * the fields that every record has. The compiler compares the fields with the generated message R.
 */
export const defineResource = <R extends Row>(
  definition: ServiceDefinition,
  { timestamps = true, roles, fields, describe = {}, ...declared }: Declaration<R>,
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
          created: readOnly(time(), { visible: timestamps }),
          updated: readOnly(time(), { visible: timestamps }),
        };
  const standard = { id: readOnly(int()), ...times, version: readOnly(int(), { visible: false }) };
  // Ids are sequences, so that they have the order of creation; `updated` needs its own index (D13.10).
  const sorts: Descriptor['sorts'] = { id: { column: 'id' }, ...declared.sorts };
  const descriptor: Descriptor<R> = {
    visibility: 'account',
    filters: {},
    path: resource,
    collection: resource,
    ...declared,
    sorts: {
      ...sorts,
      created: sorts['created'] ?? { column: 'id' },
      updated: sorts['updated'] ?? { column: timestamps === 'none' ? 'id' : 'updated' },
    },
    definition,
    service,
    noun,
    nouns,
    resource,
    verbs,
    roles: Object.fromEntries(verbs.map((verb) => [verb, getRoles(verb) ?? []])),
    // The type of the declaration ensures that all other fields are present.
    fields: withDescriptions({ ...standard, ...fields }, describe) as FieldsOf<R>,
  };
  checkDeclaration(descriptor);
  return descriptor;
};

/** The name of an operation in logs, metrics, traces and the roles table: people.people.create. */
export const formatOperation = (descriptor: Pick<Descriptor, 'service' | 'resource'>, verb: Verb): string =>
  `${descriptor.service}.${descriptor.resource}.${verb}`;

/** Key of the RPC method in the generated definition: createPerson, listPeople. */
export const formatRpcMethod = (descriptor: Pick<Descriptor, 'noun' | 'nouns'>, verb: Verb): string =>
  `${verb}${verb === 'list' ? descriptor.nouns : descriptor.noun}`;

/** The noun of a resource in sentences: PhoneCall, phone call. */
export const splitWords = (noun: string): string => noun.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** The words with their indefinite article: a user, an open house. */
export const withArticle = (words: string): string =>
  /^[aeiou]/i.test(words) && !words.startsWith('us') ? `an ${words}` : `a ${words}`;

/** Filters of every list in addition to its own (decisions section 2). */
export const STANDARD_FILTERS: Readonly<Record<string, Filter>> = {
  id: {
    describe: 'Only records with one of these ids, separated by commas.',
    type: 'int',
    match: 'equals',
    many: true,
  },
  ids: { describe: 'The same as `id`.', type: 'int', match: 'equals', column: 'id', many: true },
  idGreaterThan: {
    describe: 'Only records whose id is greater than this number.',
    type: 'int',
    match: 'above',
    column: 'id',
  },
  idLessThan: {
    describe: 'Only records whose id is less than this number.',
    type: 'int',
    match: 'below',
    column: 'id',
  },
  createdAfter: {
    describe: 'Only records that were created after this time.',
    type: 'time',
    match: 'above',
    column: 'created',
  },
  createdBefore: {
    describe: 'Only records that were created before this time.',
    type: 'time',
    match: 'below',
    column: 'created',
  },
  updatedAfter: {
    describe: 'Only records that were changed after this time.',
    type: 'time',
    match: 'above',
    column: 'updated',
  },
  updatedBefore: {
    describe: 'Only records that were changed before this time.',
    type: 'time',
    match: 'below',
    column: 'updated',
  },
};

/** All filters of a resource. */
export const listFilters = (descriptor: Pick<Descriptor, 'filters'>): Readonly<Record<string, Filter>> => ({
  ...STANDARD_FILTERS,
  ...descriptor.filters,
});

/** The owning service compares custom fields, because it has their types. */
const CUSTOM_FILTER: Filter = { type: 'string', match: 'rule', many: true };

/** Finds a filter of a resource by name, including custom fields. */
export const filterNamed = (descriptor: Pick<Descriptor, 'filters' | 'custom'>, name: string): Filter | undefined => {
  if (Object.hasOwn(descriptor.filters, name)) return descriptor.filters[name];
  if (Object.hasOwn(STANDARD_FILTERS, name)) return STANDARD_FILTERS[name];
  return descriptor.custom && CUSTOM_NAME.test(name) ? CUSTOM_FILTER : undefined;
};

/** The owning service sorts custom fields, because it has the locations of their values. */
const CUSTOM_SORT: Sort = { column: '', partial: true, ruled: true };

/** Finds a sort of a resource by name, including custom fields. */
export const sortNamed = (descriptor: Pick<Descriptor, 'sorts' | 'custom'>, name: string): Sort | undefined => {
  if (Object.hasOwn(descriptor.sorts, name)) return descriptor.sorts[name];
  return descriptor.custom && CUSTOM_NAME.test(name) ? CUSTOM_SORT : undefined;
};

/** True if a verb requires a registered system. */
export const requiresSystem = (descriptor: Pick<Descriptor, 'requiresSystem'>, verb: Verb): boolean =>
  descriptor.requiresSystem === true ||
  (Array.isArray(descriptor.requiresSystem) && descriptor.requiresSystem.includes(verb));

/** The fields as a plain record, for code that iterates over all of them. */
export const getFields = (descriptor: { readonly fields: object }): Readonly<Record<string, Field<unknown>>> =>
  descriptor.fields as Readonly<Record<string, Field<unknown>>>;
