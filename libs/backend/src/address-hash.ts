import { createHmac, createSecretKey } from 'node:crypto';
import { normalizeEmail } from '@porchlight/contact';
import { base64File } from '@porchlight/runtime';

/** Configuration of the services that compare addresses with suppressions. */
export const consentFields = {
  CONSENT_KEY_FILE: base64File(32).describe(
    'Key of unsubscribe links and of the hashes of suppressed addresses, 32 bytes as base64; the same for marketing and people. It must not change: hashes are all that remains of an address after an erasure.',
  ),
};

/** Returns the keyed hash by which an address of an account is found, also after it was erased (D13.4). */
export type AddressHash = (accountId: number, address: string) => string;

/** Creates the hash of addresses with the key of the configuration. */
export const createAddressHash = (key: Buffer): AddressHash => {
  // Reading the key costs more than a hash.
  const secret = createSecretKey(key);
  return (accountId, address) =>
    createHmac('sha256', secret)
      .update(`address:${accountId}:${normalizeEmail(address)}`)
      .digest('base64url');
};
