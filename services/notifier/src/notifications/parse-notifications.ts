import type { BusMessage } from '@porchlight/bus';
import {
  addressOptedOut,
  appointmentDue,
  type Change,
  decodeChange,
  inboxAppDisabled,
  leadReceived,
  leadsRefused,
  senderDomainRequired,
  webhookDisabled,
  webhookFailing,
} from '@porchlight/contracts';
import { plainName } from '@porchlight/mail';
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
  /** Subject of the mail: names of people and accounts are plain (N5). */
  readonly subject: string;
  /** Text of the mail; absent: the message. */
  readonly text?: string;
  /** Path of the page that the user opens; absent: the person. */
  readonly link?: string;
  /** If no notification of this subject has an active user, the owner and the active brokers get it (D13.3). */
  readonly fallback?: true;
  /** Of a fallback: it is used if none of these users is active. */
  readonly readerIds?: readonly number[];
  /** When the change happened. */
  readonly at?: Date | undefined;
}

/** Placeholder for leads without a source. */
const NO_SOURCE = '<unspecified>';

type LeadNames = Pick<z.output<typeof leadReceived.data>, 'personName' | 'source' | 'type' | 'isNew' | 'reassigned'>;

const leadMessage = (lead: LeadNames): string => {
  const facts = [lead.source === NO_SOURCE ? '' : lead.source, lead.type].filter(Boolean).join(', ');
  const name = lead.personName || 'Unnamed';
  if (lead.reassigned) return `${name} is assigned to you${facts && `: ${facts}`}`;
  return lead.isNew ? `New lead: ${name}${facts && ` (${facts})`}` : `${name} is back${facts && `: ${facts}`}`;
};

/** A stranger chooses these texts: in mails they contain no link and no markup. */
const toPlainNames = ({ personName, source, type, ...lead }: LeadNames): LeadNames => ({
  ...lead,
  personName: plainName(personName),
  source: source === NO_SOURCE ? source : plainName(source),
  type: plainName(type),
});

/** The console's page of leads that are offered to the user. */
const UNCLAIMED = '/console/unclaimed';

const WHY: Readonly<Record<string, string>> = {
  grant: 'the access of the app that created it ended',
  receiver: 'its receiver replied that it wants no more notifications',
  service: 'three events in a row could not be delivered within their time',
};

const WHY_FAILING = {
  givenUp: 'an event could not be delivered within its time',
  failures: 'no attempt has succeeded for hours',
} as const;

/** Origin and path: the query may contain secrets of the receiver. */
const stripQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

