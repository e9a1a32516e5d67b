/** One change on its way. `id` is unique and stays the same however often the message is delivered. */
export interface BusMessage {
  /** Messages of one key arrive in the order in which they were published. */
  readonly key: string;
  /** Unique; consumers drop repeats by it. */
  readonly id: string;
  /** What happened, for example `people.people.created`. */
  readonly type: string;
  /** When it happened; whole milliseconds travel. */
  readonly time: Date;
  readonly value: Uint8Array;
  /** Such as `traceparent`. Names that begin with `ce_` are kept for the bus itself. */
  readonly headers?: Record<string, string>;
}

export interface PublishOptions {
  /** Milliseconds until the call is refused with DEADLINE; 5000 unless told. */
  readonly timeoutMs?: number;
}

/** Sends messages. */
export interface Publisher {
  /**
   * Publishes messages in their order. Resolved means acknowledged by all in-sync replicas.
   * Refusals: BODY_TOO_LARGE (one message is over the limit, nothing was sent), DEADLINE (time ran out; what was
   * already under way may still arrive), UNAVAILABLE (queue full, bus closed, or the broker turned it down).
   */
  publish(topic: string, messages: readonly BusMessage[], options?: PublishOptions): Promise<void>;
  /** Stops everything the bus has started, in bounded time; what is queued gets a few seconds to leave. */
  close(): Promise<void>;
}

/** Where a batch came from, and when to leave off. */
export interface BatchContext {
  readonly topic: string;
  readonly partition: number;
  /** Aborted when the handler has run out of time or the subscription could wait no longer for it. */
  readonly signal: AbortSignal;
}

/**
 * Handles one batch of one partition. At least once: after a failure, a crash or a change of owner the same messages
 * come again, alone or in other batches. Messages of one key of a partition are in one batch at a time; batches of
 * different keys or partitions run side by side.
 */
export type BatchHandler = (batch: readonly BusMessage[], context: BatchContext) => Promise<void>;

/** How often and how patiently a batch is tried. */
export interface DeliveryPolicy {
  /** Attempts on one message before it is dead-lettered; faults of the surroundings are not counted. */
  readonly attempts: number;
  /** Wait before the second attempt, ms; doubles with each further one. */
  readonly firstBackoffMs: number;
  /** Longest wait between two attempts, ms. */
  readonly maxBackoffMs: number;
  /** Longest run of the handler on one batch, ms; then its signal is aborted and the batch is tried again. */
  readonly handlerTimeoutMs: number;
  /** Tells a fault of the surroundings (tried again for ever) from a fault of the message (counted). */
  readonly isTransient: (error: unknown) => boolean;
}

export interface SubscribeOptions {
  /** Members of one group share the partitions; each group gets every message. Named `<service>.<purpose>`. */
  readonly group: string;
  readonly topics: readonly string[];
  /** Where a group without committed offsets starts. True unless told: a new group misses nothing. */
  readonly fromBeginning?: boolean;
  readonly handler: BatchHandler;
  /** Most messages in one call of the handler; 500 unless told. */
  readonly maxBatch?: number;
  /**
   * How long messages may wait for company, ms: fewer and fuller batches for work that nobody waits for. None unless
   * told.
   */
  readonly patienceMs?: number;
  readonly delivery?: Partial<DeliveryPolicy>;
  /**
   * The handler stores the progress of long work and ends at its signal. One message may then take many runs of 20 s
   * (at most an hour), between which messages of other keys are handled; otherwise it is dead-lettered after three.
   */
  readonly resumable?: boolean;
}

/** A membership in a group. */
export interface Subscription {
  /** Leaves the group: the batch at hand may end (its offset is committed), within bounded time. */
  stop(): Promise<void>;
}

/** Receives messages, a batch at a time. */
export interface Subscriber {
  /** Begins to join a group and goes on trying until it is a member, which may take seconds; `ready()` tells. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  close(): Promise<void>;
}

/** A topic as it should be. */
export interface TopicPlan {
  readonly name: string;
  readonly partitions: number;
  /** How long messages remain, ms; without it the broker's own setting applies. Only used when the topic is created. */
  readonly retentionMs?: number;
}

/** The message bus: Kafka, or memory in tests; both pass the same conformance suite. */
export interface Bus extends Publisher, Subscriber {
  /** True when the broker answers. Answers within two seconds, and so does `ready()`. */
  answers(): Promise<boolean>;
  /** True when the broker answers and every subscription is a member of its group. */
  ready(): Promise<boolean>;
  /**
   * Creates the topics that are missing and waits until they can be used. A topic that exists is left as it is: more
   * partitions would move keys. Refusal: UNAVAILABLE after 30 s.
   */
  ensureTopics(topics: readonly TopicPlan[]): Promise<void>;
}
