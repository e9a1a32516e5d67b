import type { Codec } from './codec';

/**
 * When a caller may set a field. Fields that are only read are ignored in bodies, so that GET, change, PUT round-trips.
 */
export type Writable = 'always' | 'create' | 'never';

/** One field of a resource as its descriptor declares it. */
export interface Field<T> {
  readonly codec: Codec<T>;
  readonly in: Writable;
  readonly required: boolean;
  /** null in a body clears it. Lists are cleared by null as well. */
  readonly nullable: boolean;
  /**
   * False: taken in or kept, never shown. whenSet: only where there is a value. whenNamed: only when `fields` names it.
   */
  readonly shown: boolean | 'whenSet' | 'whenNamed';
  /** Name in public JSON where it is not the record's own (Task: AssignedTo). Bodies take both. */
  readonly as?: string;
  /** Shown instead of null while there is no value. */
  readonly fallback: unknown;
  /** No other record of the account has this text; case and accents do not matter. */
  readonly unique?: true;
  /** The resource whose ids the field contains: users. */
  readonly references?: string;
}

type Options<T> = Partial<Omit<Field<T>, 'codec' | 'in'>>;

const field = <T>(codec: Codec<T>, mode: Writable, options: Options<T> = {}): Field<T> => ({
  codec,
  in: mode,
  required: false,
  nullable: true,
  shown: true,
  fallback: null,
  ...options,
});

/** A field that callers may set at any time. */
export const writable = <T>(codec: Codec<T>, options?: Options<T>): Field<T> => field(codec, 'always', options);

/** A field that must be there on create and cannot be cleared. */
export const required = <T>(codec: Codec<T>, options?: Options<T>): Field<T> =>
  field(codec, 'always', { required: true, nullable: false, ...options });

/** A field that callers may set on create only; ignored in PUT. */
export const setOnce = <T>(codec: Codec<T>, options?: Options<T>): Field<T> => field(codec, 'create', options);

/** A field that the service alone sets. */
export const readOnly = <T>(codec: Codec<T>, options?: Options<T>): Field<T> => field(codec, 'never', options);

/** A field that is taken in and not shown. */
export const inputOnly = <T>(codec: Codec<T>, options?: Options<T>): Field<T> =>
  field(codec, 'always', { shown: false, ...options });
