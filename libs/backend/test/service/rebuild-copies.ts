import type { Role } from '@porchlight/access';
import { CopyServiceDefinition } from '@porchlight/contracts';
import type { RpcClient } from '@porchlight/rpc';

/** Rebuilds the copies of an account as the operator does: a call that used its time continues with the next one. */
export const rebuildCopies = async (
  client: RpcClient<typeof CopyServiceDefinition>,
  accountId: number,
  role: Role = 'Operator',
  after = '',
): Promise<Readonly<Record<string, number>>> => {
  const call = { actor: { accountId, userId: 1, role }, timeoutMs: 30_000 };
  const total: Record<string, number> = { dropped: 0 };
  let next = after;
  do {
    const part = await client.rebuildCopies({ accountId, after: next }, call);
    for (const { kind, fetched } of part.kinds) total[kind] = (total[kind] ?? 0) + fetched;
    total['dropped']! += part.dropped;
    next = part.next;
  } while (next !== '');
  return total;
};
