import type { Codec } from './codec';

/** When a caller may set a field. Read-only fields are ignored in bodies, so that GET, change, PUT round-trips. */
export type Writable = 'always' | 'create' | 'never';

/** One field of a resource as its descriptor declares it. */
export interface Field<T> {
  readonly codec: Codec<T>;
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
  /** The resource whose ids the field contains: users. The resource is opened with `findExisting` (libs/store). */
  readonly references?: string;
  /** The resource of another service whose ids the field contains. The gateway checks that a new one exists. */
  readonly remoteReference?: string;
}

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
