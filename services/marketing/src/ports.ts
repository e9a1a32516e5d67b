import type { AppliedPlanDocument, FailedStep } from './rules/applied-plan';
import type { EventBatch, Settled } from './rules/event-batch';
import type { Inquiry, PersonCopy, UserCopy } from './rules/local-copies';
import type { StoredStep } from './rules/plan-steps';
import type { Moves, StoredEvent } from './rules/stored-event';

export interface KeepOptions {
  /** Copies as new as what is known replace it as well. */
  readonly again?: boolean;
}

/** What this service knows of people. */
export interface People {
  /** Undefined for those unknown here and those that are gone. */
  byId(accountId: number, personId: number): Promise<PersonCopy | undefined>;
  byIds(accountId: number, personIds: readonly number[]): Promise<PersonCopy[]>;
  /** Everybody who has one of these addresses, as they are compared. */
  byEmails(accountId: number, emailKeys: readonly string[]): Promise<PersonCopy[]>;
  /** Known people who were handed to others or went since a moment. */
  touchedSince(accountId: number, moment: Date): Promise<PersonCopy[]>;
  /** Newer copies replace older ones, with `again` also those as new; returns nothing: repeats do no harm. */
  keep(copies: readonly PersonCopy[], options?: KeepOptions): Promise<void>;
  /** Ids between two others, both exclusive, of the copies of people who are not gone; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  /** Leaves a mark that the person is gone, for ever, and nothing of what they were. */
  bury(accountId: number, personId: number, at: Date, mergedInto?: number): Promise<void>;
}

