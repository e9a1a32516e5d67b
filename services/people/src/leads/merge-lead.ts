import {
  addEmails,
  addPhones,
  derive,
  fillNames,
  findForeignName,
  fitTags,
  MAX_CONTACTS,
  sentNameKey,
  type PersonActivity,
  type PersonCore,
  type PersonDerived,
  prepareAddresses,
  UNSPECIFIED,
  unsubscribe,
  withDuplicates,
} from '../person';
import { withLeadActivity } from '../events';
import { TRASH_ID } from '../settings';
import type { LeadPerson } from './lead';
import { rememberInquiry, type RecentInquiry } from './repeated-inquiry';

export interface MergeOptions {
  /** When the event happened, ms, and its type. */
  readonly at: number;
  readonly type: string;
  readonly defaultStageId: number;
  /** The event unsubscribes the person from mail. */
  readonly unsubscribed: boolean;
  /** The sender may not see the person: its lead changes no data of the person (N7). */
  readonly isHidden?: boolean;
  /** Other people that match the lead. */
  readonly duplicates?: readonly number[];
  /** The lead is this inquiry; it is remembered. */
  readonly inquiry?: RecentInquiry | undefined;
}

/** Maximum number of remembered names. */
const MAX_NAMES = 50;

const rememberName = (stored: readonly string[] = [], name: string): string[] =>
  [...new Set([...stored, sentNameKey(name)])].slice(-MAX_NAMES);

/** True if the name was not sent for the person before. */
export const isNewName = ({ sentNames }: Pick<PersonCore, 'sentNames'>, name: string): boolean =>
  sentNames?.includes(sentNameKey(name)) !== true;

/** Activity has a precision of one second; a change within the same second is not written. */
const laterSecond = (stored: Date, at: number): Date =>
  Math.floor(at / 1000) > Math.floor(stored.getTime() / 1000) ? new Date(at) : stored;

/** What the person remembers of leads, and its activity. */
const withTraces = <C extends PersonCore & PersonActivity>(
  person: C,
  lead: LeadPerson,
  { at, type, inquiry }: MergeOptions,
): C & PersonDerived => {
  const foreignName = findForeignName(person, lead);
  const traced: C = {
    ...person,
    lastActivity: laterSecond(person.lastActivity, at),
    ...(foreignName !== undefined && { sentNames: rememberName(person.sentNames, foreignName) }),
    ...(inquiry && { inquiries: rememberInquiry(person, inquiry) }),
  };
  return withLeadActivity(derive(traced), { type, created: new Date(at) });
};

/**
 * Merges a lead into a known person (decisions section 4): adds new emails, phones, addresses and tags; fills empty
 * names, price, source and custom values; retains the assignment; moves a person in Trash to the default stage.
 * Remembers the inquiry and a name that the person does not have. A sender who may not see the person changes only what
 * the person remembers.
 */
export const mergeLead = <C extends PersonCore & PersonActivity>(
  before: C,
  lead: LeadPerson,
  options: MergeOptions,
): C & PersonDerived => {
  // Its own opt-outs are the exception (D13.4).
  if (options.isHidden)
    return withTraces(options.unsubscribed ? { ...before, emails: unsubscribe(before.emails) } : before, lead, options);
  const emails = addEmails(before.emails, lead.emails).slice(0, MAX_CONTACTS);
  const sourceEmpty = before.source === UNSPECIFIED || before.source === '';
  const after: C = {
    ...before,
    ...fillNames(before, lead),
    emails: options.unsubscribed ? unsubscribe(emails) : emails,
    phones: addPhones(before.phones, lead.phones).slice(0, MAX_CONTACTS),
    addresses: prepareAddresses([...before.addresses, ...lead.addresses]).slice(0, MAX_CONTACTS),
    tags: fitTags([...before.tags, ...lead.tags]),
    source: sourceEmpty ? lead.source : before.source,
    stageId: before.stageId === TRASH_ID ? options.defaultStageId : before.stageId,
  };
  if (before.price === undefined && lead.price !== undefined) after.price = lead.price;
  if (!before.background && lead.background) after.background = lead.background;
  if (!before.sourceUrl && lead.sourceUrl) after.sourceUrl = lead.sourceUrl;
  if (lead.custom) after.custom = { ...lead.custom, ...before.custom };
  return withTraces(withDuplicates(after, options.duplicates ?? []), lead, options);
};
