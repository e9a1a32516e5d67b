import { keptCount } from './activity';
import { normalizeEmail } from './email-address';
import { derive, type PersonDocument } from './person-document';

/** E-mails sent to a person, as marketing counts them. */
export interface EmailsSent {
  readonly emailsSent: number;
  readonly lastSentEmail: Date | undefined;
  /** Grows with every telling about this person. */
  readonly sequence: number;
}

/** The person with newer e-mail activity; undefined when what is known is as new. */
export const withEmailActivity = (person: PersonDocument, sent: EmailsSent): PersonDocument | undefined => {
  if (sent.sequence <= (person.emailSequence ?? Number.NEGATIVE_INFINITY)) return undefined;
  const { emailsSent: _count, lastSentEmail: _sent, lastEmail: _last, ...rest } = person;
  const moments = [sent.lastSentEmail, person.lastReceivedEmail].filter((at) => at !== undefined);
  const count = keptCount(sent.emailsSent);
  return {
    ...rest,
    emailSequence: sent.sequence,
    ...(count !== undefined && { emailsSent: count }),
    ...(sent.lastSentEmail && { lastSentEmail: sent.lastSentEmail }),
    ...(moments.length > 0 && { lastEmail: new Date(Math.max(...moments.map((at) => at.getTime()))) }),
  };
};

/** The person with these addresses marked: nothing is sent to them again (decisions section 4). */
export const withUnsubscribed = (person: PersonDocument, addresses: readonly string[]): PersonDocument | undefined => {
  const told = new Set(addresses.map(normalizeEmail));
  const emails = person.emails.map((email) =>
    told.has(normalizeEmail(email.value)) && email.status === '' ? { ...email, status: 'Unsubscribed' } : email,
  );
  return emails.every((email, at) => email === person.emails[at]) ? undefined : derive({ ...person, emails });
};
