import type { Event } from '@porchlight/contracts';
import type { Document } from '@porchlight/store';

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

/** What an event holds; `created` is when it happened. */
export interface EventContent extends Content {
  personId: number;
  type: string;
  source: string;
  hasProperty: boolean;
  /** It happened more than a day before it came: nobody was notified (decisions section 4). */
  historyOnly: boolean;
  /** Copy of the person's viewers; follows them. */
  viewers: number[];
}

export type EventDocument = Document & EventContent;

/** True when something is said of the property. */
export const hasProperty = (property: Event['property']): boolean =>
  property !== undefined && Object.values(property).some((value) => value !== undefined && value !== '');
