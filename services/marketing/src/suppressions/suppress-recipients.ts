import type { SentEmEvent, SuppressionReason } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import { normalizeEmail, parseAddress, type LocalCopies } from '../copies';
import { findHiddenPeople } from './hidden-people';
import type { SuppressedAddresses } from './suppressed-addresses';

/** Email events that mean: do not send again. Three `bounced` in a row are found when they are counted. */
const REASONS: Readonly<Record<string, SuppressionReason>> = {
  unsubscribe: 'unsubscribed',
  spamreport: 'complained',
  'hard-bounce': 'bounced',
  dropped: 'dropped',
};

interface RecipientPorts extends Pick<LocalCopies, 'people'> {
  readonly suppressed: Pick<SuppressedAddresses, 'suppress'>;
}

/** The part of an email event that names the recipient to suppress. */
type Recipient = Pick<SentEmEvent, 'type' | 'recipient' | 'personId'>;

/**
 * Suppresses the recipients of email events that ask for it, also of events that are rejected for their campaign, user
 * or time, and of people whom the caller may not see (D13.4, D13.5). An event without a recipient concerns the first
 * address of its person.
 */
export const suppressRecipients =
  ({ people, suppressed }: RecipientPorts) =>
  async (call: StoreCall, events: readonly Recipient[]): Promise<void> => {
    const asking = events.flatMap((event) => {
      const reason = REASONS[event.type];
      return reason === undefined ? [] : [{ ...event, reason }];
    });
    if (asking.length === 0) return;
    const { accountId } = call.actor;
    const named = asking.flatMap(({ recipient, personId }) =>
      recipient.trim() === '' && personId !== undefined ? [personId] : [],
    );
    const copies = new Map((await people.byIds(accountId, [...new Set(named)])).map((copy) => [copy.personId, copy]));
    const requests = asking.flatMap(({ recipient, personId = 0, reason }) => {
      const address = recipient.trim() === '' ? copies.get(personId)?.emailKeys[0] : parseAddress(recipient);
      return address === undefined ? [] : [{ address, reason, source: 'emEvent' as const }];
    });
    const hiddenPeople = await findHiddenPeople({ people }, call, requests.map(({ address }) => address)); // prettier-ignore
    await suppressed.suppress(
      call,
      requests.map((request) => ({ ...request, hiddenFrom: hiddenPeople.get(normalizeEmail(request.address)) })),
    );
  };
