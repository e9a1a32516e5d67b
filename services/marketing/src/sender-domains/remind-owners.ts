import { again, defineJob, done, openJobStore, textKey, visitAccounts, type FactContent } from '@porchlight/backend';
import { senderDomainRequired, type FactData, type FactDefinition } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import { column, type Migration } from '@porchlight/store';
import { formatSenderId } from './sender-domain-document';
import type { SenderDomains } from './sender-domains';

/** What the reminder works with. */
export interface ReminderPorts {
  readonly senders: Pick<SenderDomains, 'beginGrace'>;
  readonly isRequired: boolean;
  readonly publishFact: <T extends FactData>(fact: FactDefinition<T>, content: FactContent<T>) => Promise<void>;
}

/** At once, and weekly for eight weeks. */
const MAX_NOTICES = 9;

/**
 * Notifies the owner of an account that sent mails before a verified domain was required: at once and weekly, until
 * the domain is verified (N5).
 */
export const senderDomainReminder = defineJob({
  name: 'senderDomainReminders',
  key: { about: column.text },
  data: { notices: column.number },
  every: '5s',
  stepTimeout: '10s',
  step:
    ({ senders, isRequired, publishFact }: ReminderPorts) =>
    async ({ job: { accountId, data } }) => {
      // The time begins when the operator requires it.
      if (!isRequired) return again({ after: '1440min' });
      const until = await senders.beginGrace(accountId);
      if (until === undefined || data.notices >= MAX_NOTICES) return done();
      const notice = data.notices + 1;
      await publishFact(senderDomainRequired, { accountId, data: { until: until.toISOString(), notice } });
      return again({ data: { notices: notice }, after: '10080min' });
    },
});

/** Marks the accounts that have sent mails of plans, and adds their reminder. May be repeated. */
export const markFormerSenders = (name: string, clock: Clock): Migration =>
  visitAccounts(name, { collection: 'planMails', key: textKey }, async (accountId, context) => {
    const sent = await context.collection('planMails').findOne({ accountId, state: 'Sent' });
    if (!sent) return;
    await context
      .collection<{ _id: string; accountId: number; sentBefore: true }>('senderDomains')
      .insertMany([{ _id: formatSenderId(accountId), accountId, sentBefore: true }]);
    await openJobStore({ store: context, clock }, senderDomainReminder).add(
      accountId,
      { about: name },
      { notices: 0 },
      clock.date(),
    );
  });
