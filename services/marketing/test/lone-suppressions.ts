import { createAddressHash } from '@porchlight/backend';
import { type Suppression, suppressions as descriptor } from '@porchlight/contracts';
import { createIds, type Clock } from '@porchlight/runtime';
import type { PendingChange, Store } from '@porchlight/store';
import { createOptIns, optInSchema } from '../src/suppressions/opt-ins';
import { createSuppressedAddresses } from '../src/suppressions/suppressed-addresses';
import {
  createSuppressionStrategy,
  SUPPRESSION_INDEXES,
  suppressionColumns,
  type SuppressionDocument,
} from '../src/suppressions/suppressions-strategy';

type Mortal = <T extends object>(target: T) => T;

/** Suppressed addresses on a store without a service. `mortal` wraps what a process uses that may end. */
export const openLoneSuppressions = (store: Store, clock: Clock) => {
  const hashAddress = createAddressHash(Buffer.alloc(32, 7));
  const suppressions = store.resource<Suppression, SuppressionDocument>({
    descriptor,
    columns: suppressionColumns,
    strategy: createSuppressionStrategy(hashAddress),
    indexes: SUPPRESSION_INDEXES,
  });
  const optInCollection = store.collection('optIns', optInSchema);
  const startProcess = (mortal: Mortal) => {
    const optIns = createOptIns(mortal(optInCollection));
    const ownSuppressions = mortal(suppressions);
    return {
      optIns,
      suppressions: ownSuppressions,
      suppressed: createSuppressedAddresses({
        suppressions: ownSuppressions,
        optIns,
        hashAddress,
        ids: createIds({ clock }),
        clock,
      }),
    };
  };
  return { hashAddress, startProcess };
};

/** The verbs of the published changes of suppressions of an account. */
export const listVerbs = (published: readonly PendingChange[], accountId: number): string[] =>
  published
    .filter((change) => change.accountId === accountId && change.type.startsWith('marketing.suppressions.'))
    .map(({ type }) => type.slice(type.lastIndexOf('.') + 1));
