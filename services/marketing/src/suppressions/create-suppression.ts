import { canSeeViewers } from '@porchlight/access';
import { readEmails } from '@porchlight/contact';
import { normalizeEmail, parseAddress } from '@porchlight/contact';
import type { Suppression } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import { findPeopleByEmails, type LocalCopies, type FoundPerson } from '../copies';
import type { SuppressedAddresses } from './suppressed-addresses';
import type { SuppressionDocument } from './suppressions-strategy';

interface CreatePorts extends Pick<LocalCopies, 'people' | 'copyWaits'> {
  readonly suppressions: Pick<ResourceStore<Suppression, SuppressionDocument>, 'render'>;
  readonly suppressed: SuppressedAddresses;
}

/** Sources that a caller may name; the others are recorded by the service. */
const WRITABLE_SOURCES = ['manual', 'import'] as const;

const isAdmin = ({ actor }: StoreCall): boolean => canSeeViewers(actor, []);

/** Agents suppress addresses of people whom they see only. */
const checkVisible = async ({ people, copyWaits }: CreatePorts, call: StoreCall, address: string): Promise<void> => {
  const { actor, signal } = call;
  const { accountId } = actor;
  if (isAdmin(call)) return;
  const sees = (copies: readonly FoundPerson[]): boolean => copies.some(({ viewers }) => canSeeViewers(actor, viewers));
  const look = () => findPeopleByEmails({ people }, accountId, [normalizeEmail(address)]);
  const matches = await copyWaits.until(accountId, look, sees, { signal });
  if (!sees(matches))
    throw invalidBody("Field 'address' must be an address of a person whom you see. Ask the owner to suppress others.");
};

/**
 * Suppresses an address by hand or for an import (D13.4). Returns the existing record of a suppressed address; its
 * reason becomes the stronger of both.
 */
export const createSuppression =
  (ports: CreatePorts) =>
  async ({ record }: { record?: Suppression | undefined }, call: StoreCall) => {
    const { address: text = '', reason = 'unsubscribed', source = 'manual' } = record ?? {};
    const address = parseAddress(text);
    // One of several addresses would be dropped without a word.
    if (address === undefined || readEmails(text).length > 1)
      throw invalidBody("Field 'address' must be an email address, such as ann@example.com.");
    const allowed = WRITABLE_SOURCES.find((one) => one === source);
    if (!allowed) throw invalidBody(`Field 'source' must be one of: ${WRITABLE_SOURCES.join(', ')}.`);
    await checkVisible(ports, call, address);
    const request = { address, reason: reason as SuppressionDocument['reason'], source: allowed };
    const [suppressed] = (await ports.suppressed.suppress(call, [request])).values();
    const { document, created } = suppressed!;
    return { record: await ports.suppressions.render(document, call), created };
  };
