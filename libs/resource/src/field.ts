import type { Role } from '@porchlight/access';
import type { Codec } from './codec';

/** When a caller may set a field. Read-only fields are ignored in bodies, so that GET, change, PUT round-trips. */
export type Writable = 'always' | 'create' | 'never';

/** The records whose ids a field contains. */
export interface Reference {
  /** Plural name of the resource: users. */
  readonly resource: string;
  /** Of users: the roles that they may have. Default: any. */
  readonly roles?: readonly Role[];
  /** Of users: also those who may get nothing new, because the field says what happened. Default: USER_NOT_ACTIVE. */
  readonly inactive?: true;
}

/**
 * What a read-only field gets from the caller: `creator` the user of the create, `editor` the user of the last change,
 * `system` and `systemId` the registered system of the create. User 0 is the service itself and is not rendered.
 */
export type Stamp = 'creator' | 'editor' | 'system' | 'systemId';

/** Origin of the value of a field that a create does not name: the calling user, a new UUID, or another text field. */
export type InitialFrom = 'caller' | 'uuid' | { readonly field: string };

/** The field with an id, and the resource whose record has the name. */
export interface NameOf {
  readonly field: string;
  readonly resource: string;
  /** A create with the name and without the id is refused: the caller expects that the name chooses the record. */
  readonly needsId?: true;
}

/** One field of a resource as its descriptor declares it. */
export interface Field<T> {
  readonly codec: Codec<T>;
  /** One or two sentences for people who use the API. In a resource, `describe` of the declaration sets it. */
  readonly describe?: string;
  readonly writable: Writable;
  readonly required: boolean;
  /** null in a body clears the field. Lists are cleared by null as well. */
  readonly nullable: boolean;
  /** False: input or internal, never rendered. whenSet: only with a value. onRequest: only if `fields` names it. */
  readonly visible: boolean | 'whenSet' | 'onRequest';
  /** Name in public JSON if it differs from the record's (Task: AssignedTo). Bodies accept both. */
  readonly publicName?: string;
  /** Further names that bodies accept for the field: groups take `userIds` for `users`. */
  readonly aliases?: readonly string[];
  /** Rendered instead of null without a value. */
  readonly fallback: unknown;
  /** Unique in the account; ignores case and accents. Writers need the lock of the account. */
  readonly unique?: true;
  /** The records whose ids the field contains: users. The resource is opened with `findExisting` (libs/store). */
  readonly references?: string | Reference;
  /** The resource of another service whose ids the field contains. The gateway checks that a new one exists. */
  readonly remoteReference?: string;
  /** Stored if a create does not name the field. `fallback`, in contrast, is rendered and not stored. */
  readonly initial?: T;
  readonly initialFrom?: InitialFrom;
  /** The service sets the field. */
  readonly stamp?: Stamp;
  /** An update with another value is refused with INVALID_BODY. `setOnce`, in contrast, ignores it. */
  readonly fixed?: true;
  /** An empty text clears the field. */
  readonly emptyClears?: true;
  /** At most one record of an account has the value true: the last one that got it. Needs `maxPerAccount`. */
  readonly sole?: true;
  /** A list without duplicates; lists of references are. */
  readonly distinct?: true;
  /**
   * Another list of ids, which contains those of this one: ids that are added here are added there, ids that are
   * removed there are removed here.
   */
  readonly partOf?: string;
  /** The field shows the name of a record of the service. The resource is opened with `findNames` (libs/store). */
  readonly nameOf?: NameOf;
  /** Derives a read-only field from the stored ones when a record is read. Pure. */
  readonly computed?: (stored: Readonly<Record<string, unknown>>) => T | undefined;
}

/** The reference of a field; undefined without one. */
export const getReference = ({ references }: Pick<Field<unknown>, 'references'>): Reference | undefined =>
  typeof references === 'string' ? { resource: references } : references;

type Options<T> = Partial<Omit<Field<T>, 'codec' | 'in'>>;

const field = <T>(codec: Codec<T>, mode: Writable, options: Options<T> = {}): Field<T> => ({
  codec,
  writable: mode,
  required: false,
  nullable: true,
  visible: true,
  fallback: null,
  ...options,
});

/** A field that callers may set at any time. */
export const writable = <T>(codec: Codec<T>, options?: Options<T>): Field<T> => field(codec, 'always', options);

/** A field that is required on create and cannot be cleared. */
export const required = <T>(codec: Codec<T>, options?: Options<T>): Field<T> =>
  field(codec, 'always', { required: true, nullable: false, ...options });

/** A field that callers may set on create only; ignored in PUT. */
export const setOnce = <T>(codec: Codec<T>, options?: Options<T>): Field<T> => field(codec, 'create', options);

/** A field that only the service sets. */
export const readOnly = <T>(codec: Codec<T>, options?: Options<T>): Field<T> => field(codec, 'never', options);

/** An input field that is not rendered. */
export const inputOnly = <T>(codec: Codec<T>, options?: Options<T>): Field<T> =>
  field(codec, 'always', { visible: false, ...options });
