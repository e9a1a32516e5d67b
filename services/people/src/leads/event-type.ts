import type { EventType } from '@porchlight/contracts';

/** The recorded type of an event (decisions section 4): General Inquiry if missing; Inquiry depends on the property. */
export const recordedType = (given: string | undefined, hasProperty: boolean): EventType => {
  if (!given) return 'General Inquiry';
  if (given === 'Inquiry') return hasProperty ? 'Property Inquiry' : 'General Inquiry';
  return given as EventType;
};

const INQUIRIES: ReadonlySet<EventType> = new Set<EventType>([
  'Registration',
  'Inquiry',
  'Seller Inquiry',
  'Property Inquiry',
  'General Inquiry',
  'Visited Open House',
]);

/** True for inquiries: they start action plans and set the price of the first inquiry. */
export const isInquiry = (type: EventType): boolean => INQUIRIES.has(type);

const DAY_MS = 86_400_000;

/**
 * When the event happened, ms, and whether it is history: older than a day means no notification, assignment or plan
 * (decisions section 4). A future time is replaced by the current time.
 */
export const occurrence = (occurredAt: Date | undefined, now: number): { at: number; historyOnly: boolean } => {
  const at = Math.min(occurredAt?.getTime() ?? now, now);
  return { at, historyOnly: now - at > DAY_MS };
};
