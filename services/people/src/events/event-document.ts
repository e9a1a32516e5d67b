import type { Event } from '@porchlight/contracts';
import { column, type Columns, type Document, normalizeText, splitGrams, type Stored } from '@porchlight/store';

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
  | 'submitted'
  | 'duplicateOf'
>;

/** The consequences of the event, published to other services with it. */
export interface LeadFact {
  isNew: boolean;
  personName: string;
  /** At least one user must be notified (D13.3). */
  inquiry?: boolean;
  notifyUserIds: number[];
  furtherUserIds?: number[];
  offeredUserIds?: number[];
  /** The lead was not claimed in time; another user got it. */
  reassigned?: boolean;
  actionPlanId?: number;
}

/** Why a rule routed a lead, or none did. */
const ROUTE_CAUSES = [
  'rule',
  'noRules',
  'noRuleFits',
  'noTarget',
  'noAvailableUser',
  'assignedByLead',
  'historical',
  'knownPerson',
] as const;

/** How a lead was matched and routed, for its journey (D13.9). */
export interface LeadRouting {
  /** When the lead arrived. */
  at: Date;
  /** The value of the lead that matched a known person. */
  matchedBy?: { kind: 'id' | 'email' | 'phone'; value: string };
  /** The rule that routed it, or why none did. */
  cause: (typeof ROUTE_CAUSES)[number];
  ruleId?: number;
  /** Rules that did not fit, each with its first condition that the lead does not meet. */
  unmet?: { ruleId: number; condition: string }[];
  /** Who had the person afterwards. */
  assigned: { userId?: number; lenderId?: number; pondId?: number; groupId?: number };
}

/** An opt-out, published to marketing with the event (D13.4). */
export interface OptOut {
  addresses: string[];
  /** The sender may not see the person. */
  hidden: boolean;
  source: 'event' | 'import';
}

export const eventColumns = {
  personId: column.number,
  type: column.text,
  source: column.text,
  hasProperty: column.flag,
  /** True if it occurred more than a day before it arrived: no user was notified (decisions section 4). */
  historyOnly: column.flag,
  /** Street of the property as the filter propertyAddress compares it. */
  propertyAddressKey: column.optional(column.text),
  propertyAddressGrams: column.optional(column.listOf(column.text)),
  /** The note that its message became. */
  noteId: column.optional(column.number),
  /** Absent for historical events: they notify no user. */
  lead: column.optional<LeadFact>(
    column.nested({
      isNew: column.flag,
      personName: column.text,
      inquiry: column.optional(column.flag),
      notifyUserIds: column.listOf(column.number),
      furtherUserIds: column.optional(column.listOf(column.number)),
      offeredUserIds: column.optional(column.listOf(column.number)),
      reassigned: column.optional(column.flag),
      actionPlanId: column.optional(column.number),
    }),
  ),
  /** An opt-out: these addresses are suppressed. */
  optOut: column.optional<OptOut>(
    column.nested({
      addresses: column.listOf(column.text),
      hidden: column.flag,
      source: column.word('event', 'import'),
    }),
  ),
  /** How the lead was received, for receivedLeads (D13.9); absent in older events. */
  received: column.optional(column.nested({ isNew: column.flag, ignored: column.listOf(column.text) })),
  /** How it was matched and routed; absent in older events. */
  routing: column.optional<LeadRouting>(
    column.nested({
      at: column.date,
      matchedBy: column.optional(column.nested({ kind: column.word('id', 'email', 'phone'), value: column.text })),
      cause: column.word(...ROUTE_CAUSES),
      ruleId: column.optional(column.number),
      unmet: column.optional(column.listOf(column.nested({ ruleId: column.number, condition: column.text }))),
      assigned: column.nested({
        userId: column.optional(column.number),
        lenderId: column.optional(column.number),
        pondId: column.optional(column.number),
        groupId: column.optional(column.number),
      }),
    }),
  ),
  /** Copy of the person's viewers; follows them. */
  viewers: column.listOf(column.number),
} satisfies Columns;

/** The stored fields of an event; `created` is when it happened. */
export interface EventContent extends Content, Stored<typeof eventColumns> {}

/** An event as stored. */
export type EventDocument = Document & EventContent;

/** The search keys of the street of an event's property. */
export const addressKeys = (property: Event['property']) => {
  const key = normalizeText(property?.street ?? '');
  return key === '' ? {} : { propertyAddressKey: key, propertyAddressGrams: splitGrams(key) };
};

/** True if the event describes a property. */
export const hasProperty = (property: Event['property']): boolean =>
  property !== undefined && Object.values(property).some((value) => value !== undefined && value !== '');
