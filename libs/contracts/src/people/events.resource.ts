import { LIMITS } from '@porchlight/limits';
import {
  bit,
  bool,
  customValues,
  decimal,
  defineResource,
  inputOnly,
  int,
  jsonObject,
  leadAmount,
  list,
  object,
  oneOf,
  readOnly,
  str,
  text,
  time,
  writable,
} from '@porchlight/resource';
import {
  EventServiceDefinition,
  type Campaign,
  type Event,
  type EventPerson,
  type Property,
  type PropertySearch,
} from '../generated/porchlight/people/v1/event_service';
import { EVERYONE } from '../roles';
import { leadAddresses, leadEmails, leadPhones } from './contact';
import { EVENT_TYPE_MEANINGS, EVENT_TYPES, OPT_OUT_TYPES } from './event-types';
import { leadBody } from './lead-body';

const url = str({ max: 2048 });
const rooms = int({ min: 0 });
const bathrooms = decimal({ min: 0 });

const PROPERTY_TEXTS = {
  mlsNumber: 'Number of the listing (MLS).',
  price: 'Asking price, in whole units of the currency.',
  forRent: 'True if the property is for rent.',
  url: 'Address of the page about the property.',
  type: 'Type of the property, for example Condo.',
  bedrooms: 'Number of bedrooms.',
  bathrooms: 'Number of bathrooms.',
  area: 'Living area, with its unit if it is not square feet.',
  lot: 'Size of the lot.',
};
const SEARCH_TEXTS = {
  type: 'Type of property that is searched.',
  neighborhood: 'Neighborhood that is searched.',
  minPrice: 'Lowest price.',
  maxPrice: 'Highest price.',
  minBedrooms: 'Smallest number of bedrooms.',
  maxBedrooms: 'Largest number of bedrooms.',
  minBathrooms: 'Smallest number of bathrooms; halves are allowed.',
  maxBathrooms: 'Largest number of bathrooms; halves are allowed.',
};
const CAMPAIGN_TEXTS = {
  source: 'Where the visitor came from (utm_source).',
  medium: 'Kind of link (utm_medium).',
  term: 'Search term (utm_term).',
  content: 'Variant of the advertisement (utm_content).',
  campaign: 'Name of the campaign (utm_campaign).',
};
const PERSON_TEXTS = {
  id: 'Id of an existing person. Without it, the person is found by email and phone.',
  name: 'Full name, if first and last name are not known separately.',
  stage: 'Name of the stage of a new person.',
  source: 'Where the person came from; default: `source` of the event.',
  sourceUrl: 'Address of the page that the person came from.',
  contacted: '1 if a user has already spoken with the person.',
  price: 'Price that the person wants to buy or sell for, in whole units.',
  assignedTo: 'Full name of the user who gets the lead. It precedes the lead flow.',
  assignedUserId: 'Id of the user who gets the lead. It precedes the lead flow.',
  assignedLenderName: 'Full name of the lender.',
  assignedLenderId: 'Id of the lender.',
  tags: 'Labels that are added to the person.',
  background: 'What is known about the person, as text.',
};

const property = object<Property>(
  {
    street: str(),
    city: str(),
    state: str(),
    code: str(),
    mlsNumber: str(),
    price: leadAmount(),
    forRent: bool(),
    url,
    type: str(),
    bedrooms: str({ numbers: true }),
    bathrooms: str({ numbers: true }),
    area: str({ numbers: true }),
    lot: str({ numbers: true }),
  },
  { whole: true, describe: PROPERTY_TEXTS },
);

const propertySearch = object<PropertySearch>(
  {
    type: str(),
    neighborhood: str(),
    city: str(),
    state: str(),
    code: str(),
    minPrice: leadAmount(),
    maxPrice: leadAmount(),
    minBedrooms: rooms,
    maxBedrooms: rooms,
    minBathrooms: bathrooms,
    maxBathrooms: bathrooms,
  },
  { whole: true, describe: SEARCH_TEXTS },
);

