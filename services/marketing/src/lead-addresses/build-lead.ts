import type { AdfElement } from './read-adf';

/** A lead as the body of POST /v1/events. */
export type LeadBody = Readonly<Record<string, unknown>>;

const all = (element: AdfElement | undefined, name: string): AdfElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
const first = (element: AdfElement | undefined, ...path: readonly string[]): AdfElement | undefined =>
  path.reduce<AdfElement | undefined>((parent, name) => all(parent, name)[0], element);
const textOf = (element: AdfElement | undefined): string => element?.text.trim() ?? '';
const textAt = (element: AdfElement | undefined, ...path: readonly string[]): string => textOf(first(element, ...path));

/** Without empty values: they are absent in a lead. */
const filled = (values: Readonly<Record<string, unknown>>): LeadBody =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

const PHONE_TYPES: Readonly<Record<string, string>> = {
  cellphone: 'mobile',
  cell: 'mobile',
  mobile: 'mobile',
  work: 'work',
  fax: 'fax',
};

const readName = (contact: AdfElement | undefined): LeadBody => {
  const names = all(contact, 'name');
  const part = (partName: string): string => textOf(names.find(({ attributes }) => attributes['part'] === partName));
  const full = part('full') || textOf(names.find(({ attributes }) => attributes['part'] === undefined));
  return filled({
    firstName: part('first'),
    lastName: part('last'),
    ...(!part('first') && !part('last') && { name: full }),
  });
};

const readAddress = (address: AdfElement): LeadBody =>
  filled({
    street: [...all(address, 'street'), ...all(address, 'apartment')].map(textOf).filter(Boolean).join(', '),
    city: textAt(address, 'city'),
    state: textAt(address, 'regioncode'),
    code: textAt(address, 'postalcode'),
    country: textAt(address, 'country'),
    type: address.attributes['type'],
  });

const readPerson = (contact: AdfElement | undefined): LeadBody => ({
  ...readName(contact),
  ...filled({
    emails: all(contact, 'email').flatMap((email) => (textOf(email) ? [{ value: textOf(email) }] : [])),
    phones: all(contact, 'phone').flatMap((phone) => {
      const type = PHONE_TYPES[phone.attributes['type']?.toLowerCase() ?? ''] ?? 'home';
      return textOf(phone) ? [{ value: textOf(phone), type }] : [];
    }),
    addresses: all(contact, 'address')
      .map(readAddress)
      .filter((address) => Object.keys(address).length > 0),
  }),
});

/** The home of a lead: `<property>`, as portals for homes write it. */
const readProperty = (property: AdfElement | undefined): LeadBody | undefined => {
  if (!property) return undefined;
  const address = first(property, 'address') ?? property;
  const { country: _country, type: _type, ...place } = readAddress(address) as Record<string, unknown>;
  return filled({
    ...place,
    mlsNumber: textAt(property, 'mls') || textAt(property, 'mlsnumber') || textAt(property, 'id'),
    price: textAt(property, 'price'),
    url: textAt(property, 'url'),
    type: textAt(property, 'type'),
    bedrooms: textAt(property, 'bedrooms'),
    bathrooms: textAt(property, 'bathrooms'),
  });
};

/** `2019 Honda CR-V (stock 12)`, of a lead of the format's first use. */
const describeVehicle = (vehicle: AdfElement): string => {
  const words = ['year', 'make', 'model'].map((name) => textAt(vehicle, name)).filter(Boolean);
  const stock = textAt(vehicle, 'stock');
  return [words.join(' '), stock && `(stock ${stock})`].filter(Boolean).join(' ');
};

/** The leads of ADF/XML, one for each prospect, as bodies of POST /v1/events: these have the same reading rules. */
export const buildLeads = (adf: AdfElement): LeadBody[] =>
  all(adf, 'prospect').map((prospect) => {
    const customer = first(prospect, 'customer');
    const provider = first(prospect, 'provider');
    const property = readProperty(first(prospect, 'property'));
    const comments = [customer, first(prospect, 'property'), ...all(prospect, 'vehicle'), prospect].flatMap((one) =>
      all(one, 'comments').map(textOf),
    );
    const message = [...all(prospect, 'vehicle').map(describeVehicle), ...comments].filter(Boolean).join('\n\n');
    return filled({
      type: property ? 'Property Inquiry' : 'General Inquiry',
      source: textAt(provider, 'name') || textAt(provider, 'service') || 'ADF',
      sourceUrl: textAt(provider, 'url'),
      message,
      occurredAt: textAt(prospect, 'requestdate'),
      person: readPerson(first(customer, 'contact')),
      property,
    });
  });
