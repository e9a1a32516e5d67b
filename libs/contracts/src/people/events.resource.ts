import { LIMITS } from '@porchlight/limits';
import {
  amount,
  bit,
  bool,
  customValues,
  decimal,
  defineResource,
  inputOnly,
  int,
  jsonObject,
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
import { EVENT_TYPES, OPT_OUT_TYPES } from './event-types';
import { leadBody } from './lead-body';

const url = str({ max: 2048 });
const rooms = int({ min: 0 });
const bathrooms = decimal({ min: 0 });

const property = object<Property>(
  {
    street: str(),
    city: str(),
    state: str(),
    code: str(),
    mlsNumber: str(),
    price: amount(),
    forRent: bool(),
    url,
    type: str(),
    bedrooms: str({ numbers: true }),
    bathrooms: str({ numbers: true }),
    area: str({ numbers: true }),
    lot: str({ numbers: true }),
  },
  { whole: true },
);

const propertySearch = object<PropertySearch>(
  {
    type: str(),
    neighborhood: str(),
    city: str(),
    state: str(),
    code: str(),
    minPrice: amount(),
    maxPrice: amount(),
    minBedrooms: rooms,
    maxBedrooms: rooms,
    minBathrooms: bathrooms,
    maxBathrooms: bathrooms,
  },
  { whole: true },
);

const campaign = object<Campaign>(
  { source: str({ min: 1 }), medium: str(), term: str(), content: str(), campaign: str() },
  { required: ['source'], whole: true },
);

const person = object<EventPerson>({
  id: int({ min: 1 }),
  firstName: str(),
  lastName: str(),
  name: str({ max: 511 }),
  stage: str({ numbers: true }),
  source: str(),
  sourceUrl: url,
  contacted: bit(),
  price: amount(),
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
});

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
  fields: {
    personId: readOnly(int()),
    message: writable(text()),
    description: writable(text()),
    noteId: readOnly(int()),
    source: writable(str()),
    system: writable(str()),
    type: writable(oneOf(EVENT_TYPES, { fallback: 'General Inquiry', aliases: OPT_OUT_TYPES })),
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
    hasProperty: { type: 'bool', match: 'rule' },
    propertyAddress: { type: 'string', match: 'contains' },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  webhooks: { created: 'eventsCreated' },
});
