import type { BusMessage } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import * as z from 'zod';
import type { NotificationDocument } from './notification-document';

/** A notification for users of an account. */
export interface NewNotification {
  readonly accountId: number;
  /** Absent: the account's owner. */
  readonly userId?: number;
  readonly type: NotificationDocument['type'];
  /** Subject; part of the key. */
  readonly about: string;
  readonly personId?: number;
  readonly message: string;
}

const LEAD_RECEIVED = 'people.events.leadReceived';
const WEBHOOK_DISABLED = 'notifier.webhooks.disabled';

const leadSchema = z.object({
  eventId: z.int(),
  personId: z.int(),
  isNew: z.boolean(),
  type: z.string(),
  source: z.string(),
  personName: z.string(),
  notifyUserIds: z.array(z.int()),
  historyOnly: z.boolean().optional(),
});

const INBOX_APP_DISABLED = 'notifier.inboxApps.disabled';

const inboxAppSchema = z.object({ inboxAppId: z.int(), name: z.string(), url: z.string(), by: z.string() });
const disabledSchema = z.object({ webhookId: z.int(), event: z.string(), url: z.string(), by: z.string() });

/** Placeholder for leads without a source. */
const NO_SOURCE = '<unspecified>';

const leadMessage = (lead: z.output<typeof leadSchema>): string => {
  const facts = [lead.source === NO_SOURCE ? '' : lead.source, lead.type].filter(Boolean).join(', ');
  const name = lead.personName || 'Unnamed';
  return lead.isNew ? `New lead: ${name}${facts && ` (${facts})`}` : `${name} is back${facts && `: ${facts}`}`;
};

const WHY: Readonly<Record<string, string>> = {
  receiver: 'its receiver answered that it wants no more',
  service: 'three events in a row could not be delivered within their time',
};

/** Origin and path: the query may contain secrets of the receiver. */
const stripQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

/**
 * Returns the notifications of a bus message (decisions sections 4 and 7); none for other messages. Throws if the data
 * is invalid, so that the bus dead-letters the message.
 */
export const parseNotifications = (message: BusMessage): NewNotification[] => {
  if (message.type === LEAD_RECEIVED) {
    const { accountId, dataJson } = Change.decode(message.value);
    const lead = leadSchema.parse(JSON.parse(dataJson));
    if (lead.historyOnly) return [];
    const notice = {
      accountId,
      type: 'newLead',
      about: `newLead:${lead.eventId}`,
      personId: lead.personId,
      message: leadMessage(lead),
    } as const;
    return [...new Set(lead.notifyUserIds)].map((userId) => ({ ...notice, userId }));
  }
  if (message.type === WEBHOOK_DISABLED) {
    const { accountId, eventId, dataJson } = Change.decode(message.value);
    const { webhookId, event, url, by } = disabledSchema.parse(JSON.parse(dataJson));
    const why = WHY[by] ?? 'it failed';
    return [
      {
        accountId,
        type: 'webhookDisabled',
        about: `webhookDisabled:${eventId}`,
        message: `Webhook ${webhookId} (${event}, ${stripQuery(url)}) was disabled: ${why}. Set its status to Active to enable it again.`,
      },
    ];
  }
  if (message.type === INBOX_APP_DISABLED) {
    const { accountId, eventId, dataJson } = Change.decode(message.value);
    const { inboxAppId, name, url, by } = inboxAppSchema.parse(JSON.parse(dataJson));
    const why = WHY[by] ?? 'it failed';
    return [
      {
        accountId,
        type: 'inboxAppDisabled',
        about: `inboxAppDisabled:${eventId}`,
        message: `Inbox app ${inboxAppId} (${name}, ${stripQuery(url)}) was disabled: ${why}. Install it again to use it.`,
      },
    ];
  }
  return [];
};
