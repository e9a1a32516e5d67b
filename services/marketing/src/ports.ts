import type { AppliedPlanDocument, FailedStep } from './action-plans/applied-plan';
import type { EventBatch, Settled } from './email-events/event-batch';
import type { Inquiry, PersonCopy, UserCopy } from './copies/local-copies';
import type { StoredStep } from './action-plans/plan-steps';
import type { Moves, StoredEvent } from './email-events/stored-event';

export interface KeepOptions {
  /** Copies with the same version replace the stored ones too. */
  readonly again?: boolean;
}

/** Copies of people. */
export interface People {
  /** Undefined for unknown and deleted people. */
  byId(accountId: number, personId: number): Promise<PersonCopy | undefined>;
  byIds(accountId: number, personIds: readonly number[]): Promise<PersonCopy[]>;
  /** All people with one of these normalized addresses. */
  byEmails(accountId: number, emailKeys: readonly string[]): Promise<PersonCopy[]>;
  /** People who were reassigned or deleted since a time. */
  touchedSince(accountId: number, moment: Date): Promise<PersonCopy[]>;
  /** Newer copies replace older ones; with `again`, copies of the same version too. Idempotent. */
  keep(copies: readonly PersonCopy[], options?: KeepOptions): Promise<void>;
  /** Ids of copies of existing people between two ids, both exclusive; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  /** Replaces the copy with a permanent tombstone without personal data. */
  markDeleted(accountId: number, personId: number, at: Date, mergedInto?: number): Promise<void>;
}

