import type { AddressHash } from '@porchlight/backend';
import type { Suppression, SuppressionReason, SuppressionSource } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { mapBounded, sleep, type Clock, type Ids } from '@porchlight/runtime';
import { isUniqueConflict, systemCall, type Draft, type ResourceStore, type StoreCall } from '@porchlight/store';
import { coversReason, type SuppressionDocument } from './suppressions-strategy';
import type { OptIns } from './opt-ins';

/** An address to suppress. */
export interface SuppressionRequest {
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly source: SuppressionSource;
  /** When it was asked for, for messages that may be repeated: an opt-in after it prevails. Absent: now. */
  readonly at?: Date | undefined;
  /** Set for an opt-out of a caller who may not see the person. */
  readonly hiddenFrom?: { readonly personId: number; readonly userIds: readonly number[] } | undefined;
}

/** The suppression of an address, and whether the request created it. */
export interface Suppressed {
  readonly document: SuppressionDocument;
  readonly created: boolean;
}

interface Ports {
  readonly suppressions: Pick<ResourceStore<Suppression, SuppressionDocument>, 'find' | 'insert' | 'modify'>;
  readonly optIns: OptIns;
  readonly hashAddress: AddressHash;
  readonly ids: Pick<Ids, 'eventId'>;
  readonly clock: Pick<Clock, 'date'>;
}

/** Addresses of one query. */
const AT_ONCE = 500;
/** Concurrent inserts; the store writes them together. */
const CONCURRENCY = 50;
/** An address that was opted in a moment ago is free when its deletion is published: pause and longest wait, ms. */
const FREE_PAUSE_MS = 100;
const MAX_FREE_WAIT_MS = 1_500;

type HashedRequest = SuppressionRequest & { readonly addressHash: string };

/** Suppressed addresses of accounts. All mails to contacts pass `find`. */
export const createSuppressedAddresses = (ports: Ports) => {
  const { suppressions, hashAddress } = ports;

  const findByHashes = async (accountId: number, hashes: readonly string[], signal: AbortSignal) => {
    const byHash = new Map<string, SuppressionDocument>();
    for (let from = 0; from < hashes.length; from += AT_ONCE) {
      const part = hashes.slice(from, from + AT_ONCE);
      const call = systemCall(accountId, signal);
      for (const one of await suppressions.find(call, { addressHash: { $in: part } }, part.length))
        byHash.set(one.addressHash, one);
    }
    return byHash;
  };

  /** The strongest request of each address, without those that an opt-in has overtaken. */
  const selectRequests = async (
    accountId: number,
    requests: readonly SuppressionRequest[],
  ): Promise<HashedRequest[]> => {
    const strongest = new Map<string, HashedRequest>();
    for (const request of requests) {
      const addressHash = hashAddress(accountId, request.address);
      const other = strongest.get(addressHash);
      if (!other || !coversReason(other.reason, request.reason))
        strongest.set(addressHash, { ...request, addressHash });
    }
    const dated = [...strongest.values()].filter(({ at }) => at !== undefined);
    if (dated.length === 0) return [...strongest.values()];
    const optIns = await ports.optIns.find(accountId, dated.map(({ addressHash }) => addressHash)); // prettier-ignore
    return [...strongest.values()].filter(({ at, addressHash }) => {
      const optedIn = optIns.get(addressHash);
      return !at || !optedIn || at > optedIn;
    });
  };

  const suppressOne = async (
    call: StoreCall,
    hashed: HashedRequest,
    current?: SuppressionDocument,
  ): Promise<Suppressed> => {
    for (let waited = 0; ; waited += FREE_PAUSE_MS) {
      const { accountId } = call.actor;
      const existing =
        current ?? (await findByHashes(accountId, [hashed.addressHash], call.signal)).get(hashed.addressHash);
      if (existing) return { document: await strengthen(ports, call, existing, hashed), created: false };
      try {
        return { document: await suppressions.insert(call, toDraft(call, hashed)), created: true };
      } catch (error) {
        if (!isUniqueConflict(error)) throw error;
        if (waited >= MAX_FREE_WAIT_MS) throw refuse('UNAVAILABLE');
        await sleep(FREE_PAUSE_MS, call.signal);
      }
    }
  };

  return {
    /** The suppression of an address; undefined if it may get mail. */
    find: async (accountId: number, address: string, signal: AbortSignal): Promise<SuppressionDocument | undefined> => {
      const hash = hashAddress(accountId, address);
      return (await findByHashes(accountId, [hash], signal)).get(hash);
    },
    findByHashes,
    /**
     * Suppresses addresses on behalf of the caller; resolves when all are durable. An address that is suppressed
     * already keeps the stronger reason. May be repeated. Returns the suppressions by the hash of their address.
     */
    async suppress(call: StoreCall, requests: readonly SuppressionRequest[]): Promise<Map<string, Suppressed>> {
      const { accountId } = call.actor;
      const selected = await selectRequests(accountId, requests);
      if (selected.length === 0) return new Map();
      const currentByHash = await findByHashes(accountId, selected.map(({ addressHash }) => addressHash), call.signal); // prettier-ignore
      // Webhooks combine the suppressions of one call.
      const { actor, signal, suppressOwn = false, batchId = ports.ids.eventId() } = call;
      const together = selected.length > 1 ? { actor, signal, suppressOwn, batchId } : call;
      const done = await mapBounded(
        selected,
        CONCURRENCY,
        async (one) => [one.addressHash, await suppressOne(together, one, currentByHash.get(one.addressHash))] as const,
      );
      return new Map(done);
    },
  };
};

/** Suppressed addresses of accounts. */
export type SuppressedAddresses = ReturnType<typeof createSuppressedAddresses>;

const hiddenOptOut = ({ address, hiddenFrom }: HashedRequest) =>
  hiddenFrom && { hiddenOptOut: { ...hiddenFrom, userIds: [...hiddenFrom.userIds], address } };

const toDraft = ({ actor }: StoreCall, hashed: HashedRequest): Draft<SuppressionDocument> => ({
  address: hashed.address.trim(),
  addressHash: hashed.addressHash,
  reason: hashed.reason,
  source: hashed.source,
  ...(actor.userId > 0 && { createdById: actor.userId }),
  ...(actor.system !== undefined && { systemName: actor.system }),
  ...hiddenOptOut(hashed),
});

/** A stronger reason replaces the weaker one, with its source and caller. */
const strengthen = async (
  { suppressions }: Ports,
  call: StoreCall,
  current: SuppressionDocument,
  hashed: HashedRequest,
): Promise<SuppressionDocument> => {
  if (coversReason(current.reason, hashed.reason)) return current;
  return suppressions.modify(
    call,
    current.id,
    (before) => {
      if (coversReason(before.reason, hashed.reason)) return undefined;
      const { hiddenOptOut: _hidden, createdById: _user, systemName: _system, ...rest } = before;
      const { address, ...draft } = toDraft(call, hashed);
      // An address that was erased stays erased.
      return { ...rest, ...draft, ...(before.address !== undefined && { address: address! }) };
    },
    { document: current },
  );
};
