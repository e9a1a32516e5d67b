import type { Actor } from '@porchlight/access';
import { isInquiry, type Event, type EventPerson, type EventType } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Draft } from '@porchlight/store';
import type { AccountSettings } from '../settings';
import {
  cutName,
  defined,
  derive,
  fitTags,
  formatFullName,
  isContactName,
  listClaims,
  MAX_CONTACTS,
  type PersonCore,
  type PersonDocument,
  prepareAddresses,
  prepareEmails,
  prepareNewNames,
  preparePhones,
  UNSPECIFIED,
  unsubscribe,
} from '../person';
import { addressKeys, hasProperty, readSafeText, withLeadActivity } from '../activity';
import type { LeadDecision } from './lead-flow';
import { cutLists, LeadReader } from './lead-reader';
import type { Lead, LeadPerson } from './lead';
import type { RecentInquiry } from './repeated-inquiry';

/** The recorded type of an event (decisions section 4): General Inquiry if missing; Inquiry depends on the property. */
const recordedType = (given: string | undefined, hasProperty: boolean): EventType => {
  if (!given) return 'General Inquiry';
  if (given === 'Inquiry') return hasProperty ? 'Property Inquiry' : 'General Inquiry';
  return given as EventType;
};

const DAY_MS = 86_400_000;

/**
 * When the event happened, ms, and whether it is history: older than a day means no notification, assignment or plan
 * (decisions section 4). A future time is replaced by the current time; one more than a day ahead is reported.
 */
const occurrence = (occurredAt: Date | undefined, now: number, ignored: string[]) => {
  const sent = occurredAt?.getTime() ?? now;
  if (sent - now > DAY_MS) ignored.push('occurredAt');
  const at = Math.min(sent, now);
  return { at, historyOnly: now - at > DAY_MS };
};

const EMPTY: EventPerson = { emails: [], phones: [], addresses: [], tags: [], customFields: {} };

/**
 * The names of a lead. A name that is only an email or a phone counts as missing; without another contact it is read as
 * that contact, because a lead must not be lost.
 */
const readNames = (given: EventPerson, ignored: string[]) => {
  const names = cutName(prepareNewNames(given));
  const contacts: Pick<EventPerson, 'emails' | 'phones'> = { emails: [], phones: [] };
  if (!isContactName(names)) return { names, contacts };
  ignored.push(given.name ? 'person.name' : 'person.firstName');
  const value = formatFullName(names);
  const hasContact = given.id !== undefined || [...given.emails, ...given.phones].some((entry) => entry.value.trim());
  const entry = { value, type: 'home', isPrimary: false };
  if (!hasContact && value.includes('@')) contacts.emails.push({ ...entry, status: '' });
  else if (!hasContact) contacts.phones.push({ ...entry, normalized: '' });
  return { names: { firstName: '', lastName: '' }, contacts };
};

/** Options of parsing a lead. */
export interface ParseLeadOptions {
  readonly now: number;
  /** Unknown references, campaigns and custom values are refused instead of ignored. */
  readonly strict?: boolean;
}

/**
 * Parses an event of a request (decisions sections 4 and 11). Throws NOTHING_TO_IDENTIFY; with `strict` also
 * UNKNOWN_REFERENCE and INVALID_BODY.
 */
