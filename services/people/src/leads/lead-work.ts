import { memoize } from '@porchlight/idempotency';
import type { StoreCall } from '@porchlight/store';
import type { EventDocument } from '../events';
import type { PersonDocument } from '../person';
import type { Lead } from './lead';
import type { FlowLead, LeadDecision } from './lead-flow';
import type { LeadIntake } from './lead-parts';
import type { KnownLead } from './record-event';
import type { RecentInquiry } from './repeated-inquiry';

/** What became of a lead. */
export interface StoredLead extends KnownLead {
  readonly person: PersonDocument;
  readonly created: boolean;
  /** The event of the lead that created the person is already stored. */
  readonly event?: EventDocument;
}

/** The state of one lead over all attempts. */
export interface Work {
  readonly lead: Lead;
  /** The identities of its person, as keys of the mutex. */
  readonly keys: readonly string[];
  /** Required for every person, so it starts during the lookup. */
  eventId: Promise<number>;
  /** The key of the inquiry; undefined if it is never a repetition. */
  readonly inquiryKey: string | undefined;
  /** The first event of the same inquiry was never written: its process ended. */
  missingEventId?: number;
  /** Decided once, so that a lost race does not take a second turn of a group. */
  decision?: Promise<LeadDecision>;
  refusals: number;
}

/**
 * `lost`: a concurrent write won; `refused`: another person already has the claim. In both cases the lookup is
 * repeated.
 */
export type NotStored = 'lost' | 'refused' | 'ignored';

export type Outcome = StoredLead | NotStored;

/** A lead whose person is not stored yet. */
export interface WaitingLead {
  readonly call: StoreCall;
  readonly work: Work;
}

/** A lead as the rules of lead flow read it. */
export const buildFlowLead = ({ flow, historyOnly }: Lead, actor: FlowLead['actor']): FlowLead => ({
  ...flow,
  actor,
  historyOnly,
});

/** Where the person of a lead goes. */
export const decide = async (intake: LeadIntake, call: StoreCall, work: Work): Promise<LeadDecision> => {
  const { lead } = work;
  const settings = await intake.settingsCache.load(call.actor.accountId);
  const choose = (): Promise<LeadDecision> => intake.leadFlow.decide(buildFlowLead(lead, call.actor), settings);
  return (work.decision ??= Promise.resolve(memoize(call, 'decision', choose)));
};

/** The inquiry as its person remembers it. */
export const describeInquiry = async ({ clock }: LeadIntake, work: Work): Promise<RecentInquiry | undefined> =>
  work.inquiryKey === undefined ? undefined : { key: work.inquiryKey, eventId: await work.eventId, at: clock.now() };