/** Copies of users. */
export interface Users {
  byId(accountId: number, userId: number): Promise<UserCopy | undefined>;
  byIds(accountId: number, userIds: readonly number[]): Promise<UserCopy[]>;
  keep(copies: readonly UserCopy[], options?: KeepOptions): Promise<void>;
  /** Ids of the copies between two ids, both exclusive; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  drop(accountId: number, userIds: readonly number[]): Promise<void>;
}

/** Streets of the latest property inquiries. */
export interface Inquiries {
  findStreet(accountId: number, personId: number): Promise<string>;
  of(accountId: number, personId: number): Promise<Inquiry | undefined>;
  keep(inquiries: readonly Inquiry[]): Promise<void>;
  forget(accountId: number, personId: number): Promise<void>;
}

/** The lag of the changes that update the copies. */
export interface Freshness {
  /** Recent replication lag, ms. */
  lagMs(): number;
  /** Records that a change of this time was processed. */
  saw(occurred: Date): void;
}

/** Unsubscribed addresses; no mail is sent to them from the moment that the unsubscription is recorded. */
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

/** Stored email events and their sums. */
export interface EventStore {
  takeIds(accountId: number, count: number): Promise<number>;
  /** The stored events among these keys. */
  stored(keys: readonly string[]): Promise<StoredEvent[]>;
  byIds(accountId: number, ids: readonly number[]): Promise<StoredEvent[]>;
  ofPerson(accountId: number, personId: number, limit: number): Promise<StoredEvent[]>;
  /** Stores new events; returns the keys that existed. */
  add(events: readonly StoredEvent[]): Promise<string[]>;
  drop(keys: readonly string[]): Promise<void>;
  /**
   * Adds batches to the sums of their people in one step. A sum that contains one of the batches is not changed:
   * batches that may have been counted are processed alone, so that a repeat has no effect.
   */
  addSent(accountId: number, batches: readonly string[], sent: Moves['sent'], settled: Settled): Promise<void>;
  sentTo(accountId: number, personIds: readonly number[]): Promise<SentMail[]>;
  /** Deletes all data of a person. */
  forget(accountId: number, personId: number): Promise<void>;
}

/** The key of a row and its difference. */
export interface RowMove {
  readonly key: string;
  readonly by: number;
}

/** The part of a row that is found by its key. */
export interface KeyedRow {
  readonly id: number;
  readonly key: string;
}

/** Counts per person, campaign and type, as partners read them. */
export interface EventRows {
  byKeys(accountId: number, keys: readonly string[]): Promise<KeyedRow[]>;
  /** Adds a batch to existing rows and returns the keys of missing ones. Idempotent. */
  move(accountId: number, batch: string, moves: readonly RowMove[], settled: Settled): Promise<string[]>;
}

/** Batches that are not yet counted and published. */
export interface EventBatchStore {
  write(batch: EventBatch): Promise<void>;
  /** Marks a batch as counted; it remains to be published. */
  markCounted(id: string): Promise<void>;
  done(ids: readonly string[]): Promise<void>;
  load(id: string): Promise<EventBatch | undefined>;
  /** Ids, oldest first. */
  oldest(limit: number): Promise<string[]>;
}

/** The action plans that use a template. */
export type PlansUsing = (
  accountId: number,
  templateIds: readonly number[],
) => Promise<ReadonlyMap<number, { id: number; name: string }[]>>;

/** Queries on plans besides their records. */
export interface PlanDirectory {
  readonly using: PlansUsing;
  /** The ids among these of plans that exist and are not deleted. */
  areActive(accountId: number, planIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/** The steps of plans as they were when they were applied; many applied plans share one version. */
export interface PlanVersions {
  /** Stores the steps unless they are there; returns their key. */
  save(accountId: number, actionPlanId: number, steps: readonly StoredStep[]): Promise<string>;
  /** The steps of a key; undefined if there are none. */
  load(key: string): Promise<readonly StoredStep[] | undefined>;
}

/** A running plan with due steps. */
export interface WakingPlan {
  readonly _id: number;
  readonly wakeAt: Date;
}

/** The position of a plan after steps were done. */
export interface PlanMove {
  readonly _id: number;
  readonly next: number;
  readonly wakeAt: Date;
}

/** The schedule of applied plans, with leases. */
export interface PlanSchedule {
  due(now: Date, limit: number): Promise<WakingPlan[]>;
  /** Claims applied plans until `until`; returns those that no other process claimed. */
  lease(plans: readonly WakingPlan[], until: Date, token: string): Promise<AppliedPlanDocument[]>;
  /** Stores the positions and releases plans that are still leased by the token; others are not changed. */
  move(moves: readonly PlanMove[], token: string): Promise<void>;
  /** Releases a failed plan until the given time, if it is still leased by the token. */
  setAside(id: number, failed: FailedStep, wakeAt: Date, token: string): Promise<void>;
  /** Completes plans that are still leased by the token. */
  complete(ids: readonly number[], now: Date, token: string): Promise<void>;
}

/** The applied plan that runs for a person: one at a time. */
export interface PlanSlots {
  /** Undefined if the applied plan got the slot; otherwise its holder and the time. */
  take(key: string, appliedPlanId: number, at: Date): Promise<{ holder: number; at: Date } | undefined>;
  /** Transfers the slot, unless another process did. */
  replace(key: string, from: number, to: number, at: Date): Promise<boolean>;
}

/** Leads whose action plan was applied, so that a repeated event applies it once. */
export interface PlanLeads {
  /** The id of the applied plan for this event: the given one, or the stored one of an earlier attempt. */
  begin(
    accountId: number,
    eventId: number,
    appliedPlanId: number,
    at: Date,
  ): Promise<{ appliedPlanId: number; done: boolean }>;
  done(accountId: number, eventId: number): Promise<void>;
}

/** A mail of a step, stored permanently with its result. */
export interface PlanMail {
  /** The step's id. */
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  readonly appliedPlanId: number;
  readonly templateId: number;
  readonly userId: number;
  readonly state: 'Waiting' | 'Sent' | 'NotSent';
  /** Number of attempts. */
  readonly tries: number;
  /** Code of the reason why it was not sent. */
  readonly reason?: string;
  /** When it was sent or failed finally. */
  readonly at?: Date;
  /** When the next attempt is due; absent: finished. */
  readonly wakeAt?: Date;
  readonly leaseBy?: string;
}

/** Mails of plans: queue and record. */
export interface PlanMails {
  /** Adds those that are not there yet. */
  add(mails: readonly PlanMail[]): Promise<void>;
  due(now: Date, limit: number): Promise<Pick<PlanMail, '_id' | 'wakeAt'>[]>;
  /** Claims due mails that no other process claimed, and counts the attempt. */
  lease(mails: readonly Pick<PlanMail, '_id' | 'wakeAt'>[], until: Date, token: string): Promise<PlanMail[]>;
  /** Marks the mail as sent; it remains to be counted. */
  sent(id: string, at: Date): Promise<void>;
  again(id: string, wakeAt: Date, tries: number): Promise<void>;
  /** Marks the mail as finished. */
  end(id: string): Promise<void>;
  giveUp(id: string, at: Date, reason: string): Promise<void>;
  ofPerson(accountId: number, personId: number, limit: number): Promise<PlanMail[]>;
  byIds(ids: readonly string[]): Promise<PlanMail[]>;
  moveTo(ids: readonly string[], personId: number): Promise<void>;
  forget(accountId: number, personId: number): Promise<void>;
}