export const parseLead = (
  event: Event | undefined,
  actor: Actor,
  settings: AccountSettings,
  { now, strict = false }: ParseLeadOptions,
): Lead => {
  if (!event) throw refuse('NOTHING_TO_IDENTIFY');
  const given = { ...EMPTY, ...event.person };
  const reader = new LeadReader(settings, strict);
  const campaign = event.campaign?.source ? event.campaign : undefined;
  if (event.campaign && !campaign) {
    if (strict) throw refuse('INVALID_BODY', { problems: "Missing 'campaign.source' field." });
    reader.ignored.push('campaign');
  }
  const { names, contacts } = readNames(given, reader.ignored);
  const emails = prepareEmails([...given.emails, ...contacts.emails].slice(0, MAX_CONTACTS));
  const phones = preparePhones([...given.phones, ...contacts.phones].slice(0, MAX_CONTACTS), settings.country);
  const identified = given.id !== undefined || emails.length + phones.length > 0 || names.firstName || names.lastName;
  if (!identified) throw refuse('NOTHING_TO_IDENTIFY');

  const withProperty = hasProperty(event.property);
  const type = recordedType(event.type, withProperty);
  const { at, historyOnly } = occurrence(event.occurredAt, now, reader.ignored);
  const source = event.source || given.source || UNSPECIFIED;
  const system = event.system || actor.system;
  const price = given.price ?? (isInquiry(type) ? event.property?.price : undefined);
  const codes = [event.property?.code, event.propertySearch?.code, ...(given.addresses ?? []).map(({ code }) => code)];
  const unsubscribed = type === 'Unsubscribed';
  const readText = (name: 'message' | 'description'): string | undefined => {
    const { text, isPlain } = readSafeText(event[name]);
    if (isPlain) reader.ignored.push(name);
    return text;
  };
  const person: LeadPerson = {
    ...names,
    emails: unsubscribed ? unsubscribe(emails) : emails,
    phones,
    addresses: prepareAddresses(given.addresses).slice(0, MAX_CONTACTS),
    tags: fitTags(given.tags),
    price,
    background: given.background,
    source: given.source || source,
    sourceUrl: given.sourceUrl || undefined,
    custom: reader.custom(event.customFields, given.customFields),
  };
  return {
    personId: given.id,
    person,
    type,
    isInquiry: isInquiry(type),
    at,
    sentAt: event.occurredAt?.getTime(),
    historyOnly,
    submitted: event.submitted,
    event: defined({
      ...addressKeys(event.property),
      type,
      source,
      system,
      historyOnly,
      hasProperty: withProperty,
      message: readText('message'),
      description: readText('description'),
      property: event.property && defined(event.property),
      propertySearch: event.propertySearch && defined(event.propertySearch),
      campaign: campaign && defined(campaign),
      pageTitle: event.pageTitle,
      pageUrl: event.pageUrl,
      pageDuration: event.pageDuration,
      pageReferrer: event.pageReferrer,
    }),
    flow: {
      source: person.source,
      type,
      price: event.property?.price ?? given.price,
      postalCodes: codes.filter((code) => !!code) as string[],
      ...reader.references(given),
    },
    stageId: reader.stage(given) ?? settings.defaultStage.id,
    contacted: given.contacted ?? false,
    createdVia: system ?? 'API',
    ignored: [...reader.ignored, ...cutLists(given, person, { contacts: MAX_CONTACTS })],
  };
};

/**
 * Builds the person of a lead. Its claims prevent that an equal lead creates a second person; `inquiry` is remembered,
 * so that an equal lead is recorded as its repetition.
 */
export const newPerson = (
  lead: Lead,
  decision: LeadDecision,
  claiming = true,
  inquiry?: RecentInquiry,
): Draft<PersonDocument> => {
  const { person } = lead;
  const core: PersonCore = {
    firstName: person.firstName,
    lastName: person.lastName,
    stageId: lead.stageId,
    source: person.source,
    contacted: lead.contacted,
    collaboratorIds: [],
    tags: [...person.tags],
    emails: [...person.emails],
    phones: [...person.phones],
    addresses: [...person.addresses],
    lastActivity: new Date(lead.at),
    createdVia: lead.createdVia,
    claims: claiming ? listClaims(person) : [],
  };
  const { offer, pondUserIds } = decision;
  const draft = defined({
    ...core,
    sourceUrl: person.sourceUrl,
    price: person.price,
    background: person.background || undefined,
    custom: person.custom,
    assignedUserId: decision.assignedUserId,
    assignedLenderId: decision.assignedLenderId,
    assignedPondId: decision.assignedPondId,
    inquiries: inquiry && [inquiry],
    pondUserIds: pondUserIds && [...pondUserIds],
    ...(offer && {
      claimed: false,
      offeredGroupId: offer.groupId,
      offeredUserIds: [...offer.userIds],
      offeredUntil: offer.until,
    }),
  });
  return withLeadActivity(derive(draft), { type: lead.type, created: new Date(lead.at) });
};
