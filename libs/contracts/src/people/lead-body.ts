import { LIMITS } from '@porchlight/limits';
import {
  CUSTOM_NAME,
  decodeText,
  decodeTextBesideHtml,
  isObject,
  openIndexed,
  parseJsonText,
  parseObjectText,
  unwrapSingle,
} from '@porchlight/resource';
import type { FreeBody, Reading } from '@porchlight/resource';
import type { Event } from '../generated/porchlight/people/v1/event_service';

type Values = Record<string, unknown>;

/** Characters of a text that are decoded: the longest field has 65,536, and an entity is longer than its letter. */
const MAX_DECODED = 131_072;
/** Addresses, emails and phones that are read to find those with a value. */
const MAX_ENTRIES = 1_000;
const NAMES = ['name', 'firstName', 'lastName'] as const;
/** One entry as a value of its own, and the list that it belongs to. */
const SINGULAR = { email: 'emails', phone: 'phones', address: 'addresses' } as const;
const CONTACTS = [...NAMES, 'email', 'emails', 'phone', 'phones'] as const;
/** Keys of the person that senders put beside it (D13.5). */
const PERSON_KEYS = [
  ...CONTACTS,
  'address',
  'addresses',
  'tags',
  'stage',
  'price',
  'contacted',
  'background',
  'assignedTo',
  'assignedUserId',
] as const;
const ADDRESS_PARTS = ['street', 'city', 'state', 'code', 'country'] as const;
/** Ids that other services send; `person.id` alone names a person. */
const FOREIGN_IDS = ['id', 'personId'] as const;

/** True for values without content: blank text, empty lists, and entries without a value. */
const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.every(isEmpty);
  return isObject(value) && Object.keys(value).length === 0 ? true : isObject(value) && isEmptyEntry(value);
};

const isEmptyEntry = (entry: Values): boolean => 'value' in entry && isEmpty(entry['value']);

const toEntries = (value: unknown): unknown[] => (isEmpty(value) ? [] : [openIndexed(parseJsonText(value))].flat());

/** The person of a lead, also as JSON text or as the only entry of a list; undefined if there is none. */
const openPerson = (value: unknown, reading: Reading): Values | undefined => {
  if (isObject(value)) return { ...value };
  if (!reading.converts || isEmpty(value)) return undefined;
  const opened = parseObjectText(unwrapSingle(Array.isArray(value) ? value.slice(0, 1) : value));
  if (!isObject(opened)) return undefined;
  reading.report('person');
  return { ...opened };
};

/** Reads top-level keys as those of the person if the person has no name, email and phone of its own. */
const takeTopLevel = (body: Values, sentPerson: Values | undefined): Values | undefined => {
  const person = sentPerson ?? {};
  const present = PERSON_KEYS.filter((key) => !isEmpty(body[key]));
  const sourceUrl = body['sourceUrl'];
  if (CONTACTS.every((key) => isEmpty(person[key])))
    for (const key of present) {
      if (isEmpty(person[key])) person[key] = body[key];
      delete body[key];
    }
  if (!isEmpty(sourceUrl) && isEmpty(person['sourceUrl'])) {
    person['sourceUrl'] = sourceUrl;
    delete body['sourceUrl'];
  }
  return sentPerson ?? (Object.keys(person).length > 0 ? person : undefined);
};

/** `email`, `phone` and `address` are read like the lists. */
const joinSingular = (person: Values): void => {
  for (const [single, list] of Object.entries(SINGULAR)) {
    if (!(single in person)) continue;
    if (!isEmpty(person[single])) person[list] = [...toEntries(person[list]), ...toEntries(person[single])];
    delete person[single];
  }
};

/** A text at the length from which every field cuts it: what follows is not decoded. */
const cutSent = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_DECODED ? value.slice(0, MAX_DECODED) : value;

const decodeField = (
  values: Values,
  key: string,
  path: string,
  reading: Reading,
  decode: (text: string) => string = decodeText,
): void => {
  const value = cutSent(values[key]);
  if (typeof value !== 'string') return;
  const decoded = decode(value);
  if (decoded !== value) values[key] = reading.changed(path, decoded);
};

const decodeAddress = (value: unknown, path: string, reading: Reading): unknown => {
  if (typeof value === 'string') {
    const entry = { street: value };
    decodeField(entry, 'street', path, reading);
    return entry.street;
  }
  if (!isObject(value)) return value;
  const entry = { ...value };
  for (const part of ADDRESS_PARTS) decodeField(entry, part, `${path}.${part}`, reading);
  return entry;
};

