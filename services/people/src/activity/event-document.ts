import type { Event } from '@porchlight/contracts';
import {
  type Columns,
  type Document,
  flag,
  listOf,
  nested,
  normalizeText,
  number,
  optional,
  splitGrams,
  type Stored,
  text,
} from '@porchlight/store';

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

/** The consequences of the event, published to other services with it. */
export interface LeadFact {
  isNew: boolean;
  personName: string;
  notifyUserIds: number[];
  actionPlanId?: number;
}

/** Columns of event. */
export const eventColumns = {
  personId: number,
  type: text,
  source: text,
  hasProperty: flag,
  /** True if it occurred more than a day before it arrived: no user was notified (decisions section 4). */
  historyOnly: flag,
  /** Street of the property as the filter propertyAddress compares it. */
  propertyAddressKey: optional(text),
  propertyAddressGrams: optional(listOf(text)),
  /** The note that its message became. */
  noteId: optional(number),
  /** Absent for historical events: they notify no user. */
  lead: optional<LeadFact>(
    nested({ isNew: flag, personName: text, notifyUserIds: listOf(number), actionPlanId: optional(number) }),
  ),
  /** Copy of the person's viewers; follows them. */
  viewers: listOf(number),
} satisfies Columns;

/** The stored fields of an event; `created` is when it happened. */
export interface EventContent extends Content, Stored<typeof eventColumns> {}

/** An event as stored. */
export type EventDocument = Document & EventContent;

/** The search keys of the street of an event's property. */
export const addressKeys = (
  property: Event['property'],
): Pick<EventContent, 'propertyAddressKey' | 'propertyAddressGrams'> => {
  const key = normalizeText(property?.street ?? '');
  return key === '' ? {} : { propertyAddressKey: key, propertyAddressGrams: splitGrams(key) };
};

/** True if the event describes a property. */
export const hasProperty = (property: Event['property']): boolean =>
  property !== undefined && Object.values(property).some((value) => value !== undefined && value !== '');
