import type { BusMessage } from '@porchlight/bus';
import type { Attempt, Delivery, LeasedDelivery } from './delivery/delivery';
import type { Outcome } from './delivery/judge-outcome';
import type { EventRecord } from './notification/event-record';
import type { MessageDocument } from './resources/conversation-document';
import type { PublishedAppDocument } from './resources/published-app-document';

/** A webhook, or an installed inbox app, as delivering needs it. */
export interface Endpoint {
  /** Absent: a webhook. */
  readonly kind?: 'inboxApp';
  readonly accountId: number;
  readonly id: number;
  /** The registered system that owns it. */
  readonly system: string;
  readonly event: string;
  readonly url: string;
  /** Scheme, host and port of the url. */
  readonly origin: string;
  readonly active: boolean;
  /** Its account is disabled: what is for it waits. */
  readonly held?: true;
  /** whsec_…, newest first; every one of them signs. */
  readonly secrets: readonly string[];
  /** Events given up in a row, with no success since. */
  readonly givenUp: readonly string[];
}

/** What the operator decided about a published app. */
export type ReviewStatus = 'Pending' | 'Approved' | 'Rejected';

/** A page of published apps, by id. */
export interface AppPage {
  readonly descending: boolean;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Published inbox apps of all accounts. */
export interface PublishedApps {
  find(id: number): Promise<PublishedAppDocument | undefined>;
  findAll(ids: readonly number[]): Promise<ReadonlyMap<number, PublishedAppDocument>>;
  /**
   * Those that the account may install, in the order of their ids, at most `limit` after (in that order) the id
   * `after`.
   */
  list(accountId: number, page: AppPage): Promise<PublishedAppDocument[]>;
  /** How many the account may install. */
  count(accountId: number): Promise<number>;
  /** Apps of all accounts, newest first; `review` absent: all. */
  listAll(review: ReviewStatus | undefined, page: AppPage): Promise<PublishedAppDocument[]>;
}

/** Messages of conversations. */
export interface MessageStore {
  /** Writes it, unless one with its id is there; answers the one that is. */
  add(message: MessageDocument): Promise<{ message: MessageDocument; created: boolean }>;
  /** The message with its new text; null when there is none. */
  edit(id: string, text: string, now: Date): Promise<MessageDocument | null>;
  find(id: string): Promise<MessageDocument | null>;
  /** The newest of a conversation, oldest first. */
  newest(accountId: number, conversationId: number, limit: number): Promise<MessageDocument[]>;
}

/** Which webhooks there are. Answers may be up to a second old, except after writes of this process. */
export interface WebhookDirectory {
  /** Webhooks of each account, active or not; an account without any is absent. */
  ofAccounts(accountIds: Iterable<number>): Promise<ReadonlyMap<number, readonly Endpoint[]>>;
  /** Webhooks of this account were written here: the next answer is read anew. */
  forget(accountId: number): void;
}

/** What deliveries do to the status of a webhook (decisions section 7). All are idempotent. */
export interface WebhookHealth {
  /** The third in a row disables. */
  gaveUp(endpoint: Endpoint, eventId: string): Promise<void>;
  succeeded(endpoint: Endpoint): Promise<void>;
  /** The receiver wants no more. */
  refused(endpoint: Endpoint): Promise<void>;
}

/** Events as partners can fetch them. */
export interface EventBatchStore {
  /** Writes what is not there yet; answers the ids of those that were there already, which are left alone. */
  record(events: readonly EventRecord[]): Promise<ReadonlySet<string>>;
  /** The events that tell of these changes, alone or together with others. */
  holding(memberIds: readonly string[]): Promise<EventRecord[]>;
  read(ids: readonly string[]): Promise<ReadonlyMap<string, EventRecord>>;
  /** Events of one name that happened from `since` to `until`, oldest first, at most `limit`. */
  ofRange(range: EventRange, limit: number): Promise<EventRecord[]>;
}

/** Events of one kind in a span of time. */
export interface EventRange {
  readonly accountId: number;
  readonly event: string;
  readonly since: Date;
  readonly until: Date;
}

/** What became of a leased delivery. Without an attempt only the time moves. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly delivery: LeasedDelivery; readonly attempt: Attempt }
  | { readonly kind: 'again'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt; readonly dueAt: Date }
  | { readonly kind: 'givenUp'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt };

/** A delivery that is due, read but not yet leased. */
export type DueDelivery = Delivery & { readonly dueAt: Date };

/** What is due after `after` and before `before`. */
export interface DueQuery {
  readonly after: Date;
  readonly before: Date;
  readonly lane?: string;
  readonly accountId?: number;
  readonly exceptLanes?: readonly string[];
  readonly exceptAccounts?: readonly number[];
}

/** Deliveries as they are kept. */
export interface DeliveryStore {
  /** Writes new ones; answers the ids of those that were there already, which are left alone. */
  add(deliveries: readonly Delivery[]): Promise<ReadonlySet<string>>;
  /** Due within the window, in this lane or in none of those, oldest first, at most `limit`. */
  due(wanted: DueQuery, limit: number): Promise<DueDelivery[]>;
  /** Takes leases until `until`; answers those that were got, for another process may be quicker. */
  lease(candidates: readonly DueDelivery[], until: Date, token: string): Promise<LeasedDelivery[]>;
  /** Writes results in bulk. A result whose lease has been lost changes nothing, unless it is a success. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** Makes the pending deliveries of a webhook due now, in the lane of its present url, except leased ones. */
  resume(accountId: number, webhookId: number, lane: string, now: Date): Promise<void>;
  /**
   * Makes due now what is pending and not due before `after`, leased by others than `holder` or, with `all`, not
   * leased: a clock that was ahead put it there.
   */
  recall(after: Date, now: Date, which: 'leased' | 'all', holder: string): Promise<number>;
  /** How many are due, and since when the oldest. */
  backlog(now: Date): Promise<{ due: number; oldest: Date | undefined }>;
}

/** Deliveries of one webhook, created after `above` and before `below` (ms). */
export interface LogQuery {
  readonly accountId: number;
  readonly webhookId: number;
  /** Empty: all. */
  readonly statuses: readonly string[];
  readonly above: number;
  readonly below: number;
}

/** Deliveries as their webhook's owner sees them, and their replay. */
export interface DeliveryLog {
  count(query: LogQuery): Promise<number>;
  newest(query: LogQuery, limit: number): Promise<Delivery[]>;
  /** When the last one was created that is in the future by this clock (another was ahead); else `now`. */
  endOf(of: Pick<LogQuery, 'accountId' | 'webhookId'>, now: number): Promise<number>;
  /** Attempts of these deliveries, oldest first. */
  attemptsOf(deliveries: readonly Delivery[]): Promise<(delivery: Delivery) => readonly Attempt[]>;
  /** Those that are there. */
  standingOf(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<Delivery, 'status' | 'occurred'>>>;
  /**
   * Makes deliveries due now, with the whole schedule before them, counted from `occurred`; except those that are being
   * attempted.
   */
  again(ids: readonly string[], lane: string, when: { readonly now: Date; readonly occurred: Date }): Promise<void>;
}

/** What auth knows of a registered system. */
export interface SystemKey {
  /** X-System-Key, for the legacy signature. */
  readonly key: string;
  /** Headers that carry the legacy signature besides the usual one (decisions section 11). */
  readonly signatureHeaders?: readonly string[];
}

/** Keys of registered systems, for the legacy signature. */
export interface SystemKeys {
  /** Undefined: there is no such system. Throws when that cannot be told now. */
  keyOf(system: string): Promise<SystemKey | undefined>;
}

/** The guarded way to receivers. Never throws: what goes wrong is an outcome. */
export interface Egress {
  post(url: string, headers: Record<string, string>, body: string): Promise<Outcome>;
}

/** Why a webhook must not be registered for this url; undefined: it may. */
export type UrlCheck = (url: string) => Promise<string | undefined>;

/** Keeps secrets encrypted at rest. `context` binds them to their place; opening with another one fails. */
export interface SecretBox {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** What is known here of a user; auth owns the rest. */
export interface KnownUser {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
}

/** This service's copies of users. */
export interface UserCopies {
  /** Looks users up; the answer gives each, undefined for one who is not known (yet). */
  of(
    wanted: ReadonlyArray<Pick<KnownUser, 'accountId' | 'userId'>>,
  ): Promise<(accountId: number, userId: number) => KnownUser | undefined>;
  ownerOf(accountId: number): Promise<KnownUser | undefined>;
  /** Applies auth's changes; repeats and old news do no harm. */
  apply(batch: readonly BusMessage[]): Promise<void>;
}

/** A mail to a user that is to be sent. */
export interface QueuedMail {
  /** What it is about and for whom: however often it is added, there is one. */
  readonly _id: string;
  readonly accountId: number;
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly created: Date;
  readonly dueAt: Date;
  /** Tries begun so far. */
  readonly tries: number;
}

/** A mail as it is kept; without `dueAt` it is done with. */
export interface MailDocument extends Omit<QueuedMail, 'dueAt'> {
  state: 'Waiting' | 'Sent' | 'GivenUp' | 'Dropped';
  dueAt?: Date;
}

/** Mails that wait, kept until they were sent or given up. */
export interface MailQueue {
  /** Writes what is not there yet. */
  add(mails: readonly QueuedMail[]): Promise<void>;
  due(now: Date, limit: number): Promise<QueuedMail[]>;
  /** Counts a try; nobody else takes them before `until`. */
  begin(ids: readonly string[], until: Date): Promise<void>;
  again(id: string, dueAt: Date): Promise<void>;
  end(id: string, state: 'Sent' | 'GivenUp' | 'Dropped'): Promise<void>;
}
