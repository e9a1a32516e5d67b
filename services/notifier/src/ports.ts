import type { BusMessage } from '@porchlight/bus';
import type { Attempt, Delivery, LeasedDelivery } from './deliveries/delivery';
import type { Outcome } from './deliveries/judge-outcome';
import type { EventRecord } from './payloads/event-record';
import type { MessageDocument } from './inbox/conversation-document';
import type { PublishedAppDocument } from './inbox/published-app-document';

/** A webhook or installed inbox app, with the fields that delivery needs. */
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
  /** Its account is disabled: its deliveries are held. */
  readonly held?: true;
  /** whsec_…, newest first; all of them sign. */
  readonly secrets: readonly string[];
  /** Consecutive events that failed finally, without a success since. */
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

/** Cached webhooks, at most a second old, except after writes of this process. */
export interface WebhookDirectory {
  /** Webhooks of each account, active or not; an account without any is absent. */
  ofAccounts(accountIds: Iterable<number>): Promise<ReadonlyMap<number, readonly Endpoint[]>>;
  /** Invalidates the cache of an account after a write. */
  forget(accountId: number): void;
}

/** Effects of deliveries on the status of a webhook (decisions section 7). All are idempotent. */
export interface WebhookHealth {
  /** The third in a row disables. */
  gaveUp(endpoint: Endpoint, eventId: string): Promise<void>;
  succeeded(endpoint: Endpoint): Promise<void>;
  /** The receiver responded 410 Gone. */
  refused(endpoint: Endpoint): Promise<void>;
}

/** Stored events, which partners can retrieve. */
export interface EventBatchStore {
  /** Writes new events; returns the ids of existing ones, which are not changed. */
  record(events: readonly EventRecord[]): Promise<ReadonlySet<string>>;
  /** The events that contain these changes. */
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

/** The result of a leased delivery. Without an attempt only the due time changes. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly delivery: LeasedDelivery; readonly attempt: Attempt }
  | { readonly kind: 'again'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt; readonly dueAt: Date }
  | { readonly kind: 'givenUp'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt };

/** A delivery that is due, read but not yet leased. */
export type DueDelivery = Delivery & { readonly dueAt: Date };

/** A window of due times: after `after` and before `before`. */
export interface DueQuery {
  readonly after: Date;
  readonly before: Date;
  readonly lane?: string;
  readonly accountId?: number;
  readonly exceptLanes?: readonly string[];
  readonly exceptAccounts?: readonly number[];
}

/** Stored deliveries. */
export interface DeliveryStore {
  /** Writes new deliveries; returns the ids of existing ones, which are not changed. */
  add(deliveries: readonly Delivery[]): Promise<ReadonlySet<string>>;
  /** Due within the window, in this lane or in none of those, oldest first, at most `limit`. */
  due(wanted: DueQuery, limit: number): Promise<DueDelivery[]>;
  /** Takes leases until `until`; returns those that no other process took. */
  lease(candidates: readonly DueDelivery[], until: Date, token: string): Promise<LeasedDelivery[]>;
  /** Writes results in bulk. A result whose lease has been lost changes nothing, unless it is a success. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** Makes the pending deliveries of a webhook due now, in the queue of its current URL, except leased ones. */
  resume(accountId: number, webhookId: number, lane: string, now: Date): Promise<void>;
  /**
   * Makes pending deliveries due now that are not due before `after` and leased by other holders than `holder`, or with
   * `all` not leased: a clock that was ahead scheduled them.
   */
  recall(after: Date, now: Date, which: 'leased' | 'all', holder: string): Promise<number>;
  /** Number of due deliveries and the due time of the oldest. */
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

/** The delivery log of a webhook, and its replay. */
export interface DeliveryLog {
  count(query: LogQuery): Promise<number>;
  newest(query: LogQuery, limit: number): Promise<Delivery[]>;
  /** The creation time of the newest delivery if it is in the future (another clock was ahead); otherwise `now`. */
  endOf(of: Pick<LogQuery, 'accountId' | 'webhookId'>, now: number): Promise<number>;
  /** Attempts of these deliveries, oldest first. */
  attemptsOf(deliveries: readonly Delivery[]): Promise<(delivery: Delivery) => readonly Attempt[]>;
  /** Those that are there. */
  standingOf(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<Delivery, 'status' | 'occurred'>>>;
  /**
   * Makes deliveries due now with a new retry schedule that starts at `occurred`, except those that are being
   * attempted.
   */
  again(ids: readonly string[], lane: string, when: { readonly now: Date; readonly occurred: Date }): Promise<void>;
}

/** A registered system, from auth. */
export interface SystemKey {
  /** X-System-Key, for the legacy signature. */
  readonly key: string;
  /** Headers that carry the legacy signature besides the usual one (decisions section 11). */
  readonly signatureHeaders?: readonly string[];
}

/** Keys of registered systems, for the legacy signature. */
export interface SystemKeys {
  /** Undefined if the system does not exist. Throws if auth does not respond. */
  keyOf(system: string): Promise<SystemKey | undefined>;
}

/** The guarded HTTP client for receivers. Never throws: a failure is a result. */
export interface Egress {
  post(url: string, headers: Record<string, string>, body: string): Promise<Outcome>;
}

/** The reason why a URL is refused; undefined if it is permitted. */
export type UrlCheck = (url: string) => Promise<string | undefined>;

/** Encrypts stored secrets. `context` is authenticated: decryption with another one fails. */
export interface SecretBox {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** A copy of a user. */
export interface KnownUser {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
}

/** Copies of users. */
export interface UserCopies {
  /** Looks up users; undefined for users without a copy. */
  of(
    wanted: ReadonlyArray<Pick<KnownUser, 'accountId' | 'userId'>>,
  ): Promise<(accountId: number, userId: number) => KnownUser | undefined>;
  ownerOf(accountId: number): Promise<KnownUser | undefined>;
  /** Applies changes from auth. Idempotent; older changes are ignored. */
  apply(batch: readonly BusMessage[]): Promise<void>;
}

/** A mail to a user. */
export interface QueuedMail {
  /** Identity of the mail, so that a repeat adds no second one. */
  readonly _id: string;
  readonly accountId: number;
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly created: Date;
  readonly dueAt: Date;
  /** Number of attempts so far. */
  readonly tries: number;
}

/** A stored mail; without `dueAt` it is finished. */
export interface MailDocument extends Omit<QueuedMail, 'dueAt'> {
  state: 'Waiting' | 'Sent' | 'GivenUp' | 'Dropped';
  dueAt?: Date;
}

/** The mail queue: mails are stored until they are sent or failed finally. */
export interface MailQueue {
  /** Writes what is not there yet. */
  add(mails: readonly QueuedMail[]): Promise<void>;
  due(now: Date, limit: number): Promise<QueuedMail[]>;
  /** Counts an attempt and leases the mails until `until`. */
  begin(ids: readonly string[], until: Date): Promise<void>;
  again(id: string, dueAt: Date): Promise<void>;
  end(id: string, state: 'Sent' | 'GivenUp' | 'Dropped'): Promise<void>;
}
