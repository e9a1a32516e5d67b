import { hash } from 'node:crypto';
import type { Actor } from '@porchlight/access';
import { LIMITS } from '@porchlight/limits';
import { listClaims, type PersonCore } from '../person';
import type { Lead } from './lead';

/** An inquiry of a person: the key of its content, its event, and when it arrived, ms. */
export type RecentInquiry = NonNullable<PersonCore['inquiries']>[number];

/** Time within which an equal inquiry is a repetition (D13.5), ms. */
const REPEATED_WITHIN_MS = LIMITS.repeatedInquiry.value;
/** Maximum number of remembered inquiries of a person. */
const MAX_RECENT = 20;
const KEY_LENGTH = 22;

/**
 * The key of an inquiry: its sender and its content after reading, without values that the service adds. Undefined for
 * leads that are never repetitions: of types that start no plans, and those that identify no person.
 */
export const formatInquiryKey = (
  { isInquiry, personId, person, event, flow, contacted, sentAt }: Lead,
  actor: Pick<Actor, 'keyId' | 'userId'>,
): string | undefined => {
  if (!isInquiry || (personId === undefined && listClaims(person).length === 0)) return undefined;
  const sender = event.system ?? [actor.keyId ?? null, actor.userId];
  const { historyOnly: _age, ...content } = event;
  const said = {
    ...person,
    emails: person.emails.map(({ value, type }) => [value.toLowerCase(), type]),
    phones: person.phones.map(({ value, normalized, type }) => [normalized || value, type]),
  };
  const assigned = [flow.assignedUserId ?? null, flow.assignedLenderId ?? null];
  const whole = JSON.stringify([sender, personId ?? null, sentAt ?? null, contacted, assigned, said, content]);
  return hash('sha256', whole, 'base64url').slice(0, KEY_LENGTH);
};

/** The remembered inquiries that are not older than 60 s. */
const listFresh = ({ inquiries = [] }: Pick<PersonCore, 'inquiries'>, now: number): RecentInquiry[] =>
  inquiries.filter(({ at }) => now - at < REPEATED_WITHIN_MS);

/** The equal inquiry that a person got within 60 s, other than the one of this event. */
export const findRepeated = (
  person: Pick<PersonCore, 'inquiries'>,
  { key, eventId, at }: RecentInquiry,
): RecentInquiry | undefined =>
  listFresh(person, at).find((recent) => recent.key === key && recent.eventId !== eventId);

/** The inquiries of a person with a new one, which replaces one of equal content. */
export const rememberInquiry = (person: Pick<PersonCore, 'inquiries'>, inquiry: RecentInquiry): RecentInquiry[] => [
  ...listFresh(person, inquiry.at)
    .filter(({ key }) => key !== inquiry.key)
    .slice(1 - MAX_RECENT),
  inquiry,
];
