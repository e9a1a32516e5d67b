import type { Conversation, ExportPeopleRequest, ExportPeopleResponse, Notification } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { inAccounts, systemCall, type DocumentCollection, type ResourceStore, type StoreCall } from '@porchlight/store';
import { messageRecord, type ConversationDocument, type MessageDocument } from '../inbox';
import type { NotificationDocument } from '../notifications';

/** Where this service stores data of people that users read. */
interface ExportStores {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'find' | 'render'>;
  readonly conversations: Pick<ResourceStore<Conversation, ConversationDocument>, 'find' | 'render'>;
  readonly messages: Pick<DocumentCollection<MessageDocument>, 'find'>;
}

/** What an erasure deletes, of all users, for the export of a person (decisions section 10). */
export const exportPeople =
  ({ notifications, conversations, messages }: ExportStores) =>
  async ({ people }: ExportPeopleRequest, { actor, signal }: StoreCall): Promise<ExportPeopleResponse> => {
    const { accountId } = actor;
    const call = systemCall(accountId, signal);
    const limit = LIMITS.exportedRecords.value;
    const requireFewer = (length: number, what: string): void => {
      if (length > limit) throw refuse('EXPORT_TOO_LARGE', { limit, what });
    };
    const exported: ExportPeopleResponse = { notifications: [], conversations: [] };
    let total = 0;
    for (const personId of people) {
      const notified = await notifications.find(call, { personId }, limit + 1);
      requireFewer(notified.length, 'notifications');
      for (const document of notified) exported.notifications.push(await notifications.render(document, call));
      for (const document of await conversations.find(call, { personId }, limit + 1)) {
        const conversation = `${accountId}:${document.id}`;
        const documents = await messages.find(inAccounts({ conversation }, [accountId]), {
          sort: { order: 1 },
          limit: limit + 1,
        });
        total += documents.length + 1;
        requireFewer(total, 'conversations');
        const record = await conversations.render(document, call);
        exported.conversations.push({ ...record, messages: documents.map(messageRecord) });
      }
    }
    return exported;
  };
