import { mayMailUser, type SendTestMailRequest, type SendTestMailResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { LocalCopies } from '../copies';
import type { ContactMailer } from '../suppressions';
import { hasUnsubscribeLink } from './merge-tokens';
import type { mergeTemplate } from './merge-template';
import { showTemplate } from './merge-template';
import type { Templates } from './templates-strategy';

interface TestMailParts {
  readonly templates: Templates;
  readonly users: Pick<LocalCopies['users'], 'byId'>;
  readonly merge: ReturnType<typeof mergeTemplate>;
  readonly contactMailer: Pick<ContactMailer, 'sendTest'>;
  readonly eventId: () => string;
  readonly clock: Clock;
}

/**
 * Sends a template to the caller's own confirmed address, with the values of a person if one is named. It counts in the
 * mail quota of the account. Throws NOT_FOUND for a template or person that the caller may not see, CONFLICT without a
 * confirmed address and for a mail that is not sent.
 */
export const sendTestMail =
  ({ templates, users, merge, contactMailer, eventId, clock }: TestMailParts) =>
  async ({ id, personId }: SendTestMailRequest, call: StoreCall): Promise<SendTestMailResponse> => {
    const { accountId, userId } = call.actor;
    const { subject = '', body = '' } = await (personId === undefined
      ? showTemplate(templates, id, call)
      : merge(id, personId, call));
    const user = await users.byId(accountId, userId);
    if (!user?.email || !mayMailUser(user, clock.now()))
      throw refuse('CONFLICT', { message: 'Test emails go to your own address. Confirm your email address first.' });
    const result = await contactMailer.sendTest(
      {
        id: await memoize(call, 'mail', () => `${accountId}:test:${eventId()}`),
        accountId,
        to: { address: user.email, name: user.name },
        subject: `Test: ${subject}`,
        html: body,
        hasLink: hasUnsubscribeLink(body),
      },
      call.signal,
    );
    if (!result.sent) throw refuse('CONFLICT', { message: `The test email was not sent. ${result.reason}` });
    return { sentTo: user.email };
  };
