import type { BatchHandler } from '@porchlight/bus';
import { dealLinked, decodeChange, planApplied } from '@porchlight/contracts';
import type { Imports } from './import-parts';

/** Consumes the facts that a person got a deal or an action plan: the undo of an import does not delete it. */
export const followLinks =
  ({ importChanges }: Pick<Imports, 'importChanges'>): BatchHandler =>
  async (batch) => {
    for (const { type, value } of batch) {
      if (type === dealLinked.type) {
        const change = decodeChange(value);
        await importChanges.touch(change.accountId, dealLinked.parse(change).people, 'deals');
      } else if (type === planApplied.type) {
        const change = decodeChange(value);
        await importChanges.touch(change.accountId, [planApplied.parse(change).personId], 'action plans');
      }
    }
  };