/** The text of an email or phone: forms encode the brackets around an address. */
const decodeContact = (value: unknown, path: string, reading: Reading): unknown => {
  const entry: Values = isObject(value) ? { ...value } : { value };
  decodeField(entry, 'value', path, reading);
  return isObject(value) ? entry : entry['value'];
};

const decodePerson = (person: Values, reading: Reading): void => {
  for (const name of NAMES) decodeField(person, name, `person.${name}`, reading);
  decodeField(person, 'background', 'person.background', reading);
  for (const list of ['emails', 'phones'] as const)
    if (!isEmpty(person[list]))
      person[list] = toEntries(person[list]).map((entry, at) =>
        at < MAX_ENTRIES ? decodeContact(entry, `person.${list}.${at}.value`, reading) : entry,
      );
  if (!isEmpty(person['addresses']))
    person['addresses'] = toEntries(person['addresses']).map((entry, at) =>
      at < MAX_ENTRIES ? decodeAddress(entry, `person.addresses.${at}`, reading) : entry,
    );
};

/** Decodes HTML entities and escaped quotes in names, contacts, addresses and messages, as form plugins send them. */
const decodeLead = (body: Values, person: Values | undefined, reading: Reading): void => {
  // Both may hold HTML: encoded text must neither become markup nor be removed as markup.
  for (const name of ['message', 'description']) decodeField(body, name, name, reading, decodeTextBesideHtml);
  if (isObject(body['property'])) body['property'] = decodeAddress(body['property'], 'property', reading);
  if (person) decodePerson(person, reading);
};

const prepare = (sentBody: Values, reading: Reading): Values => {
  const body = { ...sentBody };
  for (const name of FOREIGN_IDS) if (!isEmpty(body[name])) reading.report(name);
  const person = takeTopLevel(body, openPerson(body['person'], reading));
  if (person) joinSingular(person);
  if (reading.converts) decodeLead(body, person, reading);
  if (person) body['person'] = person;
  return body;
};

/** Parts of a lead besides the person whose unreadable values stay visible. */
const PARTS = ['property', 'propertySearch', 'campaign'] as const;

/** Values of other parts that were not read: a price such as `400k-500k`. */
const listUnread = (record: Event, body: Values, ignored: readonly string[]): Values => {
  const unread: Values = {};
  for (const path of ignored) {
    const [part = '', name = '', ...deeper] = path.split('.');
    const within = PARTS.find((one) => one === part);
    const sent = body[part];
    if (!within || name === '' || deeper.length > 0 || !isObject(sent)) continue;
    const read = record[within] as Values | undefined;
    if (read?.[name] === undefined && typeof sent[name] !== 'object')
      unread[part] = { ...(unread[part] as Values | undefined), [name]: sent[name] };
  }
  return unread;
};

/** Keys of the person beside a person that has its own contacts: they are not read, but stay visible. */
const listBeside = (body: Values): Values =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => (CUSTOM_NAME.test(key) || PERSON_KEYS.some((name) => name === key)) && !isEmpty(value),
    ),
  );

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
const SHORT_TEXT = 1_000;
const SHORT_LIST = 50;

const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const shorten = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value.slice(0, SHORT_TEXT));
  return Array.isArray(value) ? value.slice(0, SHORT_LIST) : value;
};

const MAX_BYTES = LIMITS.submittedBytes.value;

/** JSON of at most 16 kB: texts and lists are shortened first, then the last keys are left out. */
const formatSubmitted = (values: Values): string => {
  const whole = JSON.stringify(values);
  const json = UNSTORABLE.test(whole)
    ? JSON.stringify(values, (_key, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
    : whole;
  if (Buffer.byteLength(json) <= MAX_BYTES) return json;
  const parts: string[] = [];
  let bytes = 2;
  for (const [key, value] of Object.entries(values)) {
    const part = `${JSON.stringify(cleanText(key))}:${JSON.stringify(value, shorten) ?? 'null'}`;
    if ((bytes += Buffer.byteLength(part) + 1) > MAX_BYTES) break;
    parts.push(part);
  }
  return `{${parts.join(',')}}`;
};

/**
 * How leads are read besides their fields (D13.5): keys of the person beside it, single entries, encoded text; and what
 * the lead said about the person as `submitted` (D13.2).
 */
export const leadBody: FreeBody<Event> = {
  names: new Set<string>([...PERSON_KEYS, 'sourceUrl']),
  prepare,
  complete: (record, body, reading) => {
    const person = isObject(body['person']) ? body['person'] : {};
    const submitted = { ...person, ...listBeside(body), ...listUnread(record, body, reading.ignored) };
    if (Object.keys(submitted).length > 0) record.submitted = formatSubmitted(submitted);
  },
};
