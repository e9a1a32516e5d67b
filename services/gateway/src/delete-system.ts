import type { DeleteSystemRequest, DeleteSystemResponse } from '@porchlight/contracts';
import { isConsoleSystem } from '@porchlight/access';
import type { ForwardAction } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { DeletionChecks } from './reference-checks';

/** RPC that deletes a system; the action is `auth.systems.delete`. */
const DELETE_RPC = 'deleteSystem';

/**
 * Deletes a system after all that belongs to it in the account (D13.9): webhooks, OAuth apps, published apps, addresses
 * for leads. Throws NOT_FOUND, IN_USE without `force`, UNAVAILABLE.
 */
export const withSystemDeletion =
  (forwardAction: ForwardAction, references: Pick<DeletionChecks, 'releaseRecord'>): ForwardAction =>
  async (action, request, call) => {
    if (action.rpc !== DELETE_RPC) return forwardAction(action, request, call);
    const { id, force, ifVersion } = request as DeleteSystemRequest;
    const check: DeleteSystemRequest = { id, force, dryRun: true, ifVersion };
    const { record } = (await forwardAction(action, check, call)) as DeleteSystemResponse;
    if (!record) throw refuse('NOT_FOUND', { what: 'system' });
    // A system of a customer with the name of the console: what the console created is not its own.
    if (!isConsoleSystem(record.name))
      await references.releaseRecord({ kind: action.resource, id, name: record.name }, 'system', force, call);
    return forwardAction(action, request, call);
  };
