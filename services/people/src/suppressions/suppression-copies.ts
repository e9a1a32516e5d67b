import type { BusMessage } from '@porchlight/bus';
import { type Change, decodeChange, Suppression } from '@porchlight/contracts';
import {
  column,
  createKeyedReads,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  replaceNewer,
} from '@porchlight/store';

/** This service's copy of a suppressed address; marketing owns the original. Contains the hash only. */
export const suppressionCopySchema = defineDocument(
  {
    /** `<account>:<hash of the address>` */
    _id: column.text,
    accountId: column.number,
    suppressionId: column.number,
    /** unsubscribed, complained, bounced or dropped; empty: it was opted in again. */
    reason: column.text,
    /** Grows with each change of the suppressions of the address. */
    version: column.number,
  },
  [{ keys: { suppressionId: 1 } }],
);
export type SuppressionCopy = DocumentOf<typeof suppressionCopySchema>;

/** A change of a suppression: its hash, and the address unless it was erased. */
export interface ChangedAddress {
  readonly accountId: number;
  readonly addressHash: string;
  readonly address?: string | undefined;
  /** The system of the original call, and whether its own webhooks are left out. */
  readonly sender: Pick<Change, 'system' | 'suppressOwn'>;
}

/** Versions of one suppression; its deletion is the last one. A later suppression of the address has a higher id. */
const VERSIONS = 2 ** 20;
const composeVersion = (id: number, version: number): number => id * VERSIONS + Math.min(version, VERSIONS - 2);
const deletedVersion = (id: number): number => id * VERSIONS + VERSIONS - 1;

const formatId = (accountId: number, addressHash: string): string => `${accountId}:${addressHash}`;
const readHash = ({ _id }: Pick<SuppressionCopy, '_id'>): string => _id.slice(_id.indexOf(':') + 1);

const STATUSES: Readonly<Record<string, string>> = {
  unsubscribed: 'Unsubscribed',
  complained: 'Complained',
  bounced: 'Bounced',
  dropped: 'Bounced',
};

/** Copies of suppressed addresses. */
export interface SuppressionCopies {
  /** Statuses of the suppressed ones of these hashes (D13.4). Concurrent calls share a query. */
  statuses(accountId: number, hashes: readonly string[]): Promise<Map<string, string>>;
  /** Stores the changes of a batch. Idempotent; older changes are ignored. Returns the changed addresses. */
  apply(batch: readonly BusMessage[]): Promise<ChangedAddress[]>;
}

/** Stores the copies of suppressed addresses. */
export const createSuppressionCopies = (
  collection: DocumentCollection<SuppressionCopy>,
  reads = createKeyedReads(collection),
): SuppressionCopies => ({
  async statuses(accountId: number, hashes: readonly string[]): Promise<Map<string, string>> {
    const copies = await Promise.all(hashes.map((hash) => reads.load(formatId(accountId, hash))));
    return new Map(
      copies.flatMap((copy) => {
        const status = copy && STATUSES[copy.reason];
        return status === undefined ? [] : [[readHash(copy!), status]];
      }),
    );
  },
  async apply(batch: readonly BusMessage[]): Promise<ChangedAddress[]> {
    const changes = batch
      .filter(({ type }) => type.startsWith('marketing.suppressions.'))
      .map(({ value }) => decodeChange(value));
    const stored = changes.flatMap(readStored);
    await replaceNewer(
      collection,
      stored.map(({ copy }) => copy),
    );
    const deleted: ChangedAddress[] = [];
    for (const { accountId, verb, ids, system, suppressOwn } of changes) {
      if (verb !== 'deleted') continue;
      const copies = await collection.find({ accountId, suppressionId: { $in: [...ids] } }, { limit: ids.length });
      await replaceNewer(
        collection,
        copies.map((copy) => ({
          ...copy,
          reason: '',
          version: deletedVersion(copy.suppressionId),
        })),
      );
      const sender = { system, suppressOwn };
      deleted.push(...copies.map((copy) => ({ accountId, addressHash: readHash(copy), sender })));
    }
    return [...stored.map(({ changed }) => changed), ...deleted];
  },
});

const readStored = ({ accountId, verb, record, system, suppressOwn }: Change) => {
  if (record.length === 0 || (verb !== 'created' && verb !== 'updated')) return [];
  const { id, version, reason = '', address, addressHash = '' } = Suppression.decode(record);
  const copy: SuppressionCopy = {
    _id: formatId(accountId, addressHash),
    accountId,
    suppressionId: id,
    reason,
    version: composeVersion(id, version),
  };
  return [{ copy, changed: { accountId, addressHash, address, sender: { system, suppressOwn } } }];
};
