/** One change. `id` is unique and the same for every delivery of the message. */
export interface BusMessage {
  /** Messages of one key arrive in the order of publication. */
  readonly key: string;
  /** Unique; consumers discard repeats by it. */
  readonly id: string;
  /** Type of the event, for example `people.people.created`. */
  readonly type: string;
  /** Time of the event, in whole milliseconds. */
  readonly time: Date;
  readonly value: Uint8Array;
  /** For example `traceparent`. Names that begin with `ce_` are reserved for the bus. */
  readonly headers?: Record<string, string>;
}

export interface PublishOptions {
  /** Milliseconds until the call fails with DEADLINE; default 5000. */
  readonly timeoutMs?: number;
}

/** Sends messages. */
export interface Publisher {
  /**
   * Publishes messages in their order. Resolved means acknowledged by all in-sync replicas. Refusals: BODY_TOO_LARGE
   * (one message is over the limit, nothing was sent), DEADLINE (timeout; sent messages may still arrive), UNAVAILABLE
   * (queue full, bus closed, or rejected by the broker).
   */
  publish(topic: string, messages: readonly BusMessage[], options?: PublishOptions): Promise<void>;
  /** Stops all publishers and subscriptions in bounded time; queued messages get a few seconds to be sent. */
  close(): Promise<void>;
}

/** The origin of a batch and its abort signal. */
export interface BatchContext {
  readonly topic: string;
  readonly partition: number;
  /** Aborted at the deadline of the handler, or when the subscription stops. */
  readonly signal: AbortSignal;
  /** Makes a message of the batch a dead letter after the handler has finished, without further attempts. */
  readonly reject?: ((message: BusMessage, reason: Error) => void) | undefined;
}

/**
 * Handles one batch of one partition, at least once: after a failure, a crash or a rebalance the same messages are
 * repeated, alone or in other batches. Messages of one key are in one batch at a time; batches of different keys or
 * partitions run concurrently.
 */
export type BatchHandler = (batch: readonly BusMessage[], context: BatchContext) => Promise<void>;

/** Retries of a batch. */
export interface DeliveryPolicy {
  /** Attempts of one message before it is dead-lettered; transient errors are not counted. */
  readonly attempts: number;
  /** Wait before the second attempt, ms; doubles with each further one. */
  readonly firstBackoffMs: number;
  /** Longest wait between two attempts, ms. */
  readonly maxBackoffMs: number;
  /** Longest run of the handler on one batch, ms; then its signal is aborted and the batch is tried again. */
  readonly handlerTimeoutMs: number;
  /** True for a transient error (retried without limit), false for an error of the message (counted). */
  readonly isTransient: (error: unknown) => boolean;
}

export interface SubscribeOptions {
  /** Members of one group share the partitions; each group gets every message. Named `<service>.<purpose>`. */
  readonly group: string;
  readonly topics: readonly string[];
  /** Types of messages that the handler receives; others are skipped before they are decoded. Default: all. */
  readonly types?: ReadonlySet<string>;
  /** Start position of a group without committed offsets. Default true: a new group reads all messages. */
  readonly fromBeginning?: boolean;
  readonly handler: BatchHandler;
  /** Maximum number of messages per call of the handler; default 500. */
  readonly maxBatch?: number;
  /** Pause after messages were received, ms: fewer and fuller batches under load for background work. Default 0. */
  readonly lingerMs?: number;
  readonly delivery?: Partial<DeliveryPolicy>;
  /**
   * The handler stores the progress of long work and ends at its signal. One message may then take many runs of 20 s
   * (at most an hour), between which messages of other keys are handled; otherwise it is dead-lettered after three.
   */
  readonly resumable?: boolean;
}

/** A membership in a group. */
export interface Subscription {
  /** Leaves the group. The running batch may finish and commit its offset, within bounded time. */
  stop(): Promise<void>;
}

/** Receives messages in batches. */
export interface Subscriber {
  /** Joins a group and retries until it is a member, which may take seconds; see `ready()`. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  close(): Promise<void>;
}

/** The desired state of a topic. */
export interface TopicPlan {
  readonly name: string;
  readonly partitions: number;
  /** Retention of messages, ms; default: the broker's setting. Only used when the topic is created. */
  readonly retentionMs?: number;
}

/** The message bus: Kafka, or memory in tests; both pass the same conformance suite. */
export interface Bus extends Publisher, Subscriber {
  /** True if the broker responds. Resolves within two seconds, as does `ready()`. */
  answers(): Promise<boolean>;
  /** True if the broker responds and every subscription is a member of its group. */
  ready(): Promise<boolean>;
  /**
   * Creates missing topics and waits until they can be used. Existing topics are not changed: more partitions would
   * move keys. Refusal: UNAVAILABLE after 30 s.
   */
  ensureTopics(topics: readonly TopicPlan[]): Promise<void>;
}
