import type { Actor } from '@porchlight/access';
import { isInquiry, type Event, type EventPerson, type EventType } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { DAY_MS } from '@porchlight/runtime';
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
import { addressKeys, hasProperty, withLeadActivity } from '../events';
import { readSafeText } from '../notes';
import type { LeadDecision } from './lead-flow';
import { cutLists, LeadReader } from './lead-reader';
import type { Lead, LeadPerson } from './lead';
import type { RecentInquiry } from './repeated-inquiry';

/** The recorded type of an event (decisions section 4): General Inquiry if missing; Inquiry depends on the property. */
const recordedType = (type: string | undefined, withProperty: boolean): EventType => {
  if (!type) return 'General Inquiry';
  if (type === 'Inquiry') return withProperty ? 'Property Inquiry' : 'General Inquiry';
  return type as EventType;
};

/**
 * When the event happened, ms, and whether it is history: older than a day means no notification, assignment or plan
 * (decisions section 4). A future time is replaced by the current time; one more than a day ahead is reported.
 */
const readTime = (occurredAt: Date | undefined, now: number, ignored: string[]) => {
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
const readNames = (sent: EventPerson, ignored: string[]) => {
  const names = cutName(prepareNewNames(sent));
  const contacts: Pick<EventPerson, 'emails' | 'phones'> = { emails: [], phones: [] };
  if (!isContactName(names)) return { names, contacts };
  ignored.push(sent.name ? 'person.name' : 'person.firstName');
  const value = formatFullName(names);
  const hasContact = sent.id !== undefined || [...sent.emails, ...sent.phones].some((entry) => entry.value.trim());
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

/** What the type, time and property of an event say about it as a whole. */
interface Occurrence {
  readonly type: EventType;
  /** When it happened, ms. */
  readonly at: number;
  readonly historyOnly: boolean;
  readonly withProperty: boolean;
  readonly system: string | undefined;
  readonly source: string;
}

const readOccurrence = (event: Event, sent: EventPerson, actor: Actor, now: number, ignored: string[]): Occurrence => {
  const withProperty = hasProperty(event.property);
  return {
    withProperty,
    type: recordedType(event.type, withProperty),
    ...readTime(event.occurredAt, now, ignored),
    source: event.source || sent.source || UNSPECIFIED,
    system: event.system || actor.system,
  };
};

/** The campaign of an event. With `strict` throws INVALID_BODY for one without a source. */
const readCampaign = ({ campaign }: Event, strict: boolean, ignored: string[]): Event['campaign'] => {
  if (!campaign || campaign.source) return campaign;
  if (strict) throw invalidBody("Missing 'campaign.source' field.");
  ignored.push('campaign');
  return undefined;
};

/** Names and contacts of the person of a lead. Throws NOTHING_TO_IDENTIFY if there are none. */
const readIdentity = (sent: EventPerson, { country }: AccountSettings, ignored: string[]) => {
  const { names, contacts } = readNames(sent, ignored);
  const emails = prepareEmails([...sent.emails, ...contacts.emails].slice(0, MAX_CONTACTS));
  const phones = preparePhones([...sent.phones, ...contacts.phones].slice(0, MAX_CONTACTS), country);
  const isIdentified = sent.id !== undefined || emails.length + phones.length > 0 || names.firstName || names.lastName;
  if (!isIdentified) throw refuse('NOTHING_TO_IDENTIFY');
  return { ...names, emails, phones };
};

/** The content of an event as it is stored. */
const readContent = (
  event: Event,
  { type, source, system, historyOnly, withProperty }: Occurrence,
  campaign: Event['campaign'],
  ignored: string[],
): Lead['event'] => {
  const readText = (name: 'message' | 'description'): string | undefined => {
    const { text, isPlain } = readSafeText(event[name]);
    if (isPlain) ignored.push(name);
    return text;
  };
  return defined({
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
  });
};

/** What rules of lead flow read. */
const readFlow = (event: Event, sent: EventPerson, { type, source }: Occurrence, reader: LeadReader): Lead['flow'] => {
  const { property, propertySearch } = event;
  const codes = [property?.code, propertySearch?.code, ...(sent.addresses ?? []).map(({ code }) => code)];
  return {
    source: sent.source || source,
    type,
    price: property?.price ?? sent.price,
    postalCodes: codes.filter((code) => !!code) as string[],
    ...reader.references(sent),
  };
};

/**
 * Parses an event of a request (decisions sections 4 and 11). Names of ignored fields are in the order in which they
 * are read. Throws NOTHING_TO_IDENTIFY; with `strict` also UNKNOWN_REFERENCE and INVALID_BODY.
 */
export const parseLead = (
  event: Event | undefined,
  actor: Actor,
  settings: AccountSettings,
  { now, strict = false }: ParseLeadOptions,
): Lead => {
  if (!event) throw refuse('NOTHING_TO_IDENTIFY');
  const sent = { ...EMPTY, ...event.person };
  const reader = new LeadReader(settings, strict);
  const { ignored } = reader;
  const campaign = readCampaign(event, strict, ignored);
  const { emails, ...identity } = readIdentity(sent, settings, ignored);
  const occurrence = readOccurrence(event, sent, actor, now, ignored);
  const { type, at, historyOnly, source, system } = occurrence;
  const person: LeadPerson = {
    ...identity,
    emails: type === 'Unsubscribed' ? unsubscribe(emails) : emails,
    addresses: prepareAddresses(sent.addresses).slice(0, MAX_CONTACTS),
    tags: fitTags(sent.tags),
    price: sent.price ?? (isInquiry(type) ? event.property?.price : undefined),
    background: sent.background,
    source: sent.source || source,
    sourceUrl: sent.sourceUrl || undefined,
    custom: reader.custom(event.customFields, sent.customFields),
  };
  return {
    personId: sent.id,
    person,
    type,
    isInquiry: isInquiry(type),
    at,
    sentAt: event.occurredAt?.getTime(),
    historyOnly,
    submitted: event.submitted,
    event: readContent(event, occurrence, campaign, ignored),
    flow: readFlow(event, sent, occurrence, reader),
    stageId: reader.stage(sent) ?? settings.defaultStage.id,
    contacted: sent.contacted ?? false,
    createdVia: system ?? 'API',
    ignored: [...ignored, ...cutLists(sent, person, { contacts: MAX_CONTACTS })],
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
