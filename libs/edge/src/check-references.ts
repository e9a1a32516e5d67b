import type { Descriptor, Row } from '@porchlight/resource';
import type { Forwarded } from './forward';

/** Checks of references between services, before a write is forwarded (D13.3). */
export interface ReferenceChecks {
  /**
   * Checks that new references to records of other services exist; `id` of an update. Throws UNKNOWN_REFERENCE, and
   * UNAVAILABLE if the other service does not answer.
   */
  beforeWrite(
    descriptor: Descriptor,
    write: { readonly id?: number; readonly record: Row; readonly mask: readonly string[] },
    call: Forwarded,
  ): Promise<void>;
  /**
   * Checks a delete, without deleting: throws what the delete would throw, IN_USE if records name the record, and
   * UNAVAILABLE if a service that must be asked does not answer. With a replacement in the options, these records name
   * the replacement afterwards.
   */
  beforeDelete(
    descriptor: Descriptor,
    id: number,
    options: Readonly<Record<string, string>>,
    call: Forwarded,
  ): Promise<void>;
}