/** What this service knows of users. */
export interface Users {
  byId(accountId: number, userId: number): Promise<UserCopy | undefined>;
  byIds(accountId: number, userIds: readonly number[]): Promise<UserCopy[]>;
  keep(copies: readonly UserCopy[], options?: KeepOptions): Promise<void>;
  /** Ids between two others, both exclusive, of the copies; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  drop(accountId: number, userIds: readonly number[]): Promise<void>;
}

/** Streets of the latest property inquiries. */
export interface Inquiries {
  streetOf(accountId: number, personId: number): Promise<string>;
  of(accountId: number, personId: number): Promise<Inquiry | undefined>;
  keep(inquiries: readonly Inquiry[]): Promise<void>;
  forget(accountId: number, personId: number): Promise<void>;
}

/** How old the news is that the copies are made of. */
export interface Freshness {
  /** How long news has lately been on its way, ms. */
  lagMs(): number;
  /** News of this moment has been taken in. */
  saw(occurred: Date): void;
}

/** Addresses that mail must not be sent to any more, from the moment their unsubscription is recorded here. */
export interface Unsubscribes {
  add(accountId: number, entries: readonly { personId: number; email: string }[]): Promise<void>;
  has(accountId: number, personId: number, email: string): Promise<boolean>;
  of(accountId: number, personId: number): Promise<string[]>;
  forget(accountId: number, personId: number): Promise<void>;
}

/** Totals of the email events of a person. */
export interface SentMail {
  readonly personId: number;
  /** Delivered mails. */
  readonly sent: number;
  /** The last delivered mail; absent = none. */
  readonly last?: Date;
  /** Events of all types; absent where only mails were counted. */
  readonly events?: number;
  /** The last event of any type. */
  readonly lastEvent?: Date;
}

/** Stored email events and what is summed up from them. */
export interface EventStore {
  takeIds(accountId: number, count: number): Promise<number>;
  /** Those of the keys that are stored. */
  stored(keys: readonly string[]): Promise<StoredEvent[]>;
  byIds(accountId: number, ids: readonly number[]): Promise<StoredEvent[]>;
  ofPerson(accountId: number, personId: number, limit: number): Promise<StoredEvent[]>;
  /** Stores what is not stored yet; the keys that were taken already. */
  add(events: readonly StoredEvent[]): Promise<string[]>;
  drop(keys: readonly string[]): Promise<void>;
  /**
   * Counts batches in their people's sums of mails, in one step. What holds one of them already stays as it is: batches
   * that may have been counted before come alone, and then a second time changes nothing.
   */
  addSent(accountId: number, batches: readonly string[], sent: Moves['sent'], settled: Settled): Promise<void>;
  sentTo(accountId: number, personIds: readonly number[]): Promise<SentMail[]>;
  /** Everything of a person goes. */
  forget(accountId: number, personId: number): Promise<void>;
}

/** A row's key and how it moves. */
export interface RowMove {
  readonly key: string;
  readonly by: number;
}

/** A row as far as it is found by its key. */
export interface KeyedRow {
  readonly id: number;
  readonly key: string;
}

/** Counts per person, campaign and type, as partners read them. */
export interface EventRows {
  byKeys(accountId: number, keys: readonly string[]): Promise<KeyedRow[]>;
  /** Counts a batch in rows that exist; the keys of those that do not. A second time changes nothing. */
  move(accountId: number, batch: string, moves: readonly RowMove[], settled: Settled): Promise<string[]>;
}

/** Batches that are not counted and told yet. */
export interface EventBatchStore {
  write(batch: EventBatch): Promise<void>;
  /** Counted: what is left is to tell of it. */
  markCounted(id: string): Promise<void>;
  done(ids: readonly string[]): Promise<void>;
  load(id: string): Promise<EventBatch | undefined>;
  /** Ids, oldest first. */
  oldest(limit: number): Promise<string[]>;
}

/** Which action plans send which template: filled in by the side that owns plans. */
export type PlansUsing = (
  accountId: number,
  templateIds: readonly number[],
) => Promise<ReadonlyMap<number, { id: number; name: string }[]>>;

/** What is asked of plans beside their records. */
export interface PlanDirectory {
  readonly using: PlansUsing;
  /** Those of the plans that are there and not deleted. */
  areActive(accountId: number, planIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/** The steps of plans as they were when they were applied; many applied plans share one version. */
export interface PlanVersions {
  /** Stores the steps unless they are there; returns their key. */
  save(accountId: number, actionPlanId: number, steps: readonly StoredStep[]): Promise<string>;
  /** The steps of a key; undefined if there are none. */
  load(key: string): Promise<readonly StoredStep[] | undefined>;
}

/** A running plan that somebody has to look at. */
export interface WakingPlan {
  readonly _id: number;
  readonly wakeAt: Date;
}

/** Where a plan stands after some of its steps were done. */
export interface PlanMove {
  readonly _id: number;
  readonly next: number;
  readonly wakeAt: Date;
}

/** When applied plans are due, and who does their steps. */
export interface PlanSchedule {
  due(now: Date, limit: number): Promise<WakingPlan[]>;
  /** Takes those that nobody was quicker with; nobody else does their steps before `until`. */
  lease(plans: readonly WakingPlan[], until: Date, token: string): Promise<AppliedPlanDocument[]>;
  /** Moves on, and gives back, what is still leased by the token; the rest stays as it is. */
  move(moves: readonly PlanMove[], token: string): Promise<void>;
  /** Gives one back that failed by itself, to be looked at then, if it is still leased by the token. */
  setAside(id: number, failed: FailedStep, wakeAt: Date, token: string): Promise<void>;
  /** All steps are done of those that are still leased by the token. */
  complete(ids: readonly number[], now: Date, token: string): Promise<void>;
}

/** Whose plan is at work for a person: one applied plan at a time. */
export interface PlanSlots {
  /** Undefined when it is the applied plan's now; else who holds it and since when. */
  take(key: string, appliedPlanId: number, at: Date): Promise<{ holder: number; at: Date } | undefined>;
  /** Hands it over, unless somebody else did. */
  replace(key: string, from: number, to: number, at: Date): Promise<boolean>;
}

/** Leads whose action plan was applied, so that an event that comes twice applies it once. */
export interface PlanLeads {
  /** The applied plan's id for this event: the given one, or the one of the first time. */
  begin(
    accountId: number,
    eventId: number,
    appliedPlanId: number,
    at: Date,
  ): Promise<{ appliedPlanId: number; done: boolean }>;
  done(accountId: number, eventId: number): Promise<void>;
}

/** A mail that a step sends: kept for ever, with what became of it. */
export interface PlanMail {
  /** The step's id. */
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  readonly appliedPlanId: number;
  readonly templateId: number;
  readonly userId: number;
  readonly state: 'Waiting' | 'Sent' | 'NotSent';
  /** Tries that were begun. */
  readonly tries: number;
  /** Why it was not sent, in fixed words. */
  readonly reason?: string;
  /** When it was sent, or given up. */
  readonly at?: Date;
  /** When somebody has to look at it; absent: it is done with. */
  readonly wakeAt?: Date;
  readonly leaseBy?: string;
}

/** Mails of plans, as a queue and a record. */
export interface PlanMails {
  /** Adds those that are not there yet. */
  add(mails: readonly PlanMail[]): Promise<void>;
  due(now: Date, limit: number): Promise<Pick<PlanMail, '_id' | 'wakeAt'>[]>;
  /** Takes those that nobody was quicker with, and counts a try of those that wait. */
  lease(mails: readonly Pick<PlanMail, '_id' | 'wakeAt'>[], until: Date, token: string): Promise<PlanMail[]>;
  /** It is on its way; it remains to count it. */
  sent(id: string, at: Date): Promise<void>;
  again(id: string, wakeAt: Date, tries: number): Promise<void>;
  /** Nothing remains to be done. */
  end(id: string): Promise<void>;
  giveUp(id: string, at: Date, reason: string): Promise<void>;
  ofPerson(accountId: number, personId: number, limit: number): Promise<PlanMail[]>;
  byIds(ids: readonly string[]): Promise<PlanMail[]>;
  moveTo(ids: readonly string[], personId: number): Promise<void>;
  forget(accountId: number, personId: number): Promise<void>;
}
