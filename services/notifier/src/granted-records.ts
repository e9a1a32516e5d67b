import type { Actor } from '@porchlight/access';
import { unlessGone } from '@porchlight/errors';
import { column, type Columns, type Condition, type Document, type Stored, type StoreCall } from '@porchlight/store';

/** Columns of records that are disabled when the access of the app that created them ends (N9). */
export const grantColumns = {
  /** The OAuth grant with which it was created, enabled or got its URL; absent: another credential. */
  grantId: column.optional(column.text),
} satisfies Columns;

/** Finds the records of a grant. */
export const grantIndex = { keys: { grantId: 1 } } as const;

/** The grant to store on what the caller creates. */
export const grantOf = ({ grantId }: Actor): { grantId?: string } => (grantId === undefined ? {} : { grantId });

/** A record that a grant may have created. */
interface GrantedDocument extends Document, Stored<typeof grantColumns> {
  readonly status: 'Active' | 'Disabled';
}

/**
 * Disables the records of one kind that were created with a grant. With a successor, another grant of the same app,
 * they stay enabled and end with that one.
 */
export type DisableOfGrant = (call: StoreCall, grantId: string, successor?: string) => Promise<void>;

/** Most records of one kind in an account. */
const MAX_RECORDS = 1_000;

/** Creates the function that disables the records of one kind; `disable` returns the disabled document. */
export const createDisableOfGrant =
  <D extends GrantedDocument>(
    store: {
      find(call: StoreCall, condition: Condition, limit: number): Promise<readonly D[]>;
      modify(
        call: StoreCall,
        id: number,
        change: (before: D) => D | undefined,
        options?: { readonly silent?: boolean },
      ): Promise<unknown>;
    },
    disable: (before: D) => D,
  ): DisableOfGrant =>
  async (call, grantId, successor) => {
    const end = (before: D): D => (successor === undefined ? disable(before) : { ...before, grantId: successor });
    for (const { id } of await store.find(call, { grantId, status: 'Active' }, MAX_RECORDS))
      await unlessGone(
        // The owner may have enabled it in the meantime, which removes the grant.
        store.modify(
          call,
          id,
          (before) => (before.grantId === grantId && before.status === 'Active' ? end(before) : undefined),
          { silent: successor !== undefined },
        ),
      );
  };
