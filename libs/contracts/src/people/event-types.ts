/** The event types of the specification, in its order. */
export const EVENT_TYPES = [
  'Registration',
  'Inquiry',
  'Seller Inquiry',
  'Property Inquiry',
  'General Inquiry',
  'Viewed Property',
  'Saved Property',
  'Visited Website',
  'Incoming Call',
  'Unsubscribed',
  'Property Search',
  'Saved Property Search',
  'Visited Open House',
  'Viewed Page',
] as const;

/** The meaning of each type for people who use the API. */
export const EVENT_TYPE_MEANINGS = {
  Registration: 'The lead registered on a website.',
  Inquiry: 'The lead asked something.',
  'Seller Inquiry': 'The lead wants to sell a property.',
  'Property Inquiry': 'The lead asked about a property.',
  'General Inquiry': 'The lead asked something that is not about a property. Unknown types are read as this one.',
  'Viewed Property': 'The lead viewed a property.',
  'Saved Property': 'The lead saved a property.',
  'Visited Website': 'The lead visited the website.',
  'Incoming Call': 'The lead called.',
  Unsubscribed: 'The lead wants no more mail. The address is suppressed.',
  'Property Search': 'The lead searched for properties.',
  'Saved Property Search': 'The lead saved a search.',
  'Visited Open House': 'The lead visited an open house.',
  'Viewed Page': 'The lead viewed a page.',
} as const;

/**
 * Words of senders for opting out (D13.4), compared without case, blanks, hyphens and underscores. They are read as
 * Unsubscribed: an opt-out must not become an inquiry.
 */
export const OPT_OUT_TYPES: Readonly<Record<string, 'Unsubscribed'>> = {
  unsubscribe: 'Unsubscribed',
  unsubscribed: 'Unsubscribed',
  optout: 'Unsubscribed',
  optedout: 'Unsubscribed',
  optoutrequest: 'Unsubscribed',
  remove: 'Unsubscribed',
  removeme: 'Unsubscribed',
  stop: 'Unsubscribed',
  donotemail: 'Unsubscribed',
  donotcontact: 'Unsubscribed',
};

export type EventType = (typeof EVENT_TYPES)[number];

/** Types that start action plans (specification: POST /events). An event of these types may be an inquiry (D13.3). */
const INQUIRY_TYPES: ReadonlySet<string> = new Set<EventType>([
  'Registration',
  'Inquiry',
  'Seller Inquiry',
  'Property Inquiry',
  'General Inquiry',
  'Visited Open House',
]);

/** True for types that start action plans, set the price of the person and need a reader. */
export const isInquiry = (type: string): boolean => INQUIRY_TYPES.has(type);
