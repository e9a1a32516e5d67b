import {
  EMAIL_STATUSES,
  MAX_EMAIL_BODY,
  type RecordEmailRequest,
  type RecordEmailResponse,
} from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import type { CallContext } from '@porchlight/rpc';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { Emails } from '../emails';
import { prepareNote } from '../notes';
import { loadSurvivor, type People } from '../people';
import type { Records } from '../records';
import type { Parts } from '../service';

/** What mails are recorded with. */
export interface RecordedEmails extends Pick<People, 'people' | 'merges'>, Pick<Parts, 'logger'> {
  readonly emails: Emails;
  readonly records: Pick<Records, 'createOnce'>;
}

const MAX_KEY = 200;
const MAX_TEXT = 255;
const MAX_ADDRESSES = 1_000;

const cut = (text: string | undefined, max: number): string | undefined => text?.trim().slice(0, max) || undefined;

/** The content, with HTML that cannot be sanitized as plain text, so that no mail is refused. */
const buildContent = ({ subject, body, isHtml = false }: Content) => {
  const short = { subject: cut(subject, MAX_TEXT) ?? '(no subject)', body: cut(body, MAX_EMAIL_BODY) };
  try {
    return prepareNote({ ...short, isHtml });
  } catch {
    return prepareNote({ ...short, isHtml: false });
  }
};

type Content = Pick<NonNullable<RecordEmailRequest['record']>, 'subject' | 'body' | 'isHtml'>;

/**
 * Records a mail that the marketing service sent or received (D12.7), once per key: the id of the record is stored with
 * the key before the record. A sent mail that is reported as bounced changes its status. For a merged person it is
 * recorded for the survivor; for a deleted person it is not.
 */
export const recordEmail =
  (recorded: RecordedEmails) =>
  async ({ key, record, at }: RecordEmailRequest, { actor, signal }: CallContext): Promise<RecordEmailResponse> => {
    const status = EMAIL_STATUSES.find((name) => name === record?.status);
    if (!record || !at || key === '' || key.length > MAX_KEY || status === undefined)
      throw invalidBody('A recorded mail needs a key, a time and a status.');
    const { accountId } = actor;
    const service = systemCall(accountId, signal);
    const personId = record.personId ?? 0;
    const person = (await recorded.people.load(service, personId)) ?? (await loadSurvivor(recorded, service, personId));
    if (!person) return { id: undefined };
    const userId = record.userId ?? 0;
    const call: StoreCall = { actor: { accountId, userId, role: 'Operator' }, signal };
    const content = {
      ...buildContent(record),
      from: cut(record.from, MAX_ADDRESSES),
      to: cut(record.to, MAX_ADDRESSES),
      isIncoming: record.isIncoming ?? false,
      messageId: cut(record.messageId, MAX_TEXT),
      threadId: cut(record.threadId, MAX_TEXT),
      userId: record.userId,
      actionPlanId: record.actionPlanId,
      status,
      created: at,
    };
    const email = await recorded.records.createOnce(
      recorded.emails,
      { causeId: `email:${key}`, person, call },
      content,
    );
    if (email && status === 'Bounced' && email.status === 'Sent')
      await recorded.emails.modify(call, email.id, (before) => ({ ...before, status }));
    return { id: email?.id };
  };
