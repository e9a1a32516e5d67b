import { createAddressHash } from '@porchlight/backend';
import { defineFeature } from '../service';
import { createEmailStatuses, type EmailStatuses } from './email-statuses';
import { createSuppressionCopies, suppressionCopySchema, type SuppressionCopies } from './suppression-copies';

/** Suppressed addresses, and what they say about emails of people. */
export interface Suppressions {
  readonly suppressionCopies: SuppressionCopies;
  readonly emailStatuses: EmailStatuses;
}

/** Copies of the addresses that get no mail. */
export const suppressions = defineFeature({
  name: 'suppressions',
  open({ store, config }): Suppressions {
    const hashAddress = createAddressHash(config.CONSENT_KEY_FILE);
    const collection = store.collection('suppressionCopies', suppressionCopySchema);
    const suppressionCopies = createSuppressionCopies(collection);
    return { suppressionCopies, emailStatuses: createEmailStatuses(hashAddress, suppressionCopies) };
  },
});
