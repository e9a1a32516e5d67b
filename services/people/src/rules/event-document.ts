import type { Event } from '@porchlight/contracts';
import { gramsOf, normalizeText, type Document } from '@porchlight/store';

type Content = Pick<
  Event,
  | 'message'
  | 'description'
  | 'system'
  | 'property'
  | 'propertySearch'
  | 'campaign'
  | 'pageTitle'
  | 'pageUrl'
  | 'pageDuration'
  | 'pageReferrer'
>;

/** What the event means for those who get the lead; told to other services with the event. */
export interface LeadFact {
  isNew: boolean;
  personName: string;
  notifyUserIds: number[];
  actionPlanId?: number;
}

/** What an event holds; `created` is when it happened. */
export interface EventContent extends Content {
  personId: number;
  type: string;
  source: string;
  hasProperty: boolean;
  /** It happened more than a day before it came: nobody was notified (decisions section 4). */
  historyOnly: boolean;
  /** Street of the property as the filter propertyAddress compares it. */
  propertyAddressKey?: string;
  propertyAddressGrams?: string[];
  /** The note that its message became. */
  noteId?: number;
  /** Absent for events of history: they are told to nobody. */
  lead?: LeadFact;
  /** Copy of the person's viewers; follows them. */
  viewers: number[];
}

/** An event as it is kept. */
export type EventDocument = Document & EventContent;

/** What an event is found by its property's street with. */
export const addressKeys = (
  property: Event['property'],
): Pick<EventContent, 'propertyAddressKey' | 'propertyAddressGrams'> => {
  const key = normalizeText(property?.street ?? '');
  return key === '' ? {} : { propertyAddressKey: key, propertyAddressGrams: gramsOf(key) };
};

/** True when something is said of the property. */
export const hasProperty = (property: Event['property']): boolean =>
  property !== undefined && Object.values(property).some((value) => value !== undefined && value !== '');
