import type { ReceivedLead } from '@porchlight/contracts';
import { inAccounts, type DocumentCollection, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { PersonDocument } from '../person';
import { emailContact, phoneContact } from './lead-contacts';
import { formatBodyId, type LeadBody, type ReceivedLeadDocument } from './received-lead-document';

/** Documents of one query. */
const PAGE = 200;

/** Where received leads are stored. */
interface ErasedStores {
  readonly receivedLeads: Pick<ResourceStore<ReceivedLead, ReceivedLeadDocument>, 'purge'>;
  readonly leadBodies: Pick<DocumentCollection<LeadBody>, 'find' | 'deleteMany'>;
}

/** Erases what received leads say about a person; may be repeated. */
export type EraseReceivedLeads = (
  call: StoreCall,
  person: Pick<PersonDocument, 'id' | 'mergedIds' | 'emails' | 'phones'>,
) => Promise<void>;

/**
 * Deletes the received leads of an erased person, and the refused ones whose body contains an email or a phone of the
 * person.
 */
export const eraseReceivedLeads =
  ({ receivedLeads, leadBodies }: ErasedStores): EraseReceivedLeads =>
  async (call, { id, mergedIds = [], emails, phones }) => {
    const { accountId } = call.actor;
    await receivedLeads.purge(call, { personId: { $in: [id, ...mergedIds] } });
    const contacts = [
      ...emails.map(({ value }) => emailContact(value)),
      ...phones.flatMap(({ value }) => phoneContact(value) ?? []),
    ];
    for (const contact of contacts) {
      for (;;) {
        call.signal.throwIfAborted();
        const bodies = await leadBodies.find({ accountId, contacts: contact }, { limit: PAGE });
        if (bodies.length === 0) break;
        const prefix = formatBodyId(accountId, '').length;
        await receivedLeads.purge(call, { key: { $in: bodies.map(({ _id }) => _id.slice(prefix)) } });
        await leadBodies.deleteMany(inAccounts({ _id: { $in: bodies.map(({ _id }) => _id) } }, [accountId]));
      }
    }
  };
