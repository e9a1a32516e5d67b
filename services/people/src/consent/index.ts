import { createAddressHash } from '@porchlight/backend';
import type { Config } from '../config';
import type { Service } from '../service';
import { createEmailStatuses, type PeopleStore } from './email-statuses';
import { followSuppressions } from './follow-suppressions';
import { createSuppressionCopies, suppressionCopySchema } from './suppression-copies';

export { withEmailStatuses, type EmailStatuses } from './email-statuses';

/** Opens the copies of suppressed addresses. */
export const openConsent = ({
  store,
  config,
}: Pick<Service, 'store'> & { readonly config: Pick<Config, 'CONSENT_KEY_FILE'> }) => {
  const hashAddress = createAddressHash(config.CONSENT_KEY_FILE);
  const suppressionCopies = createSuppressionCopies(
    store.collection('suppressionCopies', suppressionCopySchema),
    hashAddress,
  );
  return { suppressionCopies, emailStatuses: createEmailStatuses(hashAddress, suppressionCopies) };
};

/** The suppressed addresses of accounts. */
export type Consent = ReturnType<typeof openConsent>;

/** Follows the suppressions of marketing. */
export const registerConsent = (ports: Service & Consent & { readonly people: PeopleStore }): void => {
  const { follow, recheck } = followSuppressions(ports);
  ports.addHandler('people.marketing', follow);
  ports.addWorker('suppressionRecheck', () => recheck);
};
