import type { BatchHandler } from '@porchlight/bus';
import { type Change, decodeChange, personErased, personOptedOut } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Suppression } from '@porchlight/contracts';
import type { LocalCopies } from '../copies';
import { listAssignedUsers } from './hidden-people';
import type { SuppressedAddresses } from './suppressed-addresses';
import type { SuppressionDocument } from './suppressions-strategy';

interface FollowPorts extends Pick<LocalCopies, 'people'> {
  readonly suppressions: Pick<ResourceStore<Suppression, SuppressionDocument>, 'modify'>;
  readonly suppressed: SuppressedAddresses;
}

const CONCURRENCY = 8;

/** Follows opt-outs and erasures of people (D13.4). May be repeated. */
export const followConsent =
  (ports: FollowPorts): BatchHandler =>
  async (batch, { signal }) => {
    for (const { type, value } of batch) {
      signal.throwIfAborted();
      if (type === personOptedOut.type) await suppressOptOut(ports, decodeChange(value), signal);
      if (type === personErased.type) await eraseAddresses(ports, decodeChange(value), signal);
    }
  };

const suppressOptOut = async ({ people, suppressed }: FollowPorts, change: Change, signal: AbortSignal) => {
  const { accountId, actorUserId, system, suppressOwn, occurred } = change;
  const { personId, addresses, hidden, source } = personOptedOut.parse(change);
  const { actor } = systemCall(accountId, signal);
  const call: StoreCall = {
    actor: { ...actor, userId: actorUserId, ...(system !== '' && { system }) },
    signal,
    suppressOwn,
  };
  const hiddenFrom =
    hidden && personId !== undefined
      ? { personId, userIds: await listAssignedUsers({ people }, accountId, [personId]) }
      : undefined;
  await suppressed.suppress(
    call,
    addresses.map((address) => ({ address, reason: 'unsubscribed', source, at: occurred, hiddenFrom })),
  );
};

/** The address goes; the hash remains, so that nothing is sent to it when the person comes back. */
const eraseAddresses = async ({ suppressions, suppressed }: FollowPorts, change: Change, signal: AbortSignal) => {
  const { accountId } = change;
  const { addressHashes } = personErased.parse(change);
  const byHash = await suppressed.findByHashes(accountId, addressHashes, signal);
  const call = systemCall(accountId, signal);
  await mapBounded([...byHash.values()], CONCURRENCY, ({ id }) =>
    suppressions.modify(
      call,
      id,
      ({ address, hiddenOptOut, ...rest }) => (address === undefined && !hiddenOptOut ? undefined : rest),
      { silent: true },
    ),
  );
};
