import { useServiceSuite } from '@porchlight/backend/test/service';
import { createRecordingMailer } from '@porchlight/mail';
import type { DocumentCollection, Store } from '@porchlight/store';
import { systemClock } from '@porchlight/runtime';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { eventually } from '@porchlight/testkit';
import type { PlanMail } from '../src/action-plans/plan-mails';
import { listen, openAccount, startMarketingService, type Json } from './marketing-service';

const mailer = createRecordingMailer();
const suite = useServiceSuite('marketing', {
  start: (options: Parameters<typeof startMarketingService>[0]) =>
    startMarketingService({ ...options, mailer, planIntervalMs: 50 }),
  collect: listen,
  openAccount,
});

let store: Store;
let mails: DocumentCollection<PlanMail>;
beforeAll(async () => {
  store = await openLoneStore({ service: 'test', uri: suite.uri, database: suite.database, clock: systemClock });
  mails = store.collection<PlanMail>('planMails');
});
afterAll(() => store.stop(AbortSignal.timeout(5_000)));

/** An account with a person, a campaign and a plan that sends one mail. */
const openPlan = async () => {
  const account = await suite.newAccount();
  const { owner } = account;
  await account.people({ id: 1, emails: ['ann@x.example'] });
  const { id: templateId } = await owner.createTemplate({ name: 'T', subject: 'S', body: 'B' });
  const { id: planId } = await owner.createPlan({ name: 'P', steps: [{ type: 'sendEmail', templateId }] });
  const { id: campaignId } = await owner.createCampaign({ origin: 'M', originId: '1', name: 'C' });
  const deliver = (occurred: Date, recipient = 'Ann@X.example') =>
    owner.record([{ type: 'delivered', recipient, campaignId, occurred: occurred.toISOString() }]);
  const sendMail = async (): Promise<Date> => {
    await owner.applyPlan(1, planId as number);
    let sent: PlanMail | null = null;
    await eventually(async () => {
      sent = await mails.findOne({ accountId: account.accountId, state: 'Sent', wakeAt: { $exists: false } });
      expect(sent).not.toBeNull();
    });
    return sent!['at']!;
  };
  const activity = (): Json[] => suite.collected.facts(account.accountId, 'activity');
  return { deliver, sendMail, activity, account };
};

describe('D12.7 a delivered event and a plan mail', () => {
  it('given a mail that was sent, when its minute and recipient are delivered, then the event is not counted', async () => {
    const { deliver, sendMail, activity } = await openPlan();
    const at = await sendMail();
    await deliver(at);
    await eventually(() => expect(activity().at(-1)).toMatchObject({ personId: 1, emailsSent: 0 }));
  });

  it('given the event first, when the mail is sent in its minute, then the event is taken out of the sum', async () => {
    const { deliver, sendMail, activity } = await openPlan();
    // The mail goes out in this minute or, rarely, in the next one.
    const now = Date.now();
    await deliver(new Date(now));
    await deliver(new Date(now + 60_000));
    await eventually(() => expect(activity().at(-1)).toMatchObject({ emailsSent: 2 }));
    await sendMail();
    await eventually(() => expect(activity().at(-1)).toMatchObject({ emailsSent: 1 }));
  });

  it('given a mail that was sent, when the minute before is delivered, then both count', async () => {
    const { deliver, sendMail, activity } = await openPlan();
    const at = await sendMail();
    await deliver(new Date(at.getTime() - 60_000));
    await eventually(() => expect(activity().at(-1)).toMatchObject({ emailsSent: 1 }));
  });

  it('given an event that was taken out, when it is recorded again, then it is taken out once', async () => {
    const { deliver, sendMail, activity } = await openPlan();
    const at = await sendMail();
    await deliver(at);
    await deliver(at);
    await deliver(new Date(at.getTime() + 60_000));
    await eventually(() => expect(activity().at(-1)).toMatchObject({ emailsSent: 1 }));
  });

  it('given an event that was taken out, when the person is merged, then it stays out of the sum', async () => {
    const { deliver, sendMail, activity, account } = await openPlan();
    const at = await sendMail();
    await deliver(at);
    await deliver(new Date(at.getTime() - 120_000));
    await account.people({ id: 2, emails: ['b@x.example'] });
    await account.merge(1, 2);
    await eventually(() =>
      expect(
        activity()
          .filter(({ personId }) => personId === 2)
          .at(-1),
      ).toMatchObject({ emailsSent: 1 }),
    );
  });
});