const READERS: Readonly<Record<string, (change: Change) => NewNotification[]>> = {
  [leadReceived.type]: (change) => {
    const { accountId, occurred } = change;
    const lead = leadReceived.parse(change);
    if (lead.historyOnly) return [];
    const subject = leadMessage(toPlainNames(lead));
    const notice = {
      accountId,
      subject,
      text: subject,
      type: 'newLead',
      about: `${lead.reassigned ? 'reassignedLead' : 'newLead'}:${lead.eventId}`,
      personId: lead.personId,
      message: leadMessage(lead),
    } as const;
    const offered = new Set(lead.offeredUserIds);
    const readers = [...new Set(lead.notifyUserIds)].map((userId) => ({
      ...notice,
      userId,
      ...(offered.has(userId) && { link: UNCLAIMED }),
    }));
    const further = lead.furtherUserIds.filter((userId) => !lead.notifyUserIds.includes(userId));
    return [
      ...readers,
      ...further.map((userId) => ({ ...notice, userId })),
      ...(lead.inquiry ? [{ ...notice, fallback: true, readerIds: lead.notifyUserIds, at: occurred } as const] : []),
    ];
  },
  [addressOptedOut.type]: (change) => {
    const { accountId, ids } = change;
    const { personId, userIds, address, byUserId, system } = addressOptedOut.parse(change);
    const caller = [byUserId > 0 ? `user ${byUserId}` : '', system].filter(Boolean).join(', ') || 'an unknown caller';
    const notice = {
      accountId,
      type: 'optedOut',
      subject: 'A contact opted out of email',
      about: `optedOut:${ids.join()}:${personId}`,
      personId,
      message: `${address} gets no more email: ${caller}, who cannot see the person, opted it out. The owner can delete the suppression.`,
    } as const;
    // The owner has no id here: absent.
    return [notice, ...userIds.map((userId) => ({ ...notice, userId }))];
  },
  [appointmentDue.type]: ({ accountId, ...change }) => {
    const { appointmentId, title, location, start, allDay, users } = appointmentDue.parse(change);
    return users.map(({ userId, zone }) => {
      const format = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone });
      const when = allDay ? 'today' : `at ${format.format(new Date(start))}`;
      const where = location === '' ? '' : `, ${location}`;
      return {
        accountId,
        userId,
        type: 'appointment',
        subject: `Appointment ${when}`,
        about: `appointment:${appointmentId}:${start}`,
        link: '/console',
        message: `${title} ${when}${where}`,
        text: `${plainName(title)} ${when}`,
      } as const;
    });
  },
  [leadsRefused.type]: (change) => {
    const { accountId } = change;
    const { since } = leadsRefused.parse(change);
    return [
      {
        accountId,
        type: 'leadsRefused',
        subject: 'Leads were refused',
        about: `leadsRefused:${since}`,
        link: '/console/systems',
        message: `Leads have been refused since ${since.slice(11, 16)} UTC: this account received more leads in 10 seconds than its limit allows. No lead is lost if its sender repeats it after the time in Retry-After. GET /v1/receivedLeads?result=refused lists the refused ones.`,
      },
    ];
  },
  [senderDomainRequired.type]: (change) => {
    const { accountId } = change;
    const { until, notice } = senderDomainRequired.parse(change);
    return [
      {
        accountId,
        type: 'senderDomainRequired',
        subject: 'Verify a sender domain',
        about: `senderDomainRequired:${until}:${notice}`,
        link: '/console/settings',
        message: `Emails of action plans need a sender domain of yours. From ${until.slice(0, 10)} on they wait until you verify one in Settings, Emails to contacts.`,
      },
    ];
  },
  [webhookDisabled.type]: (change) => {
    const { accountId, eventId } = change;
    const { webhookId, event, url, by } = webhookDisabled.parse(change);
    const why = WHY[by] ?? 'it failed';
    return [
      {
        accountId,
        type: 'webhookDisabled',
        subject: `Webhook ${webhookId} was disabled`,
        about: `webhookDisabled:${eventId}`,
        link: '/console/webhooks',
        message: `Webhook ${webhookId} (${event}, ${stripQuery(url)}) was disabled: ${why}. Repair its receiver, then enable it again on the Webhooks page.`,
      },
    ];
  },
  [webhookFailing.type]: (change) => {
    const { accountId, eventId } = change;
    const { webhookId, event, url, cause } = webhookFailing.parse(change);
    return [
      {
        accountId,
        type: 'webhookFailing',
        subject: `Webhook ${webhookId} is failing`,
        about: `webhookFailing:${eventId}`,
        link: '/console/webhooks',
        message: `Webhook ${webhookId} (${event}, ${stripQuery(url)}) is failing: ${WHY_FAILING[cause]}. It is disabled after three events in a row that could not be delivered within their time. Check its receiver.`,
      },
    ];
  },
  [inboxAppDisabled.type]: (change) => {
    const { accountId, eventId } = change;
    const { inboxAppId, name, url, by } = inboxAppDisabled.parse(change);
    const why = WHY[by] ?? 'it failed';
    return [
      {
        accountId,
        type: 'inboxAppDisabled',
        subject: `Inbox app ${inboxAppId} was disabled`,
        about: `inboxAppDisabled:${eventId}`,
        link: '/console/integrations',
        message: `Inbox app ${inboxAppId} (${name}, ${stripQuery(url)}) was disabled: ${why}. Install it again to use it.`,
      },
    ];
  },
};

/** Types of messages that have notifications. */
export const NOTIFYING_TYPES: ReadonlySet<string> = new Set(Object.keys(READERS));

/**
 * Returns the notifications of a bus message (decisions sections 4 and 7); none for other messages. Throws if the data
 * is invalid, so that the bus dead-letters the message.
 */
export const parseNotifications = ({ type, value }: Pick<BusMessage, 'type' | 'value'>): NewNotification[] =>
  READERS[type]?.(decodeChange(value)) ?? [];
