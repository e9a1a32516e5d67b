import { isExisting } from '@porchlight/backend';
import { normalizeEmail, parseAddress } from '@porchlight/contact';
import type { SentEmEvent, SuppressionReason } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import type { LocalCopies } from '../copies';
import { findHiddenPeople } from './hidden-people';
import type { SuppressedAddresses } from './suppressed-addresses';

/** Email events that mean: do not send again. Three `bounced` in a row are found when they are counted. */
const REASONS: Readonly<Record<string, SuppressionReason>> = {
  unsubscribe: 'unsubscribed',
  spamreport: 'complained',
  'hard-bounce': 'bounced',
  dropped: 'dropped',
};

interface RecipientPorts extends Pick<LocalCopies, 'people' | 'copyWaits'> {
  readonly suppressed: Pick<SuppressedAddresses, 'suppress'>;
}

/** The part of an email event that names the recipient to suppress. */
type Recipient = Pick<SentEmEvent, 'type' | 'recipient' | 'personId'>;

/** Finds the first address of each person. A person who was created a moment ago is waited for. */
const findFirstAddresses = async (
  { people, copyWaits }: RecipientPorts,
  { actor: { accountId }, signal }: StoreCall,
  personIds: readonly number[],
): Promise<Map<number, string | undefined>> => {
  const ids = [...new Set(personIds)];
  const look = () => people.withDeleted(accountId, ids);
  const copies = await copyWaits.until(accountId, look, (found) => found.length === ids.length, { signal });
  return new Map(copies.filter(isExisting).map(({ personId, emailKeys }) => [personId, emailKeys[0]]));
};

/**
 * Suppresses the recipients of email events that ask for it, also of events that are rejected for their campaign, user
 * or time, and of people whom the caller may not see (D13.4, D13.5). An event without a recipient concerns the first
 * address of its person.
 */
export const suppressRecipients =
  (ports: RecipientPorts) =>
  async (call: StoreCall, events: readonly Recipient[]): Promise<void> => {
    const asking = events.flatMap((event) => {
      const reason = REASONS[event.type];
      return reason === undefined ? [] : [{ ...event, reason }];
    });
    if (asking.length === 0) return;
    const named = asking.flatMap(({ recipient, personId }) =>
      recipient.trim() === '' && personId !== undefined ? [personId] : [],
    );
    const firstAddresses = await findFirstAddresses(ports, call, named);
    const requests = asking.flatMap(({ recipient, personId = 0, reason }) => {
      const address = recipient.trim() === '' ? firstAddresses.get(personId) : parseAddress(recipient);
      return address === undefined ? [] : [{ address, reason, source: 'emEvent' as const }];
    });
    const hiddenPeople = await findHiddenPeople(ports, call, requests.map(({ address }) => address)); // prettier-ignore
    await ports.suppressed.suppress(
      call,
      requests.map((request) => ({ ...request, hiddenFrom: hiddenPeople.get(normalizeEmail(request.address)) })),
    );
  };
