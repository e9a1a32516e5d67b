declare module 'kafkajs/src/network/requestQueue' {
  /** The part of kafkajs's queue of one connection that the idle-timer patch touches. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
}

declare module 'kafkajs/src/consumer/consumerGroup' {
  /** The part of kafkajs's consumer group that the join patch touches. */
  export default class ConsumerGroup {
    readonly assigners: readonly { readonly beforeGivingUp?: (group: ConsumerGroup) => Promise<void> }[];
    /** Longest wait of a fetch without messages, ms; read for each fetch. */
    maxWaitTime: number;
    joinAndSync(): Promise<void>;
    leave(): Promise<void>;
  }
}
