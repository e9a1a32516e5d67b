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