const campaign = object<Campaign>(
  { source: str({ min: 1 }), medium: str(), term: str(), content: str(), campaign: str() },
  { required: ['source'], whole: true, describe: CAMPAIGN_TEXTS },
);

const person = object<EventPerson>(
  {
    id: int({ min: 1 }),
    firstName: str(),
    lastName: str(),
    name: str({ max: 511 }),
    stage: str({ numbers: true }),
    source: str(),
    sourceUrl: url,
    contacted: bit(),
    price: leadAmount(),
    assignedTo: str({ max: 511 }),
    assignedUserId: int({ min: 1 }),
    assignedLenderName: str({ max: 511 }),
    assignedLenderId: int({ min: 1 }),
    emails: leadEmails,
    phones: leadPhones,
    addresses: leadAddresses,
    // Like emails and phones, empty entries are skipped.
    tags: list(str(), 500),
    background: text(),
    customFields: customValues(),
  },
  { describe: PERSON_TEXTS },
);

/** An activity of a person, reported by a website or portal (specification: Event). */
export const events = defineResource<Event>(EventServiceDefinition, {
  verbs: ['create', 'get', 'list'],
  description: 'Leads. Sending one creates or updates the person.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'rules' },
  identifies: ({ person: lead }) =>
    lead !== undefined && (lead.id !== undefined || [...lead.emails, ...lead.phones].some(({ value }) => value !== '')),
  freeBody: leadBody,
  // Custom fields of the person may also be next to the event's own fields (specification: POST /events).
  custom: 'customFields',
  describe: {
    message: 'What the lead wrote. It becomes a note of the person.',
    description: 'Further text about the event.',
    noteId: 'Id of the note with the message.',
    source: 'Where the lead came from, for example the name of a website. The lead flow compares it.',
    type: 'What the lead did. It decides whether an inquiry is routed and action plans start.',
    person: 'The person who sent the lead.',
    property: 'The property that the lead is about.',
    propertySearch: 'The search that the lead made or saved.',
    campaign: 'The marketing campaign that brought the lead.',
    pageTitle: 'Title of the viewed page.',
    pageUrl: 'Address of the viewed page.',
    pageDuration: 'Time on the page, seconds.',
    pageReferrer: 'Address of the page before.',
    occurredAt: 'When it happened; default: now. Seconds or milliseconds since 1970 and mail dates are read too.',
    submitted: 'What the lead said about the person, as it was sent.',
    duplicateOf: 'Id of the first event of the same inquiry; null for any other event.',
  },
  fields: {
    personId: readOnly(int()),
    message: writable(text()),
    description: writable(text()),
    noteId: readOnly(int()),
    source: writable(str()),
    system: writable(str()),
    type: writable(
      oneOf(EVENT_TYPES, { describe: EVENT_TYPE_MEANINGS, fallback: 'General Inquiry', aliases: OPT_OUT_TYPES }),
    ),
    person: inputOnly(person),
    property: writable(property),
    propertySearch: writable(propertySearch),
    campaign: writable(campaign),
    pageTitle: writable(str({ max: 1024 })),
    pageUrl: writable(url),
    pageDuration: writable(int({ min: 0 })),
    pageReferrer: writable(url),
    occurredAt: inputOnly(time()),
    submitted: readOnly(jsonObject(LIMITS.submittedBytes.value)),
    duplicateOf: readOnly(int()),
    customFields: readOnly(customValues(), { visible: false }),
  },
  filters: {
    // Counted through its index: a counter per person would be an additional document to write with every event.
    personId: { type: 'int', match: 'equals' },
    type: { type: 'string', match: 'equals', many: true, among: EVENT_TYPES },
    source: { type: 'string', match: 'equals', many: true },
    hasProperty: {
      describe: 'True: only events with a property; false: only events without one.',
      type: 'bool',
      match: 'rule',
    },
    propertyAddress: {
      describe: 'Only events whose street, city, state or postal code contains this text.',
      type: 'string',
      match: 'contains',
    },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  webhooks: { created: 'eventsCreated' },
});
